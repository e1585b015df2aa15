// The columns in the table of a list: which are shown, their heads, and links that sort by them.

package lists

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/rows"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// Chooser is the form by which people choose the columns of a table, and the number of its rows.
type Chooser struct {
	Action  string
	Hidden  []inputs.SentField // the other parameters of the query
	Columns []inputs.Option    // the columns that may be shown
	Size    string             // the parameter for the number of rows; "" for none
	Sizes   []inputs.Option    // its values
	Usual   string             // the address with the default columns and number; "" if the table has these
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
		case len(list.Columns) == 0 && list.isKey(f):
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

// isKey reports whether a field identifies the rows, so that its column is the last one.
func (list *List) isKey(f *schema.Field) bool {
	if list.Endpoint == nil {
		return list.Member != "" && f.Wire == list.Member
	}
	return catalog.RowField(f) == list.Endpoint.Type.Key
}

// isParent reports whether a field refers to the record that the list is below: every row has the same.
func (list *List) isParent(f *schema.Field) bool {
	return list.Endpoint != nil && list.RowType == nil && list.Endpoint.Parent != nil && catalog.RowField(f) == list.Endpoint.Parent.Field
}

// nameColumn returns the index of the field that names the rows of a list: the title, else the key, else
// the first field that is not in the paths of an endpoint's elements.
func nameColumn(records *rows.Records, t *schema.Type) int {
	if records.Endpoint == nil || records.RowType != nil && records.RowType != records.Endpoint.Shapes.List.Type {
		if records.Member != "" && len(t.Shown) > 1 && t.Shown[0].Wire == records.Member {
			return 1
		}
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
			out.Columns = append(out.Columns, inputs.Option{Value: f.Wire, Label: cells.LabelOf(f), Selected: slices.Contains(places, i)})
		}
	}
	out.addSizes(query)
	chosen := func(name string) bool { return name == pageapi.ColumnsParam || name == out.Size }
	for _, p := range query.All {
		switch {
		case p.Value == "":
		case chosen(p.Name):
			out.Usual = query.Address(chosen)
		case query.Stays(p.Name):
			out.Hidden = append(out.Hidden, inputs.SentField{Name: p.Name, Text: p.Value})
		}
	}
	return out
}

// addSizes offers numbers of rows, with the usual one, if the list takes one.
func (out *Chooser) addSizes(query *layout.ListQuery) {
	i := slices.IndexFunc(query.Params, func(p *plan.Param) bool { return p.Size })
	if i < 0 {
		return
	}
	p := query.Params[i]
	usual, _ := strconv.Atoi(fmt.Sprint(p.Schema["default"])) // of any type; 0 for none
	most, _ := strconv.Atoi(fmt.Sprint(p.Schema["maximum"]))
	now := cmp.Or(query.Last(p.Name), strconv.Itoa(usual))
	for _, n := range slices.Compact(slices.Sorted(slices.Values([]int{10, 20, 50, 100, 200, usual}))) {
		if n > 0 && n <= most {
			text := strconv.Itoa(n)
			out.Sizes = append(out.Sizes, inputs.Option{Value: text, Label: text, Selected: text == now})
		}
	}
	if len(out.Sizes) > 1 {
		out.Size = p.Name
	}
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

// Column is the head of a column. Sorted is "ascending", "descending" or "" for neither. Href is the list
// in the column's next order, "" if it cannot be sorted by the column.
type Column struct{ Label, Href, Sorted, Class string }

// String returns the label: a team's own blocks print a column with it.
func (c Column) String() string { return c.Label }

// columns returns the heads of a list.
func columns(list *List) []Column {
	shown := list.ShownType()
	places := list.shownColumns(shown)
	heads := make([]Column, len(places))
	order := orderParam(list.Records)
	for i, place := range places {
		f := shown.Shown[place]
		heads[i].Label = cells.LabelOf(f)
		if cells.IsNumber(f) {
			heads[i].Class = "number"
		}
		if order != nil && hasOrder(order, f.Wire) {
			heads[i].sort(list.Answer, order, f)
		}
	}
	return heads
}

// orderParam returns the parameter for the order of the list, nil for none.
func orderParam(records *rows.Records) *plan.Param {
	if records.Endpoint == nil || records.RowType != nil || !records.IsList && !records.Failed {
		return nil
	}
	if i := slices.IndexFunc(records.Endpoint.Params, func(p *plan.Param) bool { return p.Role == plan.OrderingRole }); i >= 0 {
		return records.Endpoint.Params[i]
	}
	return nil
}

func hasOrder(order *plan.Param, name string) bool {
	return slices.ContainsFunc(order.Choices, func(c field.Choice) bool { return c.Value == name })
}

// sort links the head to the list in ascending, then descending, then the declared order. A column that the
// declared order begins with alternates between the two directions.
func (c *Column) sort(answer *layout.Answer, order *plan.Param, f *schema.Field) {
	query := layout.NewListQuery(answer, answer.Endpoint.Params)
	asked, declared := askedOrder(query, order), declaredOrder(answer, f)
	current := declared
	if asked != "" {
		current = ""
		if strings.TrimPrefix(asked, "-") == f.Wire {
			current = asked
		}
	}
	next := map[string]string{"": f.Wire, f.Wire: "-" + f.Wire, "-" + f.Wire: ""}[current]
	if next == "" && current == declared {
		next = f.Wire
	}
	c.Sorted = map[string]string{f.Wire: "ascending", "-" + f.Wire: "descending"}[current]
	var more []plan.ParamValue
	if next != declared && next != "" {
		more = append(more, plan.ParamValue{Name: order.Name, Value: next})
	}
	c.Href = query.Address(func(name string) bool { return name == order.Name }, more...)
}

// askedOrder returns the first order in the query: "title", "-title", or "" for none.
func askedOrder(query *layout.ListQuery, order *plan.Param) string {
	for _, text := range query.Texts(order) {
		if text = strings.TrimSpace(text); hasOrder(order, strings.TrimPrefix(text, "-")) {
			return text
		}
	}
	return ""
}

// declaredOrder returns the column's direction if the declared order begins with it.
func declaredOrder(answer *layout.Answer, f *schema.Field) string {
	if len(answer.Endpoint.Order) == 0 {
		return ""
	}
	first := answer.Endpoint.Order[0]
	switch {
	case first.Field != f && first.Field != f.Of && first.Field.Wire != f.Wire:
		return ""
	case first.Desc:
		return "-" + f.Wire
	}
	return f.Wire
}

// sortInput offers the orders that no column of the list has, nil if there are none.
func sortInput(answer *layout.Answer, query *layout.ListQuery, order *plan.Param) *inputs.Input {
	in := &inputs.Input{ID: "filter-" + order.Name, Name: order.Name, Label: "Sort by", Input: "select", Options: []inputs.Option{{Label: answer.Language.SayWord("Default order")}}}
	shown := answer.Endpoint.Shapes.List.Type
	names := map[string]string{}
	for _, c := range order.Choices {
		label := answer.Language.SayWord(c.Label)
		down := words.Phrase(answer.Language, "%s, descending", label)
		names[c.Value], names["-"+c.Value] = label, down
		if shown.ByWire(c.Value) == nil {
			in.Options = append(in.Options, inputs.Option{Value: c.Value, Label: label}, inputs.Option{Value: "-" + c.Value, Label: down})
		}
	}
	if len(in.Options) == 1 {
		return nil
	}
	if asked := strings.Join(query.Texts(order), ","); asked != "" {
		in.KeepChosen(asked)
		if label := names[asked]; label != "" && in.Options[0].Value == asked {
			in.Options[0].Label = label
		}
	}
	return in
}
