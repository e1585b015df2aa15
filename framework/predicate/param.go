// Conditions with parameters.

package predicate

import (
	"fmt"
	"reflect"
	"slices"
)

// param is the placeholder for a value until With. A bound one has the column of its comparison.
type param struct {
	n      int
	member Member
	path   string
}

// String returns the parameter for messages.
func (p *param) String() string { return fmt.Sprintf("parameter %d", p.n) }

// Param is the n-th argument of With, counted from 1: Eq("ticket", Param(1)). In accepts a single one for
// its whole list.
func Param(n int) any { return &param{n: n} }

// With returns the bound condition with its parameters replaced by the arguments, which may have the same
// Go types as the values of Bind; for In, a slice of them. The error joins their mistakes.
func (e Expr) With(args ...any) (Expr, error) {
	switch e.Op {
	case OpAnd, OpOr, OpNot:
		kids := make([]Expr, len(e.Kids))
		for i := range e.Kids {
			var err error
			if kids[i], err = e.Kids[i].With(args...); err != nil {
				return e, err
			}
		}
		switch e.Op {
		case OpAnd:
			return And(kids...), nil
		case OpOr:
			return Or(kids...), nil
		default:
			return Not(kids[0]), nil
		}
	case OpExists:
		kid, err := e.Kids[0].With(args...)
		if err != nil || kid.IsFalse() {
			return kid, err
		}
		return Expr{Op: e.Op, Name: e.Name, Index: e.Index, Kids: []Expr{kid}}, nil
	}
	p, ok := e.Value.(*param)
	if !ok {
		return e, nil
	}
	if p.n < 1 || p.n > len(args) {
		return e, fmt.Errorf("path %q is compared with argument %d of %d", p.path, p.n, len(args))
	}
	e.Value = args[p.n-1]
	if e.Op == OpIn {
		e.Value = list(e.Value)
	}
	return e.bindValue(p.member, p.path)
}

// param returns the parameter of the comparison; not ok for a value.
func (e Expr) param() (p *param, ok bool) {
	v := e.Value
	if values, several := v.([]any); several && len(values) == 1 {
		v = values[0]
	}
	p, ok = v.(*param)
	return p, ok
}

// list converts a slice of any type to []any.
func list(v any) any {
	if values, ok := v.([]any); ok {
		return values
	}
	x := reflect.ValueOf(v)
	if x.Kind() != reflect.Slice {
		return []any{v}
	}
	values := make([]any, x.Len())
	for i := range values {
		values[i] = x.Index(i).Interface()
	}
	return values
}

// Params returns the numbers of the parameters, in order and each once.
func (e Expr) Params() []int {
	var numbers []int
	e.Walk(func(e Expr) bool {
		if p, ok := e.param(); ok {
			numbers = append(numbers, p.n)
		}
		return true
	})
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// Template returns the condition with a parameter instead of every value, and the values. Conditions with
// equal Shapes have equal templates, so that the paths of only one need to be bound.
func (e Expr) Template() (template Expr, values []any) {
	return e.template(nil)
}

func (e Expr) template(values []any) (Expr, []any) {
	switch {
	case e.withColumn():
	case e.Op >= OpEq && e.Op < OpIsNull && e.Value != (requester{}):
		values = append(values, e.Value)
		e.Value = Param(len(values))
		if e.Op == OpIn {
			e.Value = []any{e.Value}
		}
	case e.Kids != nil:
		kids := make([]Expr, len(e.Kids))
		for i := range e.Kids {
			kids[i], values = e.Kids[i].template(values)
		}
		e.Kids = kids
	}
	return e, values
}
