// What a form and its record differ in, where the record has changed since the form was shown.

package browse

import (
	"cmp"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/marks"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// conflict is what the page says of a form that was refused because its record has changed since
// the form was shown.
type conflict struct {
	Title         string
	Yours, Theirs string        // headings; of a deletion there is only Theirs
	Saved         bool          // the form was sent before, and theirs are the requester's own
	Differences   []*difference // in the order of the form; none where only what is read alone has changed
	Taken         bool          // the form has theirs in a field that only others changed
}

// difference is a field in which the form and the record differ.
type difference struct {
	Name, Label   string
	Yours, Theirs names // for people; of a deletion there is only Theirs
	By            changedBy
	Taken         bool // the form has Theirs now, because the requester has not changed the field, or takes them
	Left          bool // the form leaves the file as it was
	Again         bool // the file has to be chosen again, since a page cannot keep it
	Takes         bool // there is a button that gives the form Theirs

	field *schema.Field  // of the form
	row   *rowDifference // of a nested row; nil for a field
	saved bool           // see conflict
}

// changedBy says who has changed a field since the form was shown.
type changedBy uint8

const (
	byUnknown changedBy = iota // the form did not tell what the field was
	byYou
	byOthers // and not the requester
	byBoth   // each to another value
)

// maxDifference bounds a value in the comparison, in characters.
const maxDifference = 20_000

// conflicts reports whether the page compares the form with the record.
func (r *renderer) conflicts() bool {
	switch {
	case r.Form.Takes:
		return true
	case r.Action&(plan.Replace|plan.Modify|plan.Destroy) == 0:
		return false
	}
	return r.Response.Status == http.StatusPreconditionFailed ||
		r.Response.Status == http.StatusUnprocessableEntity && r.Response.Keyed
}

// addConflict adds what the form and the record differ in.
func (r *renderer) addConflict(a *response) error {
	if r.Action != plan.Destroy || r.resource.Has(plan.Retrieve) {
		r.differences = r.compare()
	}
	for _, d := range r.differences {
		var err error
		d.Takes = !d.Taken && r.Action != plan.Destroy && r.Form.Raw == nil && !d.Again
		if d.row != nil {
			if err = r.showRow(d); err != nil {
				return err
			}
			continue
		}
		if d.field.IsFile() {
			r.showFile(d)
			continue
		}
		if d.Theirs, err = r.forPeople(d.field, inputs.FormTexts(catalog.RowField(d.field), r.Record, r.Base, r.Zone)); err != nil {
			return err
		}
		if sent, ok := r.sentTexts(d.field); ok && r.Action != plan.Destroy {
			if d.Yours, err = r.forPeople(d.field, sent); err != nil {
				return err
			}
		}
	}
	a.Conflict = &conflict{Differences: r.differences}
	return nil
}

// compare finds the fields in which what was sent differs from the record, and who changed them.
func (r *renderer) compare() []*difference {
	theirs, yours := r.recordValues(r.Record), map[*schema.Field]string{}
	if r.Action != plan.Destroy {
		mode := schema.Replace
		if method, _ := r.Form.Get(pageapi.MethodField); r.Action == plan.Modify || r.Form.Takes && method == http.MethodPatch {
			mode = schema.Modify
		}
		yours = r.inputValues(r.req.Input(), mode) // the requester may write the record
		r.Sent = r.req.Facts().Sent
	}
	fields := r.compared()
	version, _ := r.Form.Get(pageapi.VersionField)
	_, told, _ := strings.Cut(version, " ")
	digests, rows, toldRows := strings.Cut(told, " ")
	known := len(digests) == len(fields)*digestSize && !r.Form.Takes // then it is what the page before has shown
	var list []*difference
	for i, f := range fields {
		was := ""
		if known {
			was = digests[i*digestSize : (i+1)*digestSize]
		}
		mine, sent := yours[f]
		if f.IsFile() {
			mine, sent = r.sentFile(f)
		}
		by, differ := whoChanged(was, mine, theirs[f], sent)
		if !differ {
			continue
		}
		// After a form that was sent before, what others seem to have changed is the requester's
		// own.
		taken := by == byOthers && r.Form.Raw == nil && r.Action != plan.Destroy && r.Response.Status == http.StatusPreconditionFailed ||
			r.Form.Takes && r.Form.RelationSearch == f.Wire
		if taken && f.IsFile() {
			r.keepFile(f)
		}
		list = append(list, &difference{Name: f.Wire, Label: f.Label, By: by, Taken: taken, field: f})
	}
	return append(list, r.compareRows(readRowDigests(rows, toldRows && !r.Form.Takes))...)
}

// whoChanged compares a value that was sent, if one was, with the record's, which had the digest
// was when the form was shown; was is "" where the form does not tell.
func whoChanged(was, mine, theirs string, sent bool) (by changedBy, differ bool) {
	changed := digestOf(theirs) != was
	switch {
	case sent && mine == theirs, !sent && (was == "" || !changed):
		return byUnknown, false
	case was == "":
		return byUnknown, true
	case !sent || digestOf(mine) == was:
		return byOthers, true
	case changed:
		return byBoth, true
	}
	return byYou, true
}

// taken reports whether the form takes the record's value of a field in place of what was sent.
func (r *renderer) taken(f *schema.Field) bool {
	return slices.ContainsFunc(r.differences, func(d *difference) bool { return d.field == f && d.Taken })
}

// sentFile is what the form says of a file, in the spelling of recordValues: that it is to go, or that there is another.
func (r *renderer) sentFile(f *schema.Field) (value string, sent bool) {
	switch {
	case r.Action == plan.Destroy:
		return "", false
	case r.Sent.Files[f.Wire]:
		return "another file", true
	}
	return "file ", slices.Contains(r.Form.Posted[schema.ClearName], f.Wire)
}

// keepFile takes the tick away by which the form takes a file away.
func (r *renderer) keepFile(f *schema.Field) {
	r.Form.Posted = maps.Clone(r.Form.Posted)
	r.Form.Posted[schema.ClearName] = slices.DeleteFunc(slices.Clone(r.Form.Posted[schema.ClearName]), func(name string) bool { return name == f.Wire })
}

// showFile fills in what the page says of a file.
func (r *renderer) showFile(d *difference) {
	if rec := r.Record; rec.Link(catalog.RowField(d.field), r.Base) != "" {
		d.Theirs = names{cmp.Or(rec.FileOf(catalog.RowField(d.field)).Name, r.Language.SayWord("a file"))}
	}
	d.Again = r.Sent.Files[d.Name]
	d.Left = !d.Again && !slices.Contains(r.Form.Posted[schema.ClearName], d.Name)
	if d.Again {
		d.Yours = names{r.Language.SayWord("another file")}
	}
}

// forPeople is a value as an input for it shows it.
func (r *renderer) forPeople(f *schema.Field, texts []string) (names, error) {
	in := &inputs.Input{Name: f.Wire, Input: inputs.ControlOf(f), Null: f.Null}
	if err := r.fill(in, catalog.RowField(f), texts, ""); err != nil {
		return nil, err
	}
	switch {
	case in.Input == "checkbox" && in.Checked:
		return names{r.Language.SayWord("Yes")}, nil
	case in.Input == "checkbox":
		return names{r.Language.SayWord("No")}, nil
	case len(in.Options) == 0:
		return names{strings.ReplaceAll(in.Text, "\r\n", "\n")}.bounded(), nil
	}
	var list names
	for _, o := range in.Options {
		if o.Selected && (o.Value != "" || o.Label != inputs.NoChoice) {
			list = append(list, o.Label)
		}
	}
	return list.bounded(), nil
}

// names are the texts of a value: several for a relation to many.
type names []string

// bounded cuts the names to what a page compares, and leaves out a text that is empty.
func (n names) bounded() names {
	if len(n) == 1 && n[0] == "" {
		return nil
	}
	room := maxDifference
	for i, name := range n {
		if room <= 0 {
			return append(slices.Clone(n[:i]), "…")
		}
		n[i] = marks.Shorten(name, room)
		room -= utf8.RuneCountInString(name) + len(separator)
	}
	return n
}

// separator stands between two names.
const separator = ", "

// HTML writes the names. One of several cannot turn what stands around it.
func (n names) HTML() template.HTML {
	if len(n) == 1 {
		return marks.Marked(n[0])
	}
	var b strings.Builder
	for i, name := range n {
		if i > 0 {
			b.WriteString(separator)
		}
		marks.WriteTyped(&b, name, true)
	}
	return template.HTML(b.String()) //nolint:gosec // escaped by WriteTyped
}

// Takes reports whether a button of the comparison gives the form theirs.
func (c *conflict) Takes() bool {
	return slices.ContainsFunc(c.Differences, func(d *difference) bool { return d.Takes })
}

// explain fills in what the page says around the differences.
func (c *conflict) explain(a *response) {
	c.Title, c.Yours, c.Theirs = "Yours and theirs", "Yours", "Theirs"
	switch {
	case a.Confirm:
		c.Title, c.Yours, c.Theirs = "What was changed", "", "Now"
	case a.Status == http.StatusUnprocessableEntity:
		c.Saved = true
		c.Title, c.Yours, c.Theirs = "What you typed and what was saved", "Typed", "Saved"
	}
	for _, d := range c.Differences {
		c.Taken = c.Taken || d.Taken
		d.saved = c.Saved
	}
}

// About says who changed the field, and what the form has.
func (d *difference) About() string {
	switch {
	case d.saved:
		return ""
	case d.Taken && d.Left && d.By == byOthers: // a form that is refused early is not read to the end, where its files are
		return "Only others changed it. The form keeps theirs; if you chose a file, choose it again."
	case d.Taken && d.By == byOthers:
		return "Only others changed it. The form has theirs now."
	case d.Taken:
		return "The form has theirs now."
	case d.Again:
		return "Choose the file again: a page cannot keep it."
	case d.By == byOthers:
		return "Only others changed it."
	case d.By == byYou:
		return "Only you changed it."
	case d.By == byBoth:
		return "Others changed it too."
	}
	return ""
}
