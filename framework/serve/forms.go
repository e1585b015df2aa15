package serve

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/schema"
)

// forms adds the forms of what the requester may do here, after an error too.
func (x *exchange) forms(a *Answer) error {
	if !x.identified || x.user == nil && x.allowed(true).IsFalse() {
		return nil
	}
	if x.route.kind == collectionRoute {
		return x.createForm(a)
	}
	if err := x.pageRecord(a.Failed); err != nil {
		return err
	}
	path := x.recordPath()
	row, err := x.ruled()
	if err != nil {
		return err
	}
	if err := x.askWritable(row); err != nil {
		return err
	}
	replaces, modifies, deletes := x.mayUse(rest.Replace, row), x.mayUse(rest.Modify, row), x.mayUse(rest.Destroy, row)
	if a.Failed && x.conflicts() && (replaces || modifies || deletes) {
		if x.action != rest.Destroy || x.endpoint().Has(rest.Retrieve) {
			x.differences = x.compare(x.record)
		}
		if a.Conflict, err = x.conflict(x.record); err != nil {
			return err
		}
	}
	if deletes {
		a.Delete = &Form{Method: "DELETE", Action: path, Key: x.formKey("DELETE"), Version: x.shownVersion(x.resumed && x.confirming, x.record)}
		a.Confirm = a.Confirm || a.Conflict != nil && x.action == rest.Destroy
	}
	switch {
	case a.Confirm: // one question at a time
	case replaces:
		a.Edit, err = x.form("PUT", path, x.record, x.typing(a))
	case modifies:
		a.Edit, err = x.form("PATCH", path, x.record, x.typing(a))
	}
	if a.Edit != nil {
		a.Edit.Version = x.shownVersion(x.typing(a), x.record)
	}
	return err
}

func (x *exchange) createForm(a *Answer) error {
	if !x.mayUse(rest.Create, nil) {
		return nil
	}
	res := x.route.resource
	rec := res.Type.Acquire()
	defer rec.Release()
	rec.Fill(x.options.Now().Truncate(time.Second)) // people type no fractions
	var err error
	a.Create, err = x.form("POST", res.Path, rec, x.typing(a))
	return err
}

// typing reports whether the page's form has what was typed: after a search, after a login on the
// page, and after a refusal.
func (x *exchange) typing(a *Answer) bool {
	return x.finding != "" || x.resumed || a.Failed && x.writes()
}

func (x *exchange) recordPath() string {
	return x.route.resource.Path + strconv.FormatInt(x.id, 10) + "/"
}

// subject names the record for people: its key, and its title where that says more.
func (x *exchange) subject() string {
	if x.record == nil || x.route.kind != recordRoute {
		return ""
	}
	name := strconv.FormatInt(x.id, 10)
	if title, ok := x.record.Get(x.route.resource.Title).(string); ok && title != "" {
		name += " “" + shorten(title, maxSubject) + "”"
	}
	return name
}

// maxSubject bounds a title in a sentence, in characters.
const maxSubject = 80

func shorten(text string, limit int) string {
	if runes := []rune(text); len(runes) > limit {
		return string(runes[:limit]) + "…"
	}
	return text
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
	get, err := x.get()
	if err == nil {
		x.loaded, err = get(x.ctx, id, x.record)
	}
	return err
}

// Form is one write that the requester may do, as an HTML form does it.
type Form struct {
	Method string // POST, PUT, PATCH or DELETE; other than POST go as _method, and PATCH with _whole
	Action string
	Key    string // random: the form is done once, see keyField
	// Version is what the record was when the form was shown, "" for a create.
	Version string
	Typed   bool // it has what was typed, and was not done
	Fields  []FormField
	Errors  []string // about the input as a whole
}

// FormField is one input of a form.
type FormField struct {
	Name     string
	Label    string
	Help     string
	Input    string // text, textarea, checkbox, select, multiselect, email, url, password, number, date, datetime-local
	Text     string // the value, of all but checkbox and multiselect
	Checked  bool
	Options  []Option // of select and multiselect
	Required bool
	Null     bool // an empty text means null
	// Reference says that the text names another record, which no empty text does.
	Reference bool
	Secret    bool   // write-only: never shown again, not even as what was typed
	Retype    bool   // a secret was typed, which has to be typed again
	Min, Max  string // bounds of a number; "" for none
	// Search is the name of the input that searches the options, where there are more than are
	// offered; the button beside it is named "_find" and its value is Name. SearchText is what was
	// searched for, More says that not all that match are offered.
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

// newFormField is the input for a field, without a value.
func newFormField(f *schema.Field) FormField {
	return FormField{
		Name: f.Wire, Label: f.Label, Help: f.Help, Input: inputKind(f), Required: f.Required(), Null: f.Null,
		Reference: f.Relation != nil, Secret: f.WriteOnly, MaxLength: f.MaxLength, Min: f.Min, Max: f.Max,
	}
}

// formKey is the key of a form. One that comes back after a login or a search keeps the key that it
// was sent with, because nothing was tried under that now, and it may have been done before.
func (x *exchange) formKey(method string) string {
	if x.resumed || x.finding != "" {
		sent, overridden := last(x.posted, "_method")
		if !overridden {
			sent = http.MethodPost
		}
		same := sent == method || sent == http.MethodPatch && method == http.MethodPut // a body written by hand
		if key, _ := last(x.posted, keyField); same && validKey(key) && len(key) >= minFormKey {
			return key
		}
	}
	return x.options.NewKey()
}

// form fills a form with the record's values or, after a refusal, with what was typed.
func (x *exchange) form(method, action string, rec *schema.Record, typed bool) (*Form, error) {
	form := &Form{Method: method, Action: action, Key: x.formKey(method), Typed: typed}
	for _, f := range rec.Type.Fields {
		if !f.Writable() {
			continue
		}
		field := newFormField(f)
		if field.Secret && method != "POST" {
			field.Required = false // left empty, it keeps its value
		}
		search, texts := "", x.texts(f, rec)
		if method == "POST" && !f.HasDefault {
			texts = nil // a zero is nobody's choice
		}
		if typed {
			search, _ = last(x.body.Form, findPrefix+f.Wire)
			field.Errors = x.problems.Get(f.Wire)
			if sent, ok := x.typed(f); ok && !x.taken(f) {
				texts = sent
				field.Retype = field.Secret && strings.Join(sent, "") != ""
			}
			field.Retype = field.Retype || field.Secret && slices.Contains(x.posted[retypeField], f.Wire)
		}
		if field.Secret {
			texts = nil
		}
		if err := x.fill(&field, f, texts, search); err != nil {
			return nil, err
		}
		form.Fields = append(form.Fields, field)
	}
	if typed {
		form.Errors = x.problems.Get(problem.NonField)
	}
	return form, nil
}
