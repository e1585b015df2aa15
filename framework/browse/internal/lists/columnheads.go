// The heads of a list's columns, and links that sort by them.

package lists

import (
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/rows"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Column is the head of a column. Sorted is "ascending", "descending" or "" for neither. Href is the list
// in the column's next order, "" if it cannot be sorted by the column.
type Column struct{ Label, Href, Sorted, Class string }

// String returns the label: a team's own blocks print a column with it.
func (c Column) String() string { return c.Label }

// Arrow returns the order as an arrow.
func (c Column) Arrow() string {
	return map[string]string{"ascending": "↑", "descending": "↓"}[c.Sorted]
}

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
	for _, p := range records.Endpoint.Params {
		if p.Role == plan.OrderingRole {
			return p
		}
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
	switch current {
	case "":
	case f.Wire:
		c.Sorted = "ascending"
	default:
		c.Sorted = "descending"
	}
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
