// The columns in the table of a list.

package lists

import (
	"slices"

	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/rows"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// Chooser is the form by which people choose the columns of a table.
type Chooser struct {
	Action  string
	Hidden  []inputs.SentField // the other parameters of the query
	Columns []ChosenColumn
	Usual   string // the address with the default columns; "" if the table has these
}

// ChosenColumn is a column that may be shown.
type ChosenColumn struct {
	Name, Label string
	Chosen      bool
}

// shownColumns returns the indexes of the columns in the shown fields of a type: the naming column, then
// the chosen columns, or all except long texts.
func (a *List) shownColumns(t *schema.Type) []int {
	name := nameColumn(a.Records, t)
	var places []int
	for i, f := range t.Shown {
		asked := !f.Multiline && !f.IsAddress() // the name links to it
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

// nameColumn returns the index of the field that names the rows of a list: the title, else the key, else
// the first field.
func nameColumn(a *rows.Records, t *schema.Type) int {
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

// newChooser offers all columns except the naming one, or returns nil if there are no others.
func newChooser(a *List, t *schema.Type) *Chooser {
	if a.Endpoint == nil || a.RowType != nil || len(t.Shown) < 3 {
		return nil
	}
	q := layout.NewListQuery(a.Answer, a.Endpoint.Params)
	out, places, name := &Chooser{Action: q.Path}, a.shownColumns(t), nameColumn(a.Records, t)
	for i, f := range t.Shown {
		if i != name {
			out.Columns = append(out.Columns, ChosenColumn{f.Wire, cells.LabelOf(f), slices.Contains(places, i)})
		}
	}
	for _, p := range q.All {
		if (q.Param(p.Name) != nil || q.Stays(p.Name)) && p.Name != pageapi.ColumnsParam && p.Value != "" {
			out.Hidden = append(out.Hidden, inputs.SentField{Name: p.Name, Text: p.Value})
		}
	}
	if len(a.Columns) > 0 {
		out.Usual = q.Address(func(name string) bool { return name == pageapi.ColumnsParam })
	}
	return out
}

// summary returns the number of records in a list in words, or "" if it is not known.
func summary(a *List) string {
	count, part := countOf(a.Records), int64(a.Total)
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
