// Comparisons of two columns of a row.

package predicate

import (
	"fmt"
	"slices"
	"strings"
)

// column stands for the value of another column of the same row. index is -1 before Bind.
type column struct {
	name  string
	index int
}

// String is the column in messages.
func (c column) String() string { return "the field " + c.name }

// F stands for the value of another field of the same row, in the place of a value, as in Django:
// Gte("end", F("start")). Eq, Lt, Lte, Gt and Gte take it, of fields of one kind. Where one of the two
// has no value, the comparison does not hold.
func F(name string) any { return column{name: name, index: -1} }

// Beside is the position of the column that this comparison is made with, in the place of a value: see F.
func (e Expr) Beside() (index int, ok bool) {
	c, ok := e.Value.(column)
	return c.index, ok
}

// bindColumn finds the column that a comparison is made with.
func (e Expr) bindColumn(rows Rows, m Member, path string) (Expr, error) {
	c, _ := e.Value.(column)
	other, known := rows.Member(c.name)
	switch {
	case c.name == "" || !known:
		return e, fmt.Errorf("path %q: %s has no field %q; write one of %s", path, rows.RowName(), c.name, strings.Join(rows.Members(), ", "))
	case other.Broken:
		return Constant(false), nil
	case !slices.Contains([]Op{OpEq, OpLt, OpLte, OpGt, OpGte}, e.Op):
		return e, fmt.Errorf("path %q: %s cannot be asked of two fields; ask eq, lt, lte, gt or gte", path, e.Op)
	case other.Lookups == nil || m.Form != other.Form:
		return e, fmt.Errorf("path %q compares %s with %s, which is %s; compare fields of one kind", path, m.Kind, c, other.Kind)
	}
	c.index = other.Index
	e.Value, e.order = c, m.Compare
	return e, nil
}

// holdsBeside reports whether the comparison of two columns holds for the row.
func (e Expr) holdsBeside(row Row, index int) bool {
	e.Value = row.Column(index)
	have := row.Column(e.Index)
	if have == nil || e.Value == nil {
		return false
	}
	return e.Op == OpEq && have == e.Value || e.Op != OpEq && e.compares(have)
}
