// The form of a page, which stands for another method, carries a body of another type, or is refused and kept.

package serve

import (
	"io"
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// The fields by which a form of a page says what it stands for, because HTML forms know only GET and
// POST, no headers and no JSON. In other formats than HTML only the first four mean anything.
const (
	// MethodField is the method that the form stands for: PUT, PATCH or DELETE.
	MethodField = "_method"
	// wholeField says of a form sent as PATCH that it has an input for every field: a checkbox or a
	// choice that it does not send is empty, and not left as it is.
	wholeField = "_whole"
	// ContentField carries a body of another type, which ContentTypeField names.
	ContentField, ContentTypeField = "_content", "_content_type"
	// KeyField makes the form be done once: each form that is shown has another key.
	KeyField = "_key"
	// VersionField says as what the record was shown: its entity tag, and after a space
	// what the page adds for itself.
	VersionField = "_version"
	// FindButton is sent to search for related rows before the form is sent to be written; its value
	// is the field to search for. FindPrefix stands before a field's name in the name of the text to
	// search for.
	FindButton, FindPrefix = "_find", "_find_"
	// AnotherField is sent by the button that leads to an empty form when a record was created, and not to the record.
	AnotherField = "_another"
	// TakeButton is sent by a form whose record has changed, before it is sent to be written, to take what the record has in
	// place of what was typed; its value is the field, or the nested row, such as "works[1]".
	TakeButton = "_take"
	// UsernameField and PasswordField are those of a login within a page.
	UsernameField, PasswordField = "_username", "_password"
	// RowsField names the records that a form is about which writes many, once for each, by what their addresses name them by.
	// AskButton asks what such a form would do before it is sent: its value is AskDelete, or AskSet for a change of the
	// field that SetField names. ListField is the query of the list that it came from, and leads back to.
	RowsField, AskButton, SetField, ListField = "_rows", "_ask", "_set", "_list"
	AskDelete, AskSet                         = "delete", "set"
	// AllField is sent in place of the keys of the rows, for all that the filters of the list leave.
	AllField = "_all"
	// ImportField is sent first by a form that makes records of CSV, which CSVField has as a text, or CSVFile as a file.
	ImportField, CSVField, CSVFile = "_import", "_csv", "_file"
	// RetypeField names the write-only fields that were filled in: a login does not bring their values.
	RetypeField = "_retype"
)

// PageForm is what a form of a page says of itself, beside its input.
type PageForm struct {
	Posted map[string][]string // its fields, of one that carries a body too; nil for no form

	Overridden     bool   // it says which method it stands for
	BadOverride    bool   // it cannot stand for that
	Whole          bool   // it has an input for every field
	Raw            *Raw   // a body that it carries, nil for none
	Unread         bool   // that is not decoded yet
	RelationSearch string // the field whose related rows it searches for, "" for none
	Ask            string // what it asks before many records are written, "" for nothing
	Takes          bool   // that is, or the nested row that is, to be as the record has it
	ConfirmDelete  bool   // the page asks before a deletion
	Opens          string // the form that the page is of: ShowCreate, ShowEdit or ShowDuplicate; "" for all that there is
	Resumed        bool   // it logged in, and comes back filled in
	Tried          bool   // it asks for a dry run
	Sheet          *Sheet // CSV that it makes records of; nil for none
}

// Get is the value of a field that counts, and whether the form has the field.
func (f *PageForm) Get(name string) (string, bool) { return last(f.Posted, name) }

// forget makes the form one that asks for nothing but its page.
func (f *PageForm) forget() { f.Overridden, f.BadOverride = false, false }

// override lets a form stand for PUT, PATCH and DELETE by its field _method, because HTML forms
// know only GET and POST. A body that cannot be read has no such field; what is wrong with it is
// said at its own step.
func override(x *exchange, a *admission) error {
	if err := a.sent.begin(x, a); err != nil {
		return err
	}
	if a.sent.err != nil {
		return x.share.full
	}
	form := &a.form
	form.Posted = a.sent.body.Form
	if method, ok := form.Get(MethodField); ok {
		form.Overridden = true
		a.method = method
		switch method {
		case http.MethodPut, http.MethodPatch, http.MethodDelete:
		default:
			form.BadOverride = true
		}
	}
	_, form.Whole = form.Get(wholeField)
	overload(a)
	return x.share.full
}

// readRefusedForm reads the form of a request that came when there were too many, for its page. What
// is wrong with its body is not to be said now.
func (x *exchange) readRefusedForm(a *admission, full error) {
	if !x.keepForm(full) {
		return
	}
	var err error
	if a.target, err = x.findRoute(); err == nil && a.resource() != nil {
		_ = override(x, a)
	}
}

// Raw is a body that was written by hand in a page.
type Raw struct {
	ContentType, Content string
	Hidden               bool // the content is left out, because it may hold write-only values
}

// overload lets a form carry a body of another type in its ContentField, of the type in
// ContentTypeField, because HTML forms know no JSON. It stands for the body from here on, and is
// decoded at the step parse, as if it had been sent: not before it is known who asks.
func overload(a *admission) {
	contentType, typed := a.form.Get(ContentTypeField)
	content, written := a.form.Get(ContentField)
	if !typed || !written || media.IsForm(contentType) {
		return
	}
	a.form.Raw = &Raw{ContentType: contentType, Content: content}
	a.sent.body, a.form.Unread = media.Body{}, true
}

// unpack decodes the body that a form carries, which is unread.
func (x *exchange) unpack(a *admission) {
	a.form.Unread = false
	a.sent.body, a.sent.err = media.Decode(&http.Request{
		Header:        http.Header{"Content-Type": {a.form.Raw.ContentType}},
		Body:          io.NopCloser(strings.NewReader(a.form.Raw.Content)),
		ContentLength: int64(len(a.form.Raw.Content)),
	}, x.h.plan.Parsers, x.bodyLimits(a))
}

// last is the value of a form field that counts.
func last(form map[string][]string, name string) (string, bool) {
	values := form[name]
	if len(values) == 0 {
		return "", false
	}
	return values[len(values)-1], true
}

// writeOnlyNames are the names of the write-only fields of all that may be sent to a path: which
// operation was meant is not known of a request that is refused before one is permitted.
func writeOnlyNames(r *plan.Route) (names []string) {
	var shapes []*plan.Shape
	if r.Resource != nil {
		shapes = r.Resource.Shapes.All()
	}
	for _, o := range r.Operations {
		if o.Input != nil {
			shapes = append(shapes, o.Input)
		}
	}
	for _, s := range shapes {
		for _, f := range s.Type.Fields {
			if f.WriteOnly && !slices.Contains(names, f.Wire) {
				names = append(names, f.Wire)
			}
		}
	}
	return names
}

// Sheet is CSV that a form brings, as it was read. Its rows are the objects of a list that is created, all of them or none.
type Sheet struct {
	Text    string      // all of it; of a file, what that holds
	Columns []string    // the names of the fields, "" for a column that is passed over
	Rows    []SheetRow  // those that have anything
	Passed  []string    // the heads of columns that are read-only
	Wrong   []SheetCell // what cannot be read, so that nothing is tried

	fields []*schema.Field // of the columns, nil for one that is passed over
}

// SheetRow is a row of a Sheet, with its number in a program for tables: that of the names is 1.
type SheetRow struct {
	Number int
	Cells  []string
}

// SheetCell is what is wrong with a cell, or with a row where Column is "".
type SheetCell struct {
	Row                    int
	Column, Value, Message string
}

// ImportColumns are the fields that a Sheet may have a column for; nil where a record cannot be made of such ones, because
// it needs a file, a secret or nested rows too, and where no list is created.
func ImportColumns(res *plan.Resource) (columns []*schema.Field) {
	if !res.Bulk.Has(plan.Create) {
		return nil
	}
	for _, f := range res.Shapes.Create.Type.Fields {
		switch {
		case !f.WritableIn(true):
		case !f.IsFile() && !f.IsNested() && !f.WriteOnly:
			columns = append(columns, f)
		case f.Required():
			return nil
		}
	}
	return columns
}

// takesSheets reports whether the page of a path takes CSV.
func (rt *route) takesSheets() bool {
	return rt.resource != nil && !rt.Record && rt.offers(plan.Create) && ImportColumns(rt.resource.Resource) != nil
}

// readsSheet reports whether the request is a form that brings CSV.
func (a *admission) readsSheet() bool {
	_, imports := a.form.Get(ImportField)
	return imports && a.format.isPage() && a.method == http.MethodPost && a.route.sheets
}

// receiveSheet takes the file of a form that brings CSV.
func (a *admission) receiveSheet(x *exchange, content io.Reader) error {
	limit := x.h.options.Limits.Text
	text, err := io.ReadAll(io.LimitReader(content, limit+1))
	switch {
	case err != nil:
		return err
	case int64(len(text)) > limit:
		return problem.New(problem.TooLarge, "The file is larger than %d bytes. Import it in parts.", limit)
	}
	a.form.Sheet.Text = string(text)
	return nil
}
