// Comparisons with the row that refers to the rows of a condition.

package predicate

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// outer is the placeholder for a column of the row that refers to the rows of a condition. index is -1
// before AgainstOuter.
type outer struct {
	name  string
	index int
	form  string // stored form of the column's values
	wrong bool   // the column has a mistake that is already reported
}

// String returns the column for messages.
func (o outer) String() string { return "the outer field " + o.name }

// OuterRef is the value of a field in the row that refers to the rows of a condition, as in Django:
// Eq("project", OuterRef("project")) in rest.LimitChoices. Eq, Lt, Lte, Gt and Gte accept it for fields of
// one kind. If one of the two has no value, the comparison does not hold.
func OuterRef(name string) any { return outer{name: name, index: -1} }

// Outer returns the index of the outer row's column in this comparison: see OuterRef.
func (e Expr) Outer() (index int, ok bool) {
	o, ok := e.Value.(outer)
	return o.index, ok
}

// AgainstOuter resolves the fields of OuterRef in the outer row, before Bind resolves the others.
func (e Expr) AgainstOuter(rows Rows) (Expr, error) {
	var errs []error
	if o, ok := e.Value.(outer); ok {
		m, known := rows.Member(o.name)
		switch {
		case o.name == "" || !known:
			errs = append(errs, fmt.Errorf("OuterRef: %s has no field %q; write one of %s", rows.RowName(), o.name, strings.Join(rows.Members(), ", ")))
		case m.Lookups == nil && !m.Broken:
			errs = append(errs, fmt.Errorf("OuterRef: %q is %s, which has no value to compare; write a field with a column", o.name, m.Kind))
		}
		o.index, o.form, o.wrong = m.Index, m.Form, m.Broken
		e.Value = o
	}
	e.Kids = slices.Clone(e.Kids)
	for i := range e.Kids {
		var err error
		e.Kids[i], err = e.Kids[i].AgainstOuter(rows)
		errs = append(errs, err)
	}
	return e, errors.Join(errs...)
}

// bindOuter checks the comparison of a member with a column of the outer row.
func (e Expr) bindOuter(m Member, path string) (Expr, error) {
	o, _ := e.Value.(outer)
	switch {
	case o.wrong:
		return Constant(false), nil
	case o.index < 0:
		return e, fmt.Errorf("path %q is compared with %s, and there is no outer row; OuterRef belongs in LimitChoices", path, o)
	case !slices.Contains([]Op{OpEq, OpLt, OpLte, OpGt, OpGte}, e.Op):
		return e, fmt.Errorf("path %q: %s does not apply to two fields; write eq, lt, lte, gt or gte", path, e.Op)
	case m.Form != o.form:
		return e, fmt.Errorf("path %q compares %s with %s, which is of another kind; compare fields of one kind", path, m.Kind, o)
	}
	return e, nil
}

// OuterColumns returns the indexes of the outer row's columns in the condition, each once.
func (e Expr) OuterColumns() (indexes []int) {
	e.Walk(func(e Expr) bool {
		if index, ok := e.Outer(); ok && !slices.Contains(indexes, index) {
			indexes = append(indexes, index)
		}
		return true
	})
	return indexes
}

// WithOuter returns the condition for an outer row, with its values instead of OuterRef.
func (e Expr) WithOuter(row Row) Expr {
	if index, ok := e.Outer(); ok {
		if e.Value = row.Column(index); e.Value == nil {
			return Constant(false)
		}
		return e
	}
	if e.Op == OpExists {
		return ExistsAt(e.Name, e.Index, e.Kids[0].WithOuter(row))
	}
	return e.eachKid(func(kid Expr) Expr { return kid.WithOuter(row) })
}

// WithoutOuter returns the conditions of an And that do not depend on the outer row.
func (e Expr) WithoutOuter() Expr {
	if len(e.OuterColumns()) == 0 {
		return e
	}
	left := Constant(true)
	if e.Op == OpAnd {
		for i := range e.Kids {
			left = And(left, e.Kids[i].WithoutOuter())
		}
	}
	return left
}
