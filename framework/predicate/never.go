// Conditions that no row or every row meets.

package predicate

import "slices"

// Never reports whether no row meets the condition. False may also mean that it cannot be determined. Go
// functions and the requester's account may have any value.
func (e Expr) Never() bool {
	switch e.Op {
	case OpFalse:
		return true
	case OpOr:
		return !slices.ContainsFunc(e.Kids, func(kid Expr) bool { return !kid.Never() })
	case OpExists:
		return e.Kids[0].Never()
	case OpAnd:
		for i, kid := range e.Kids {
			if kid.Never() || slices.ContainsFunc(e.Kids[i+1:], kid.excludes) {
				return true
			}
		}
	}
	return false
}

// Always reports whether every row meets the condition; false if that cannot be determined.
func (e Expr) Always() bool {
	switch e.Op {
	case OpTrue:
		return true
	case OpNot:
		return e.Kids[0].Never()
	case OpAnd:
		return !slices.ContainsFunc(e.Kids, func(kid Expr) bool { return !kid.Always() })
	case OpOr:
		for i, kid := range e.Kids {
			opposite := func(other Expr) bool { return Not(kid).Implies(other) || Not(other).Implies(kid) }
			if kid.Always() || slices.ContainsFunc(e.Kids[i+1:], opposite) {
				return true
			}
		}
	}
	return false
}

// excludes reports whether no row meets both conditions; false if that cannot be determined.
func (e Expr) excludes(other Expr) bool {
	switch {
	case e.Op == OpOr:
		return !slices.ContainsFunc(e.Kids, func(kid Expr) bool { return !kid.excludes(other) })
	case other.Op == OpOr:
		return other.excludes(e)
	case other.Op == OpNot && e.Implies(other.Kids[0]) || e.Op == OpNot && other.Implies(e.Kids[0]):
		return true
	case !e.sameColumn(other) || e.Op == OpExists || other.Op == OpExists || e.Asks() || other.Asks():
		return false
	}
	one, more := e.values()
	others, moreThere := other.values()
	return !more && !moreThere && !slices.ContainsFunc(one, func(v any) bool { return slices.Contains(others, v) })
}

// values returns the values that a column may have if a comparison holds, nil for none; more means that
// there may be others.
func (e Expr) values() (values []any, more bool) {
	_, beside := e.Beside()
	_, outside := e.Outer()
	switch {
	case beside || outside:
	case e.Op == OpEq:
		return []any{e.Value}, false
	case e.Op == OpIn:
		values, _ = e.Value.([]any)
		return values, false
	case e.Op == OpIsNull:
		return []any{nil}, false
	}
	return nil, true
}
