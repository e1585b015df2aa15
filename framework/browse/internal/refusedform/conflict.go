// Differences between a refused form and its record, which has changed since the form was shown.

package refusedform

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// Conflict describes a form that was refused because its record has changed since the form was shown.
type Conflict struct {
	Title       string
	Heads       cells.Heads   // of the values of the form and of the record; a deletion has no values
	Saved       bool          // the form was sent before, so the other values are the requester's own
	Differences []*Difference // in the order of the form; empty if only values have changed that the form lacks
	Taken       bool          // the form has the record's value in a field that only others changed
}

// Difference is a field in which the form, Before, and the record, After, differ.
type Difference struct {
	Name string
	cells.Change
	By    changedBy
	Taken bool // the form has the record's value now: the requester did not change the field, or chose it
	Left  bool // the form leaves the file unchanged
	Again bool // the person has to choose the file again, because pages cannot keep files
	Takes bool // a button puts the record's value into the form

	field *schema.Field // the field in the form
	rows  *bothRows     // nil for a field without nested rows
	saved bool          // see Conflict.Saved
}

// changedBy tells who changed a field since the form was shown.
type changedBy uint8

const (
	byUnknown changedBy = iota // the form has no digest of the value
	ByYou
	ByOthers // but not the requester
	ByBoth   // each to another value
)

// maxDifference is the limit of a value in the comparison, in characters.
const maxDifference = 20_000

// AddConflict adds the differences between the form and the record.
func AddConflict(b *forms.Builder, failure *Failure) error {
	var differences []*Difference
	if b.Action != plan.Destroy || b.Resource.Has(plan.Retrieve) {
		differences = compare(b)
	}
	for _, diff := range differences {
		if diff.Taken {
			b.Taken = append(b.Taken, diff.field)
		}
		var err error
		diff.Takes = !diff.Taken && b.Action != plan.Destroy && b.Form.Raw == nil && !diff.Again
		switch {
		case diff.rows != nil:
			diff.Before, diff.After, err = showRows(b, diff.field, *diff.rows)
		case diff.field.IsFile():
			showFile(b, diff)
		default:
			diff.After, err = cellOf(b, diff.field, inputs.FormTexts(catalog.RowField(diff.field), b.Record, b.Base, b.Zone))
			if sent, ok := b.SentTexts(diff.field); err == nil && ok {
				diff.Before, err = cellOf(b, diff.field, sent)
			}
		}
		if err != nil {
			return err
		}
		if b.Action == plan.Destroy {
			diff.Before = nil
		}
	}
	failure.Conflict = &Conflict{Differences: differences}
	return nil
}

// compare finds the fields whose sent values differ from the record, and who changed them.
func compare(b *forms.Builder) []*Difference {
	theirs, yours := b.RecordValues(b.Record), map[*schema.Field]string{}
	if b.Action != plan.Destroy {
		mode := schema.Replace
		if method, _ := b.Form.Get(pageapi.MethodField); b.Action == plan.Modify || b.Resource.PutModifies || b.Form.Takes && method == http.MethodPatch {
			mode = schema.Modify
		}
		yours = b.InputValues(b.Req.Input(), mode) // the requester may write the record
		b.Sent = b.Req.Facts().Sent
	}
	b.Form.Posted = maps.Clone(b.Form.Posted) // the form gets some of the record's values
	digests := shownDigests(b)
	var list []*Difference
	add := func(f *schema.Field, was, mine, theirs string, sent bool, rows *bothRows) {
		by, differ := whoChanged(was, mine, theirs, sent)
		if !differ {
			return
		}
		diff := &Difference{Name: f.Wire, Change: cells.Change{Label: f.Label}, By: by, Taken: takes(b, f, by), field: f, rows: rows}
		list = append(list, diff)
		switch {
		case diff.Taken && rows != nil:
			typeRows(b, f, rows.theirs)
		case diff.Taken && f.IsFile():
			keepFile(b, f)
		case rows != nil && b.Action != plan.Destroy:
			renewRows(b, f, *rows)
		}
	}
	for i, f := range b.Compared() {
		mine, sent := yours[f]
		if f.IsFile() {
			mine, sent = sentFile(b, f)
		}
		add(f, digests(i), mine, theirs[f], sent, nil)
	}
	for i, f := range b.RowMembers() {
		if rows, known := rowsOf(b, f); known {
			add(f, digests(len(b.Compared())+i), forms.RowsValue(f, rows.mine), forms.RowsValue(f, rows.theirs), b.Action != plan.Destroy, &rows)
		}
	}
	return list
}

// shownDigests returns the digests of what the form was shown with, by the order of the fields: "" if they are not known.
func shownDigests(b *forms.Builder) func(i int) string {
	version, _ := b.Form.Get(pageapi.VersionField)
	_, told, _ := strings.Cut(version, " ")
	if b.Form.Takes || len(told) != (len(b.Compared())+len(b.RowMembers()))*forms.DigestSize { // the page before has shown the conflict
		return func(int) string { return "" }
	}
	return func(i int) string { return told[i*forms.DigestSize : (i+1)*forms.DigestSize] }
}

