package serve

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/schema"
)

// Pages writes the HTML pages of the service, and has pages of its own such as the login.
type Pages interface {
	// Render writes the page of an answer.
	Render(a *Answer) ([]byte, error)
	// Views are the pages of its own, by path.
	Views() map[string]View
}

// Answer is everything that a page shows. Nothing in it is escaped.
type Answer struct {
	Context context.Context
	Method  string // of the request: "GET"
	Path    string // of the request, as it was sent
	Query   string // of the request, without the question mark
	Base    string // "http://host"
	User    *auth.User

	Name        string // of the view: "Snippet List"
	Description string
	Crumbs      []Crumb
	Status      int
	Headers     []Header // of the plain representation: Allow, Content-Type, Vary, Location
	Body        []byte   // the plain representation, JSON indented by 4; empty for none
	Formats     []media.Format

	Endpoint *rest.Endpoint // nil at the root and where there is no route
	IsList   bool           // the answer is a list of the endpoint's records
	IsRecord bool           // the answer is one record of it
	Options  bool           // the answer is the metadata of the view
	Failed   bool           // the answer is an error

	Preview rest.Preview // of one record: the team's own content

	Pages  *PageLinks // nil where the list is not cut, or there is no list
	Create *Form      // nil where the requester may not create
	Edit   *Form      // nil where the requester may not change the record
	Delete *Form      // nil where the requester may not delete it; has no fields

	// Raw is the body that was written by hand and refused; nil where none was.
	Raw *Raw

	// Response are the headers of the page itself, for the renderer to add to.
	Response http.Header
}

// Field is a field of the plan.
type Field = schema.Field

// Look is how the pages of a set differ from the framework's own.
type Look = rest.Look

// DeclError is a mistake in a declaration.
type DeclError = rest.DeclError

// Crumb is one step of the way from the root to a page.
type Crumb struct{ Name, Path string }

// Header is one header of the plain representation.
type Header struct{ Name, Value string }

// renderPage makes the page of the answer.
func (x *exchange) renderPage(refusal *problem.Error) ([]byte, error) {
	a := &Answer{
		Context: x.r.Context(), Method: x.r.Method, Path: x.r.URL.EscapedPath(), Query: x.r.URL.RawQuery,
		Base: x.base, User: x.user, Status: x.status, Formats: x.offered, Pages: x.page,
		Options: x.metadata, Failed: refusal != nil, Endpoint: x.endpoint(), Response: x.header(),
	}
	if len(x.out) > 0 {
		a.Body = media.Indent(nil, x.out, 4)
	}
	if x.route == nil && !x.identified {
		// No route: nobody has been asked yet, and the page still greets people by name.
		if user, err := x.auth.SessionUser(x.r); err == nil && user != nil {
			a.User = user
			x.header().Set("Vary", "Accept, Cookie")
		}
	}
	for _, name := range [...]string{"Allow", "Content-Type", "Vary", "Location"} {
		value := x.header().Get(name)
		if name == "Content-Type" {
			value = x.formats[0].ContentType
		}
		if value != "" {
			a.Headers = append(a.Headers, Header{name, value})
		}
	}
	a.Name = http.StatusText(x.status)
	a.Crumbs = []Crumb{{x.plan.RootName, "/"}}
	if x.route == nil || x.route.kind == viewRoute {
		return x.options.Pages.Render(a)
	}
	a.Name = x.route.name
	if e := a.Endpoint; e != nil {
		a.Description = e.Description
		a.Crumbs = append(a.Crumbs, Crumb{e.ListName, e.Path})
		a.IsList = refusal == nil && x.action == rest.List
		a.IsRecord = refusal == nil && !x.metadata && !a.IsList
		if x.route.kind == recordRoute {
			a.Crumbs = append(a.Crumbs, Crumb{e.RecordName, e.Path + x.key + "/"})
		}
		if err := x.forms(a); err != nil {
			return nil, fmt.Errorf("forms of %s: %w", e.Name, err)
		}
		if refusal != nil {
			a.Raw = x.raw
		}
		if err := x.preview(a); err != nil {
			return nil, fmt.Errorf("preview of %s %d: %w", e.Name, x.id, err)
		}
	}
	return x.options.Pages.Render(a)
}

