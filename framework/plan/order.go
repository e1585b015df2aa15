// The order of a list: its steps, and their description in the plan's text.

package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/schema"
)

// Order is one step of an ordering.
type Order struct {
	Field *schema.Field
	Desc  bool
	Nulls schema.Nulls // the place of rows without a value
}

// Reverse returns the step of the opposite order.
func (o Order) Reverse() Order { return Order{Field: o.Field, Desc: !o.Desc, Nulls: o.Nulls.Reverse()} }

func orderWords(order []Order) string {
	var words []string
	for _, o := range order {
		word := cmp.Or(o.Field.Column, o.Field.Wire, o.Field.Go)
		if o.Field.FoldsOrder() {
			word += " in any letter case"
		}
		if o.Desc {
			word += " descending"
		}
		if o.Nulls != schema.NullsLow {
			word += " " + o.Nulls.String()
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

// ParseOrder parses names for schema.Type.Find, with "-" in front for descending and "nulls first" or
// "nulls last" at the end, and adds the key. It runs at start-up; mistakes describe the correction.
func ParseOrder(t *schema.Type, words []string) (order []Order, mistakes []string) {
	seen := map[*schema.Field]bool{}
	for _, word := range words {
		name, desc := strings.CutPrefix(word, "-")
		name, end, placed := strings.Cut(name, " ")
		nulls := ParseNulls(end)
		f := t.Find(name)
		switch {
		case f == nil:
			mistakes = append(mistakes, fmt.Sprintf("Order: %q names no field; write one of %s, with - before it for descending", word, strings.Join(columnNames(t), ", ")))
		case f.IsAddress():
			mistakes = append(mistakes, fmt.Sprintf("Order: %q is the address of the record, which has no column; write one of %s", word, strings.Join(columnNames(t), ", ")))
		case f.IsComputed():
			mistakes = append(mistakes, fmt.Sprintf("Order: %q is computed by a function, which the database cannot sort by; write one of %s", word, strings.Join(columnNames(t), ", ")))
		case !f.Orderable() && f.Column != "":
			mistakes = append(mistakes, fmt.Sprintf("Order: %q is %s, which has no order; write one of %s", word, f.WithArticle(), strings.Join(columnNames(t), ", ")))
		case !f.Orderable():
			mistakes = append(mistakes, fmt.Sprintf("Order: %q is a %s, which has no column; write one of %s", word, f.Kind, strings.Join(columnNames(t), ", ")))
		case seen[f]:
			mistakes = append(mistakes, fmt.Sprintf("Order: %q is there twice; write it once", cmp.Or(f.Column, f.Wire)))
		case placed && nulls == schema.NullsLow:
			mistakes = append(mistakes, fmt.Sprintf("Order: %q ends in %q; write nulls first or nulls last behind the name, or nothing", word, end))
		case placed && !f.Null:
			mistakes = append(mistakes, fmt.Sprintf("Order: %q says where rows without a value are, and all rows have one; write %q", word, strings.TrimSuffix(word, " "+end)))
		default:
			seen[f] = true
			order = append(order, Order{Field: f, Desc: desc, Nulls: nulls})
		}
	}
	byKey := func(o Order) bool { return o.Field == t.Key }
	if t.Key != nil && !slices.ContainsFunc(order, byKey) {
		order = append(order, Order{Field: t.Key})
	}
	return order, mistakes
}

// ParseNulls parses the place of rows without a value, NullsLow for an unknown text.
func ParseNulls(words string) schema.Nulls {
	for _, n := range []schema.Nulls{schema.NullsFirst, schema.NullsLast} {
		if n.String() == words {
			return n
		}
	}
	return schema.NullsLow
}

func columnNames(t *schema.Type) []string {
	var names []string
	for _, f := range t.Fields {
		if f.Orderable() {
			names = append(names, cmp.Or(f.Column, f.Wire))
		}
	}
	return names
}
