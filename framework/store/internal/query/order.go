// The order of rows: its columns, and what tells orders apart.

package query

import (
	"slices"
	"strconv"
	"strings"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/schema"
)

// Order is one field by which lists are sorted.
type Order struct {
	Field *schema.Field
	Desc  bool
	Nulls schema.Nulls
}

// OrderBy sorts by the fields.
func OrderBy(by []Order) []exp.OrderedExpression {
	list := make([]exp.OrderedExpression, len(by))
	for i, o := range by {
		if list[i] = Ordered(Column(o.Field), o); o.Field.Derived != nil {
			list[i] = Ordered(goqu.C(sortName(o.Field)), o)
		}
	}
	return list
}

// Ordered sorts by a column. Where rows may be without a value the place of those is said: SQLite has
// them below all others, PostgreSQL above.
func Ordered(by exp.IdentifierExpression, o Order) exp.OrderedExpression {
	sorted := by.Asc()
	if o.Desc {
		sorted = by.Desc()
	}
	switch {
	case !o.Field.Null:
		return sorted
	case o.Nulls.First(o.Desc):
		return sorted.NullsFirst()
	default:
		return sorted.NullsLast()
	}
}

// sortName is what a column is called that the rows are sorted by and the table does not have.
func sortName(f *schema.Field) string { return "sort_" + strconv.Itoa(f.Index) }

// sorts reports whether a field is one of an order.
func sorts(by []Order, f *schema.Field) bool {
	return slices.ContainsFunc(by, func(o Order) bool { return o.Field == f })
}

// OrderKey tells orders apart.
func OrderKey(by []Order) string {
	if len(by) == 0 {
		return ""
	}
	var b strings.Builder
	for _, o := range by {
		if o.Desc {
			b.WriteByte('-')
		}
		b.WriteString(strconv.Itoa(o.Field.Index) + o.Nulls.String() + ",")
	}
	return b.String()
}
