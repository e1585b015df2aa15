// A body that is a list: its objects as changes of rows, and what is wrong with each.

package serve

import (
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// item is one object of a list, on its way to a row.
type item struct {
	change
	values   *schema.Record // of the row, as the client wants it
	problems problem.Fields
}

// items are the objects of a body that is a list.
type items struct {
	x    *exchange
	a    *admission
	res  *resource
	list []*item
}

// sentList is the list that the body is, where the operation takes one. What is wrong with a body that cannot be read is
// told by whoever reads it as an object.
func sentList(x *exchange, a *admission, action plan.Actions) (list []any, isList bool, err error) {
	res := a.route.resource
	if !res.Bulk.Has(action) {
		return nil, false, nil
	}
	if err := a.sent.decode(x); err != nil || a.sent.err != nil || a.sent.body.Form != nil {
		return nil, false, err
	}
	if err := a.sent.disclose(res.Envelope); err != nil {
		return nil, false, err
	}
	if list, isList = a.sent.body.Value.([]any); !isList {
		return nil, false, nil
	}
	x.timing.step("parse")
	x.fallback.plain = x.fallback.plain || a.format.page // a page has a form for one row
	if len(list) > res.Bulk.Max {
		var problems problem.Fields
		problems.Add(problem.NonField, "%s", strings.Replace(field.ElementMessages()["max"], "%s", strconv.Itoa(res.Bulk.Max), 1))
		return nil, true, problems.Err()
	}
	return list, true, nil
}

// bindItems reads the objects of a list into changes of rows.
func bindItems(x *exchange, a *admission, list []any, mode schema.Mode) *items {
	m := &items{x: x, a: a, res: a.route.resource, list: make([]*item, len(list))}
	in := schemaInput(x, a)
	for i, value := range list {
		it := &item{}
		if in.Value = value; value == nil {
			it.problems.Add("", "This field may not be null.")
		} else {
			it.input.changes, it.problems = m.res.bind(in, mode)
		}
		m.list[i] = it
	}
	x.timing.step("bind")
	return m
}

// err is the refusal of the list, nil where nothing is wrong with any of it.
func (m *items) err() error {
	problems := make([]problem.Fields, len(m.list))
	for i, it := range m.list {
		problems[i] = it.problems
	}
	return problem.ItemsErr(problems)
}

// refuse adds what an error says to the fields of an item, and reports whether that is all that it says.
func (it *item) refuse(err error) bool {
	p := problem.As(err)
	if p == nil || p.Code != problem.Invalid || len(p.Fields) == 0 {
		return false
	}
	it.problems = append(it.problems, p.Fields...)
	return true
}

// sentValue is a value of a field that an item has.
type sentValue struct {
	*item
	change *schema.Change
}

func (v sentValue) tell(message string) {
	v.problems.Add(v.change.Known().Wire, "%s", message)
}

// sent are the values that the items have of a field, but for null.
func (m *items) sent(f *schema.Field) (list []sentValue) {
	for _, it := range m.list {
		for i := range it.input.changes {
			if c := &it.input.changes[i]; c.Field == f && c.Value != nil {
				list = append(list, sentValue{it, c})
			}
		}
	}
	return list
}

// sortProblems brings the messages about each item into the order of the fields.
func (m *items) sortProblems() {
	for _, it := range m.list {
		slices.SortStableFunc(it.problems, func(a, b problem.Field) int { return m.res.fieldPosition(a) - m.res.fieldPosition(b) })
	}
}
