// Which columns the table of a list has.

package browse

import (
	"slices"

	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// chooser is the form by which people choose the columns of a table.
type chooser struct {
	Action  string
	Hidden  []inputs.SentField // what the query has beside
	Columns []chosenColumn
	Usual   string // where the usual columns are; "" where these are shown
}

// chosenColumn is a column that may be shown.
type chosenColumn struct {
	Name, Label string
	Chosen      bool
}

// shownColumns are the places of the columns in the shown fields of a type: the one that names the records, then those
// that were asked for, or all but long texts.
func (a *listPart) shownColumns(t *schema.Type) []int {
	name := nameColumn(a.records, t)
	var places []int
	for i, f := range t.Shown {
		asked := !f.Multiline && !f.IsAddress() // which the name leads to
		if len(a.Columns) > 0 {
			asked = slices.Contains(a.Columns, f.Wire)
		}
		if asked && i != name {
			places = append(places, i)
		}
	}
	if name < len(t.Shown) {
		places = slices.Insert(places, 0, name)
	}
	return places
}

// nameColumn is the place of the field that names the rows of a list: its title, else its key, else the first.
func nameColumn(a *records, t *schema.Type) int {
	if a.Endpoint == nil || a.RowType != nil && a.RowType != a.Endpoint.Shapes.List.Type {
		return 0
	}
	for _, named := range []*schema.Field{a.Endpoint.Title, a.Endpoint.RecordTitle, a.Endpoint.Type.Key} {
		if f := t.FieldOf(named); f != nil && f.Relation == nil && !f.Multiline {
			if i := slices.Index(t.Shown, f); i >= 0 {
				return i
			}
		}
	}
	return 0
}

// newChooser offers all columns but the one that names the records, nil where there are no others to choose.
func newChooser(a *listPart, t *schema.Type) *chooser {
	if a.Endpoint == nil || a.RowType != nil || len(t.Shown) < 3 {
		return nil
	}
	q := newListQuery(a.answer, a.Endpoint.Params)
	out, places, name := &chooser{Action: q.path}, a.shownColumns(t), nameColumn(a.records, t)
	for i, f := range t.Shown {
		if i != name {
			out.Columns = append(out.Columns, chosenColumn{f.Wire, cells.LabelOf(f), slices.Contains(places, i)})
		}
	}
	for _, p := range q.all {
		if (q.param(p.Name) != nil || q.stays(p.Name)) && p.Name != pageapi.ColumnsParam && p.Value != "" {
			out.Hidden = append(out.Hidden, inputs.SentField{Name: p.Name, Text: p.Value})
		}
	}
	if len(a.Columns) > 0 {
		out.Usual = q.address(func(name string) bool { return name == pageapi.ColumnsParam })
	}
	return out
}

// summary says how many records a list has, "" where that is not known.
func summary(a *listPart) string {
	count, part := countOf(a.records), int64(a.Total)
	switch {
	case a.Endpoint == nil || a.RowType != nil || count == plan.Unknown || count == 0:
		return ""
	case count == 1:
		return a.Language.SayWord("1 record")
	case part < count:
		return words.Phrase(a.Language, "%s of %s records", words.Thousands(part), words.Thousands(count))
	}
	return words.Phrase(a.Language, "%s records", words.Thousands(count))
}