// takes reports whether the form has the record's value: the requester asked for it, or only others changed it. If
// the form was sent before, changes by others are probably the requester's own.
func takes(b *forms.Builder, f *schema.Field, by changedBy) bool {
	return by == ByOthers && b.Form.Raw == nil && b.Action != plan.Destroy && b.Response.Status == http.StatusPreconditionFailed ||
		b.Form.Takes && b.Form.RelationSearch == f.Wire
}

// whoChanged compares the sent value, if any, with the record's value. was is the digest of the record's
// value when the form was shown, or "" if the form has none.
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

// sentFile returns the form's change of a file in the spelling of RecordValues: to remove it, or to replace
// it.
func sentFile(b *forms.Builder, f *schema.Field) (value string, sent bool) {
	switch {
	case b.Action == plan.Destroy:
		return "", false
	case b.Sent.Files[f.Wire]:
		return "another file", true
	}
	return "file ", slices.Contains(b.Form.Posted[schema.ClearName], f.Wire)
}

// keepFile clears the tick with which the form removes a file.
func keepFile(b *forms.Builder, f *schema.Field) {
	b.Form.Posted[schema.ClearName] = slices.DeleteFunc(slices.Clone(b.Form.Posted[schema.ClearName]), func(name string) bool { return name == f.Wire })
}

// showFile fills in the difference of a file.
func showFile(b *forms.Builder, diff *Difference) {
	if rec := b.Record; rec.Link(catalog.RowField(diff.field), b.Base) != "" {
		diff.After = typedCell(cmp.Or(rec.FileOf(catalog.RowField(diff.field)).Name, b.Language.SayWord("a file")))
	}
	diff.Again = b.Sent.Files[diff.Name]
	diff.Left = !diff.Again && !slices.Contains(b.Form.Posted[schema.ClearName], diff.Name)
	switch {
	case diff.Left:
		diff.Before = &cells.Cell{Text: b.Language.SayWord("as it was"), Class: "none"}
	case diff.Again:
		diff.Before = typedCell(b.Language.SayWord("another file"))
	}
}

// cellOf returns the cell of a value; nil for none.
func cellOf(b *forms.Builder, f *schema.Field, texts []string) (*cells.Cell, error) {
	text, err := forPeople(b, f, texts)
	return typedCell(text), err
}

// typedCell returns the cell of a text, up to a limit; nil for an empty one.
func typedCell(text string) *cells.Cell {
	if text == "" {
		return nil
	}
	return &cells.Cell{Text: typedtext.Shorten(text, maxDifference), Typed: true, Lines: true}
}

// forPeople returns a value as an input shows it.
func forPeople(b *forms.Builder, f *schema.Field, texts []string) (string, error) {
	in := &inputs.Input{Name: f.Wire, Input: inputs.ControlOf(f), Null: f.Null}
	if err := b.Fill(in, catalog.RowField(f), texts, ""); err != nil {
		return "", err
	}
	switch {
	case in.Input == "checkbox" && in.Checked:
		return b.Language.SayWord("Yes"), nil
	case in.Input == "checkbox":
		return b.Language.SayWord("No"), nil
	case len(in.Options) == 0:
		return strings.ReplaceAll(in.Text, "\r\n", "\n"), nil
	}
	var list []string
	for _, o := range in.Options {
		if o.Selected && (o.Value != "" || o.Label != inputs.NoChoice) {
			list = append(list, o.Label)
		}
	}
	return strings.Join(list, ", "), nil
}

// Takes reports whether the comparison has a button that puts the record's value into the form.
func (c *Conflict) Takes() bool {
	return slices.ContainsFunc(c.Differences, func(diff *Difference) bool { return diff.Takes })
}

// Explain fills in the texts around the differences.
func (c *Conflict) Explain(failure *Failure) {
	c.Title, c.Heads = "Yours and theirs", cells.Heads{Before: "Yours", After: "Theirs"}
	switch {
	case failure.Confirm:
		c.Title, c.Heads = "What was changed", cells.Heads{After: "Now"}
	case failure.Status == http.StatusUnprocessableEntity:
		c.Saved = true
		c.Title, c.Heads = "What you typed and what was saved", cells.Heads{Before: "Typed", After: "Saved"}
	}
	for _, diff := range c.Differences {
		c.Taken = c.Taken || diff.Taken
		diff.saved, diff.Heads = c.Saved, &c.Heads
	}
}

// About returns a sentence about who changed the field and which value the form has.
func (diff *Difference) About() string {
	switch {
	case diff.saved:
		return ""
	case diff.Taken && diff.Left && diff.By == ByOthers: // a form that is refused early is read only as far as its files
		return "Only others changed it. The form keeps theirs; if you chose a file, choose it again."
	case diff.Taken && diff.By == ByOthers:
		return "Only others changed it. The form has theirs now."
	case diff.Taken:
		return "The form has theirs now."
	case diff.Again:
		return "Choose the file again: a page cannot keep it."
	case diff.By == ByOthers:
		return "Only others changed it."
	case diff.By == ByYou:
		return "Only you changed it."
	case diff.By == ByBoth:
		return "Others changed it too."
	}
	return ""
}
