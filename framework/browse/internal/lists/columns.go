// The columns in the table of a list.

package lists

import (
	"slices"

	"example.com/resourceful/framework/browse/internal/catalog"
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
// the chosen columns, or all except long texts, with the key at the end.
func (list *List) shownColumns(t *schema.Type) []int {
	name, key := nameColumn(list.Records, t), -1
	var places []int
	for i, f := range t.Shown {
		asked := !f.Multiline && !f.IsAddress() && !list.isParent(f) // the name links to the address
		if len(list.Columns) > 0 {
			asked = slices.Contains(list.Columns, f.Wire)
		}
		switch {
		case !asked || i == name:
		case list.Endpoint != nil && catalog.RowField(f) == list.Endpoint.Type.Key && len(list.Columns) == 0:
			key = i
		default:
			places = append(places, i)
		}
	}
	if key >= 0 {
		places = append(places, key)
	}
	if name < len(t.Shown) {
		places = slices.Insert(places, 0, name)
	}
	return places
}

// isParent reports whether a field refers to the record that the list is below: every row has the same.
func (list *List) isParent(f *schema.Field) bool {
	return list.Endpoint != nil && list.RowType == nil && list.Endpoint.Parent != nil && catalog.RowField(f) == list.Endpoint.Parent.Field
}

// nameColumn returns the index of the field that names the rows of a list: the title, else the key, else
// the first field.
func nameColumn(records *rows.Records, t *schema.Type) int {
	if records.Endpoint == nil || records.RowType != nil && records.RowType != records.Endpoint.Shapes.List.Type {
		return 0
	}
	for _, named := range []*schema.Field{records.Endpoint.Title, records.Endpoint.RecordTitle, records.Endpoint.Type.Key} {
		if f := t.FieldOf(named); f != nil && f.Relation == nil {
			if i := slices.Index(t.Shown, f); i >= 0 {
				return i
			}
		}
	}
	return 0
}

// newChooser offers all columns except the naming one, or returns nil if there are no others.
func newChooser(list *List, t *schema.Type) *Chooser {
	if list.Endpoint == nil || list.RowType != nil || len(t.Shown) < 3 {
		return nil
	}
	query := layout.NewListQuery(list.Answer, list.Endpoint.Params)
	out, places, name := &Chooser{Action: query.Path}, list.shownColumns(t), nameColumn(list.Records, t)
	for i, f := range t.Shown {
		if i != name {
			out.Columns = append(out.Columns, ChosenColumn{f.Wire, cells.LabelOf(f), slices.Contains(places, i)})
		}
	}
	for _, p := range query.All {
		if (query.Param(p.Name) != nil || query.Stays(p.Name)) && p.Name != pageapi.ColumnsParam && p.Value != "" {
			out.Hidden = append(out.Hidden, inputs.SentField{Name: p.Name, Text: p.Value})
		}
	}
	if len(list.Columns) > 0 {
		out.Usual = query.Address(func(name string) bool { return name == pageapi.ColumnsParam })
	}
	return out
}

// summary returns the number of records in a list in words, or "" if it is not known.
func summary(list *List) string {
	count := countOf(list.Records)
	switch {
	case list.Endpoint == nil || list.RowType != nil || count == plan.Unknown || count == 0:
		return ""
	case count == 1:
		return list.Language.SayWord("1 record")
	}
	return words.Phrase(list.Language, "%s records", words.Thousands(count))
}
