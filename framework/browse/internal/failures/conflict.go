// What a form and its record differ in, where the record has changed since the form was shown.

package failures

import (
	"cmp"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/marks"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// Conflict is what the page says of a form that was refused because its record has changed since
// the form was shown.
type Conflict struct {
	Title         string
	Yours, Theirs string        // headings; of a deletion there is only Theirs
	Saved         bool          // the form was sent before, and theirs are the requester's own
	Differences   []*Difference // in the order of the form; none where only values have changed that no form has
	Taken         bool          // the form has theirs in a field that only others changed
}

// Difference is a field in which the form and the record differ.
type Difference struct {
	Name, Label   string
	Yours, Theirs Names // for people; of a deletion there is only Theirs
	By            changedBy
	Taken         bool // the form has Theirs now, because the requester has not changed the field, or takes them
	Left          bool // the form leaves the file as it was
	Again         bool // the file has to be chosen again, since a page cannot keep it
	Takes         bool // there is a button that gives the form Theirs

	field *schema.Field  // of the form
	row   *rowDifference // of a nested row; nil for a field
	saved bool           // see Conflict.Saved
}

// changedBy says who has changed a field since the form was shown.
type changedBy uint8

const (
	byUnknown changedBy = iota // the form did not tell what the field was
	ByYou
	ByOthers // and not the requester
	ByBoth   // each to another value
)

// maxDifference bounds a value in the comparison, in characters.
const maxDifference = 20_000

// AddConflict adds what the form and the record differ in.
func AddConflict(b *forms.Builder, a *Failure) error {
	var differences []*Difference
	if b.Action != plan.Destroy || b.Resource.Has(plan.Retrieve) {
		differences = compare(b)
	}
	for _, d := range differences {
		if d.Taken {
			b.Taken = append(b.Taken, d.field)
		}
		var err error
		d.Takes = !d.Taken && b.Action != plan.Destroy && b.Form.Raw == nil && !d.Again
		if d.row != nil {
			if err = showRow(b, d); err != nil {
				return err
			}
			continue
		}
		if d.field.IsFile() {
			showFile(b, d)
			continue
		}
		if d.Theirs, err = forPeople(b, d.field, inputs.FormTexts(catalog.RowField(d.field), b.Record, b.Base, b.Zone)); err != nil {
			return err
		}
		if sent, ok := b.SentTexts(d.field); ok && b.Action != plan.Destroy {
			if d.Yours, err = forPeople(b, d.field, sent); err != nil {
				return err
			}
		}
	}
	a.Conflict = &Conflict{Differences: differences}
	return nil
}

// compare finds the fields in which what was sent differs from the record, and who changed them.
func compare(b *forms.Builder) []*Difference {
	theirs, yours := b.RecordValues(b.Record), map[*schema.Field]string{}
	if b.Action != plan.Destroy {
		mode := schema.Replace
		if method, _ := b.Form.Get(pageapi.MethodField); b.Action == plan.Modify || b.Form.Takes && method == http.MethodPatch {
			mode = schema.Modify
		}
		yours = b.InputValues(b.Req.Input(), mode) // the requester may write the record
		b.Sent = b.Req.Facts().Sent
	}
	fields := b.Compared()
	version, _ := b.Form.Get(pageapi.VersionField)
	_, told, _ := strings.Cut(version, " ")
	digests, rows, toldRows := strings.Cut(told, " ")
	known := len(digests) == len(fields)*forms.DigestSize && !b.Form.Takes // then it is what the page before has shown
	var list []*Difference
	for i, f := range fields {
		was := ""
		if known {
			was = digests[i*forms.DigestSize : (i+1)*forms.DigestSize]
		}
		mine, sent := yours[f]
		if f.IsFile() {
			mine, sent = sentFile(b, f)
		}
		by, differ := whoChanged(was, mine, theirs[f], sent)
		if !differ {
			continue
		}
		// After a form that was sent before, what others seem to have changed is the requester's
		// own.
		taken := by == ByOthers && b.Form.Raw == nil && b.Action != plan.Destroy && b.Response.Status == http.StatusPreconditionFailed ||
			b.Form.Takes && b.Form.RelationSearch == f.Wire
		if taken && f.IsFile() {
			keepFile(b, f)
		}
		list = append(list, &Difference{Name: f.Wire, Label: f.Label, By: by, Taken: taken, field: f})
	}
	return append(list, compareRows(b, readRowDigests(rows, toldRows && !b.Form.Takes))...)
}

// whoChanged compares a value that was sent, if one was, with the record's, which had the digest
// was when the form was shown; was is "" where the form does not tell.
func whoChanged(was, mine, theirs string, sent bool) (by changedBy, differ bool) {
	changed := forms.DigestOf(theirs) != was
	switch {
	case sent && mine == theirs, !sent && (was == "" || !changed):
		return byUnknown, false
	case was == "":
		return byUnknown, true
	case !sent || forms.DigestOf(mine) == was:
		return ByOthers, true
	case changed:
		return ByBoth, true
	}
	return ByYou, true
}

// sentFile is what the form says of a file, in the spelling of RecordValues: that it is to go, or that there is another.
func sentFile(b *forms.Builder, f *schema.Field) (value string, sent bool) {
	switch {
	case b.Action == plan.Destroy:
		return "", false
	case b.Sent.Files[f.Wire]:
		return "another file", true
	}
	return "file ", slices.Contains(b.Form.Posted[schema.ClearName], f.Wire)
}

// keepFile takes the tick away by which the form takes a file away.
func keepFile(b *forms.Builder, f *schema.Field) {
	b.Form.Posted = maps.Clone(b.Form.Posted)
	b.Form.Posted[schema.ClearName] = slices.DeleteFunc(slices.Clone(b.Form.Posted[schema.ClearName]), func(name string) bool { return name == f.Wire })
}

// showFile fills in what the page says of a file.
func showFile(b *forms.Builder, d *Difference) {
	if rec := b.Record; rec.Link(catalog.RowField(d.field), b.Base) != "" {
		d.Theirs = Names{cmp.Or(rec.FileOf(catalog.RowField(d.field)).Name, b.Language.SayWord("a file"))}
	}
	d.Again = b.Sent.Files[d.Name]
	d.Left = !d.Again && !slices.Contains(b.Form.Posted[schema.ClearName], d.Name)
	if d.Again {
		d.Yours = Names{b.Language.SayWord("another file")}
	}
}

// forPeople is a value as an input for it shows it.
func forPeople(b *forms.Builder, f *schema.Field, texts []string) (Names, error) {
	in := &inputs.Input{Name: f.Wire, Input: inputs.ControlOf(f), Null: f.Null}
	if err := b.Fill(in, catalog.RowField(f), texts, ""); err != nil {
		return nil, err
	}
	switch {
	case in.Input == "checkbox" && in.Checked:
		return Names{b.Language.SayWord("Yes")}, nil
	case in.Input == "checkbox":
		return Names{b.Language.SayWord("No")}, nil
	case len(in.Options) == 0:
		return Names{strings.ReplaceAll(in.Text, "\r\n", "\n")}.bounded(), nil
	}
	var list Names
	for _, o := range in.Options {
		if o.Selected && (o.Value != "" || o.Label != inputs.NoChoice) {
			list = append(list, o.Label)
		}
	}
	return list.bounded(), nil
}

// Names are the texts of a value: several for a relation to many.
type Names []string

// bounded cuts the names to what a page compares, and leaves out a text that is empty.
func (n Names) bounded() Names {
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
func (n Names) HTML() template.HTML {
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
func (c *Conflict) Takes() bool {
	return slices.ContainsFunc(c.Differences, func(d *Difference) bool { return d.Takes })
}

// Explain fills in what the page says around the differences.
func (c *Conflict) Explain(a *Failure) {
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
func (d *Difference) About() string {
	switch {
	case d.saved:
		return ""
	case d.Taken && d.Left && d.By == ByOthers: // a form that is refused early is not read to the end, where its files are
		return "Only others changed it. The form keeps theirs; if you chose a file, choose it again."
	case d.Taken && d.By == ByOthers:
		return "Only others changed it. The form has theirs now."
	case d.Taken:
		return "The form has theirs now."
	case d.Again:
		return "Choose the file again: a page cannot keep it."
	case d.By == ByOthers:
		return "Only others changed it."
	case d.By == ByYou:
		return "Only you changed it."
	case d.By == ByBoth:
		return "Others changed it too."
	}
	return ""
}