// forms adds the forms of what the requester may do here, after an error too.
func (x *exchange) forms(a *Answer) error {
	if !x.identified || x.user == nil && x.allowed(true).Op == auth.False {
		return nil
	}
	res := x.route.resource
	searching := x.searching()
	var err error
	if x.route.kind == collectionRoute {
		if x.mayUse(rest.Create) {
			rec := res.Type.Acquire()
			defer rec.Release()
			rec.Fill(x.options.Now())
			a.Create, err = x.form("POST", res.Path, rec, searching || a.Failed && x.action == rest.Create)
		}
		return err
	}
	if err := x.pageRecord(a.Failed); err != nil {
		return err
	}
	path := res.Path + strconv.FormatInt(x.id, 10) + "/"
	typed := searching || a.Failed && x.writes()
	switch {
	case x.mayUse(rest.Replace):
		a.Edit, err = x.form("PUT", path, x.record, typed)
	case x.mayUse(rest.Modify):
		a.Edit, err = x.form("PATCH", path, x.record, typed)
	}
	if err == nil && x.mayUse(rest.Destroy) {
		a.Delete = &Form{Method: "DELETE", Action: path}
	}
	return err
}

// preview adds the team's own content to the page of a record. It reads the row's columns on its
// own, because a representation does not.
func (x *exchange) preview(a *Answer) error {
	e := a.Endpoint
	if !a.IsRecord || e.Preview == nil {
		return nil
	}
	rec := e.Type.Acquire()
	defer rec.Release()
	found, err := x.route.resource.rows.Load(x.r.Context(), x.id, rec)
	if err == nil && found {
		a.Preview, err = e.Preview(x.r.Context(), rec.Value())
	}
	return err
}

// pageRecord reads the record for its forms where the request did not, or read only its columns.
func (x *exchange) pageRecord(failed bool) error {
	if x.loaded && !failed && x.method != http.MethodOptions {
		return nil
	}
	id, ok := rest.ParseKey(x.key)
	if !ok {
		return nil
	}
	if x.record == nil {
		x.record = x.route.resource.Type.Acquire()
	}
	x.record.Reset()
	x.id = id
	var err error
	x.loaded, err = x.route.resource.rows.Get(x.r.Context(), id, x.record)
	return err
}

// Form is one write that the requester may do, as an HTML form does it.
type Form struct {
	Method string // POST, PUT, PATCH or DELETE; other than POST go as _method
	Action string
	Fields []FormField
	Errors []string // about the input as a whole
}

// FormField is one input of a form.
type FormField struct {
	Name     string
	Label    string
	Help     string
	Input    string // text, textarea, checkbox, select, multiselect, email, url, number, date, datetime-local
	Text     string // the value, of all but checkbox and multiselect
	Checked  bool
	Options  []Option // of select and multiselect
	Required bool
	Null     bool   // an empty text means null
	Secret   bool   // write-only: never shown again, not even as what was typed
	Min, Max string // bounds of a number; "" for none
	// Search is the name of the input that searches the options, where there are more than are
	// offered; the button beside it is named "_find" and sends the form by GET to its own page.
	// SearchText is what was searched for, More says that not all that match are offered.
	Search, SearchText string
	More               bool
	MaxLength          int
	Errors             []string
}

// Option is one choice of a select.
type Option struct {
	Value, Label string
	Selected     bool
}

// form fills a form with the record's values or, after a refusal, with what was typed.
func (x *exchange) form(method, action string, rec *schema.Record, typed bool) (*Form, error) {
	form := &Form{Method: method, Action: action}
	for _, f := range rec.Type.Fields {
		if !f.Writable() {
			continue
		}
		field := FormField{
			Name: f.Wire, Label: f.Label, Help: f.Help, Input: inputKind(f), Required: f.Required(), Null: f.Null,
			Secret: f.WriteOnly, MaxLength: f.MaxLength, Min: f.Min, Max: f.Max,
		}
		texts := x.texts(f, rec)
		if field.Secret && method != "POST" {
			field.Required = false // left empty, it keeps its value
		}
		if typed {
			field.Errors = x.problems.Get(f.Wire)
			if sent, ok := x.typed(f); ok {
				texts = sent
			}
		}
		if field.Secret {
			texts = nil
		}
		if err := x.fill(&field, f, texts); err != nil {
			return nil, err
		}
		form.Fields = append(form.Fields, field)
	}
	if typed {
		form.Errors = x.problems.Get(problem.NonField)
	}
	return form, nil
}
