package serve

import (
	"context"
	"fmt"
	"net/http"

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
	// NoLogin says that people cannot log in: none of the schemes has a form for that.
	NoLogin bool

	Name        string // of the view: "Snippet List"
	Description string
	Crumbs      []Crumb
	Status      int
	Headers     []Header     // of the plain representation: Allow, Content-Type, Vary, Location
	Body        []byte       // the plain representation, JSON indented by 4; empty for none
	Shown       media.Format // that the person asked to see the representation in
	Text        []byte       // the representation in that format; empty for JSON, which is Body
	Formats     []media.Format

	Endpoint *rest.Endpoint // nil at the root and where there is no route
	IsList   bool           // the answer is a list of the endpoint's records
	IsRecord bool           // the answer is one record of it
	Options  bool           // the answer is the metadata of the view
	Failed   bool           // the answer is an error

	Rows []Row  // beside the records of Body, in their order
	Part bool   // the list has no pages in other formats, and Body is one part of it
	Rest []byte // records of the part that Body has no room for, their long values cut; empty for none

	Preview rest.Preview // of one record: the team's own content

	Pages  *PageLinks // nil where there is no list
	Create *Form      // nil where the requester may not create
	Edit   *Form      // nil where the requester may not change the record
	Delete *Form      // nil where the requester may not delete it; has no fields

	// Subject tells a record from others: its key and its title. Of a record that was read alone.
	Subject string
	// Confirm says that the page asks before a deletion: nothing but that, or, where Delete is nil,
	// that the requester may not. Effects are what the deletion does to other records.
	Confirm bool
	Effects []Effect
	// Finding is the field whose related rows were searched for; "" for none.
	Finding string
	// Conflict is what the record and a form that was refused differ in, because the record has changed
	// since the form was shown; nil where that is not so.
	Conflict *Conflict
	// Raw is the body that was written by hand and refused; nil where none was.
	Raw *Raw
	// Sent is what was typed into a form that was refused and is no longer offered.
	Sent []Sent
	// Lost says that a body that was written by hand is neither offered again nor shown, because it
	// may hold write-only values.
	Lost bool
	// Login is a login that brings the form back; nil where the requester is known, or sent no form.
	Login *Login
	// Resumed says that the answer is to such a login that has succeeded.
	Resumed bool
	// Resend is the form that a fault of ours, or of too many requests, kept from being done.
	Resend *Resend
	// RequestID tells operators which request failed; "" where there is none.
	RequestID string
	// Done says what the requester did on the page before, for people; "" for nothing.
	Done string
	// Saved is the path of what a form had saved when it was sent before; "" where it was not.
	Saved string

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
func (x *exchange) renderPage(refusal *problem.Error) (page []byte, err error) {
	a := &Answer{
		Context: x.ctx, Method: x.r.Method, Path: x.r.URL.EscapedPath(), Query: x.r.URL.RawQuery,
		Base: x.base, User: x.user, NoLogin: !x.auth.HasLogin(), Status: x.status, Formats: x.formats.offered, Pages: x.page,
		Options: x.metadata, Failed: refusal != nil, Endpoint: x.endpoint(), Response: x.header(),
		Finding: x.finding, Confirm: x.confirming && refusal == nil, Resumed: x.resumed,
	}
	if x.status >= http.StatusInternalServerError || x.status == http.StatusTooManyRequests {
		a.RequestID = x.header().Get(RequestHeader)
	}
	if x.method == http.MethodOptions && (x.r.Method == http.MethodGet || x.r.Method == http.MethodHead) { // a link to what OPTIONS answers
		a.Method, a.Query = x.method, Without(a.Query, showParam)
	}
	if len(x.out) > 0 {
		a.Body = media.Indent(nil, x.out, 4)
	}
	if x.route == nil && !x.identified && !x.excused {
		// No route: nobody has been asked yet, and the page still greets people by name.
		if who, err := x.auth.LoggedIn(x.ctx, x.r); err == nil && who != nil {
			a.User = &who.User
			x.header()["Vary"] = x.auth.Vary()
		}
	}
	shown := x.shown()
	a.Shown = shown.Format
	if len(x.out) > 0 && shown != x.formats.json {
		var text media.Output
		if err := shown.renderer.Render(&text, &x.doc); err != nil {
			return nil, fmt.Errorf("show %s: %w", shown.Name, err)
		}
		a.Text = text.Bytes
	}
	for _, name := range [...]string{"Allow", "Content-Type", "Vary", "Location"} {
		value := x.header().Get(name)
		if name == "Content-Type" {
			value = shown.ContentType
		}
		if value != "" {
			a.Headers = append(a.Headers, Header{name, value})
		}
	}
	a.Name = http.StatusText(x.status)
	a.Crumbs = []Crumb{{x.plan.RootName, "/"}}
	if x.route != nil && x.route.kind != viewRoute {
		a.Name = x.route.name
		if err := x.tell(a, refusal); err != nil {
			return nil, err
		}
	}
	return x.options.Pages.Render(a)
}

// tell adds what the page says of its endpoint, and what can be done there.
func (x *exchange) tell(a *Answer, refusal *problem.Error) (err error) {
	e := a.Endpoint
	if e == nil {
		return nil
	}
	a.Description = e.Description
	a.Crumbs = append(a.Crumbs, Crumb{e.ListName, e.Path})
	a.IsList = refusal == nil && x.action == rest.List
	a.IsRecord = refusal == nil && !x.metadata && !a.IsList
	if x.route.kind == recordRoute {
		a.Crumbs = append(a.Crumbs, Crumb{e.RecordName, e.Path + x.key + "/"})
	}
	if x.excused {
		x.kept(a)
		return nil
	}
	a.Part, a.Rest = x.part, x.rest
	if a.Rows, err = x.rows(); err != nil {
		return err
	}
	if err := x.forms(a); err != nil {
		return fmt.Errorf("forms of %s: %w", e.Name, err)
	}
	if a.IsRecord || a.Conflict != nil && e.Has(rest.Retrieve) {
		a.Subject = x.subject()
	}
	if refusal != nil || x.finding != "" || x.resumed {
		x.kept(a)
	}
	if refusal != nil && refusal.Code == problem.Reused && x.once != nil {
		a.Saved = x.once.location
	}
	if x.r.Method == http.MethodGet {
		a.Done = x.auth.TakeFlash(x.w, x.r, x.noticePath())
	}
	if a.Confirm && a.Delete != nil {
		a.Effects = x.route.resource.effects
	}
	if err := x.preview(a); err != nil {
		return fmt.Errorf("preview of %s %d: %w", e.Name, x.id, err)
	}
	return nil
}

// noticePath is the page that a notice was left for, if this is one that shows it.
func (x *exchange) noticePath() string {
	if x.route.kind == recordRoute {
		return x.recordPath()
	}
	return x.endpoint().Path
}

// preview adds the team's own content to the page of a record. It reads the row's columns on its
// own, because a representation does not; and asks for their size before, so that row and HTML count
// among all answers before they are there. Where there is no room the page is refused as a whole:
// one without its preview would be another page under the same address.
func (x *exchange) preview(a *Answer) error {
	e := a.Endpoint
	if !a.IsRecord || e.Preview == nil {
		return nil
	}
	rows := x.route.resource.rows
	size, err := rows.Size(x.ctx, x.id)
	if err != nil {
		return err
	}
	if err := x.reserveRendering(x.pageBytes() + previewSize*size); err != nil {
		return err
	}
	rec := e.Type.Acquire()
	defer rec.Release()
	found, err := rows.Load(x.ctx, x.id, rec)
	if err != nil || !found {
		return err
	}
	if a.Preview, err = e.Preview(x.ctx, rec.Value()); err != nil {
		return err
	}
	return x.reserveRendering(x.pageBytes() + rowSize*rec.Size() + htmlSize*int64(len(a.Preview.HTML)))
}
