// The order of rows: its columns, and its cache key.

package query

import (
	"slices"
	"strconv"
	"strings"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
)

// Order is one field that sorts lists.
type Order struct {
	Field *schema.Field
	Desc  bool
	Nulls schema.Nulls
}

// OrderBy sorts by the fields.
func OrderBy(d *database.Dialect, by []Order) []exp.OrderedExpression {
	list := make([]exp.OrderedExpression, len(by))
	for i, o := range by {
		if list[i] = Ordered(SortValue(d, o.Field, Column(o.Field)), o); o.Field.Derived != nil {
			list[i] = Ordered(goqu.C(sortName(o.Field)), o)
		}
	}
	return list
}

// Ordered sorts by a column. For rows without a value it states their place: SQLite sorts them below all
// others, PostgreSQL above.
func Ordered(by exp.Orderable, o Order) exp.OrderedExpression {
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

// Sortable is an expression that may stand in conditions and orders.
type Sortable interface {
	exp.Expression
	exp.Orderable
}

// SortValue returns the value by which orders compare a field: its column, or the folded text if they ignore letter
// case.
func SortValue(d *database.Dialect, f *schema.Field, column exp.IdentifierExpression) Sortable {
	if f.FoldsOrder() {
		return Folded(d, column)
	}
	return column
}

// sortColumn is SortValue of the column of an order's field, for comparisons.
func sortColumn(d *database.Dialect, o Order) exp.Expression {
	return Based(d, o.Field, SortValue(d, o.Field, Column(o.Field)))
}

// sortArg returns the argument for a value of an order's field. The database folds it as it folds the column: its release
// of Unicode may be another than Go's.
func sortArg(d *database.Dialect, o Order) any {
	if o.Field.FoldsOrder() {
		return goqu.L(d.Folded("?"), arg)
	}
	return arg
}

// Folded returns the folded text of an expression.
func Folded(d *database.Dialect, text exp.Expression) exp.LiteralExpression {
	return goqu.L(d.Folded("?"), text)
}

// sortName returns the name of a sorted column that the table does not have.
func sortName(f *schema.Field) string { return "sort_" + strconv.Itoa(f.Index) }

// sorts reports whether a field is in an order.
func sorts(by []Order, f *schema.Field) bool {
	return slices.ContainsFunc(by, func(o Order) bool { return o.Field == f })
}

// OrderKey returns the cache key of an order.
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
