// Evaluating a condition for a row and a requester, in Go.

package predicate

import (
	"cmp"
	"slices"
	"strings"
)

// Row is one row, for conditions.
type Row interface {
	Column(index int) any // Column returns a string, int64, float64, bool or nil, at an index from Bind
	Value() any           // the row's struct, for Func
}

// Holds reports whether the condition holds for the row. known is false if that depends on related rows,
// which only the database can read: then see Given.
func (e Expr) Holds(row Row) (holds, known bool) {
	left := e.Given(row)
	return left.IsTrue(), left.IsTrue() || left.IsFalse()
}

// Given returns the part of the condition that is open for a known row: true, false, or a condition on
// related rows. Constants do not use the row, which may then be nil.
func (e Expr) Given(row Row) Expr {
	if e.Inside > 0 || e.Counts() {
		return e
	}
	switch e.Op {
	case OpFalse, OpTrue, OpExists, OpMatch:
		return e
	case OpEq:
		if index, ok := e.Beside(); ok {
			return Constant(e.holdsBeside(row, index))
		}
		return Constant(row.Column(e.Index) == e.Value)
	case OpFunc:
		return Constant(e.test(row.Value()))
	case OpNot:
		return Not(e.Kids[0].Given(row))
	case OpAnd, OpOr:
		left := Constant(e.Op == OpAnd)
		for i := range e.Kids {
			left = both(e.Op, left, e.Kids[i].Given(row))
			if left.IsTrue() && e.Op == OpOr || left.IsFalse() && e.Op == OpAnd {
				break
			}
		}
		return left
	default:
		if index, ok := e.Beside(); ok {
			return Constant(e.holdsBeside(row, index))
		}
		return Constant(e.compares(row.Column(e.Index)))
	}
}

// As returns the condition for the account with the key. For an anonymous requester, 0, comparisons with
// the requester do not hold.
func (e Expr) As(account int64) Expr {
	switch e.Op {
	case OpEq:
		if e.Value != (requester{}) {
			return e
		}
		if account == 0 {
			return Constant(false)
		}
		e.Value = account
		return e
	case OpExists:
		kid := e.Kids[0].As(account)
		if kid.IsFalse() {
			return kid
		}
		return Expr{Op: e.Op, Name: e.Name, Index: e.Index, Kids: []Expr{kid}}
	default:
		return e.eachKid(func(kid Expr) Expr { return kid.As(account) })
	}
}

// compares evaluates a comparison with a column's value, except for OpEq.
func (e Expr) compares(have any) bool {
	switch e.Op {
	case OpIsNull:
		return have == nil
	case OpIn:
		values, _ := e.Value.([]any)
		return have != nil && slices.Contains(values, have)
	case OpLt, OpLte, OpGt, OpGte:
		order, ordered := e.compare(have)
		return ordered && (order < 0 && e.Op <= OpLte || order > 0 && e.Op >= OpGt || order == 0 && (e.Op == OpLte || e.Op == OpGte))
	}
	text, isText := have.(string)
	value, _ := e.Value.(string)
	if !isText {
		return false
	}
	if e.Op.IsPart() {
		return e.hasPart(text)
	}
	switch e.Op {
	case OpContains:
		return strings.Contains(text, value)
	case OpIContains:
		return strings.Contains(Fold(text), value)
	case OpIExact:
		return Fold(text) == value
	case OpIStartsWith:
		return strings.HasPrefix(Fold(text), value)
	case OpStartsWith:
		return strings.HasPrefix(text, value)
	case OpRegex, OpIRegex:
		return e.test(text)
	default:
		return false
	}
}

// compare orders a column's value and the condition's.
func (e Expr) compare(have any) (result int, ordered bool) {
	if e.order != nil && have != nil {
		return e.order(have, e.Value), true
	}
	return order(have, e.Value)
}

// order compares two values of one type; booleans have no order.
func order(a, b any) (order int, ordered bool) {
	switch a := a.(type) {
	case int64:
		b, ok := b.(int64)
		return cmp.Compare(a, b), ok
	case float64:
		b, ok := b.(float64)
		return cmp.Compare(a, b), ok
	case string:
		b, ok := b.(string)
		return strings.Compare(a, b), ok
	}
	return 0, false
}
