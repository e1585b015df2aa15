// The orders that clients may request for a list.

package plan

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// Ordering are the orders that the clients of a list may request: by one or several of its choices.
type Ordering struct {
	Choices []OrderChoice // in the order of the declaration
	// Related are the relations with rules that a choice counts or follows.
	Related []Related

	declared []Order // sorts rows that are equal in the order of the client
	choices  map[string][]Order
}

// OrderChoice is a named order. "-" before the name requests the opposite one, with the same place of rows
// without a value.
type OrderChoice struct {
	Name  string
	Order []Order // without the key, unless it was named
}

// NewOrdering returns the orders that clients may request for a list, with the declared order, which ends
// in the key, after the requested one.
func NewOrdering(choices []OrderChoice, declared []Order) *Ordering {
	o := &Ordering{Choices: choices, declared: declared, choices: map[string][]Order{}}
	for _, c := range choices {
		downwards := slices.Clone(c.Order)
		for i := range downwards {
			downwards[i].Desc = !downwards[i].Desc
		}
		o.choices[c.Name], o.choices["-"+c.Name] = c.Order, downwards
	}
	return o
}

// orderingParam is the parameter of the query, as in Django REST framework.
const orderingParam = "ordering"

// Param returns the parameter of the query that requests an order.
func (o *Ordering) Param() *Param {
	var names []any
	var choices []field.Choice
	for _, c := range o.Choices {
		names = append(names, c.Name, "-"+c.Name)
		choices = append(choices, field.Choice{Value: c.Name, Label: c.label()})
	}
	return &Param{
		Name: orderingParam, Role: OrderingRole, Commas: true,
		About:   "What the records are sorted by, most important first; downwards after a minus." + o.aboutCase(),
		Schema:  map[string]any{"type": "array", "items": map[string]any{"enum": names}},
		Choices: choices, Read: o.read,
	}
}

// aboutCase names the choices with texts whose letter case does not count, "" for none.
func (o *Ordering) aboutCase() string {
	var names []string
	for _, c := range o.Choices {
		if slices.ContainsFunc(c.Order, func(step Order) bool { return step.Field.FoldsOrder() }) {
			names = append(names, c.Name)
		}
	}
	if names == nil {
		return ""
	}
	return " The case of letters does not count in: " + strings.Join(names, ", ") + "."
}

// label returns the name for people: that of the field, or the words of the name.
func (c *OrderChoice) label() string {
	if f := c.Order[0].Field; f.Wire == c.Name && f.Label != "" {
		return f.Label
	}
	return NameWords(c.Name)
}

func (o *Ordering) read(l *Listing, terms []string) (messages []string, err error) {
	var order []Order
	for _, term := range terms {
		term = strings.TrimSpace(term)
		choice, known := o.choices[term]
		switch {
		case known:
			order = appendOrder(order, choice)
		case term != "" && !l.Rules.IgnoreUnknown:
			messages = append(messages, fmt.Sprintf("\"%s\" is not a valid choice.", term))
		}
	}
	if order != nil {
		l.Order = appendOrder(order, o.declared)
	}
	return messages, nil
}

// appendOrder appends steps for rows that are equal in an order. For a repeated field the first step
// counts.
func appendOrder(order, more []Order) []Order {
	for _, step := range more {
		same := func(have Order) bool { return have.Field == step.Field }
		if !slices.ContainsFunc(order, same) {
			order = append(order, step)
		}
	}
	return order
}

// Orders returns the whole orders of the choices, ascending and descending.
func (o *Ordering) Orders() [][]Order {
	var orders [][]Order
	for _, c := range o.Choices {
		for _, name := range [...]string{c.Name, "-" + c.Name} {
			orders = append(orders, appendOrder(slices.Clone(o.choices[name]), o.declared))
		}
	}
	return orders
}

// Fields returns the fields that the choices sort by, each once.
func (o *Ordering) Fields() []*schema.Field {
	var fields []*schema.Field
	for _, c := range o.Choices {
		for _, step := range c.Order {
			if !slices.Contains(fields, step.Field) {
				fields = append(fields, step.Field)
			}
		}
	}
	return fields
}

// words describes the choices in the text of the plan.
func (o *Ordering) words() string {
	if o == nil {
		return ""
	}
	var words []string
	for _, c := range o.Choices {
		steps := slices.Clone(c.Order)
		for i := range steps {
			if steps[i].Nulls == schema.NullsLast {
				steps[i].Nulls = schema.NullsLow // the default for steps without a place
			}
		}
		word := orderWords(steps)
		if word != c.Name {
			word = c.Name + " (" + word + ")"
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}
