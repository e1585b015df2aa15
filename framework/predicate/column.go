// Comparisons of two columns of a row.

package predicate

import (
	"fmt"
	"slices"
	"strings"
)

// column is the placeholder for the value of another column of the same row. index is -1 before Bind.
type column struct {
	name  string
	index int
}

// String returns the column for messages.
func (c column) String() string { return "the field " + c.name }

// F is the value of another field of the same row, as in Django: Gte("end", F("start")). Eq, Lt, Lte, Gt
// and Gte accept it for fields of one kind. If one of the two has no value, the comparison does not hold.
func F(name string) any { return column{name: name, index: -1} }

// Beside returns the index of the column on the comparison's right side: see F.
func (e Expr) Beside() (index int, ok bool) {
	c, ok := e.Value.(column)
	return c.index, ok
}

// bindColumn resolves the column on the comparison's right side.
func (e Expr) bindColumn(rows Rows, m Member, path string) (Expr, error) {
	c, _ := e.Value.(column)
	other, known := rows.Member(c.name)
	switch {
	case c.name == "" || !known:
		return e, fmt.Errorf("path %q: %s has no field %q; write one of %s", path, rows.RowName(), c.name, strings.Join(rows.Members(), ", "))
	case other.Broken:
		return Constant(false), nil
	case !slices.Contains([]Op{OpEq, OpLt, OpLte, OpGt, OpGte}, e.Op):
		return e, fmt.Errorf("path %q: %s does not apply to two fields; write eq, lt, lte, gt or gte", path, e.Op)
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
