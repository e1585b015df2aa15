// Implications between conditions.

package predicate

import "slices"

// Implies reports whether the other condition, about the same rows, holds if this one does. False may also
// mean that it cannot be determined.
func (e Expr) Implies(other Expr) bool {
	switch {
	case e.IsFalse() || other.IsTrue() || e.equal(other):
		return true
	case other.Op == OpAnd:
		return !slices.ContainsFunc(other.Kids, func(kid Expr) bool { return !e.Implies(kid) })
	case e.Op == OpOr:
		return !slices.ContainsFunc(e.Kids, func(kid Expr) bool { return !kid.Implies(other) })
	case other.Op == OpOr && slices.ContainsFunc(other.Kids, e.Implies):
		return true
	case e.Op == OpAnd:
		return slices.ContainsFunc(e.Kids, func(kid Expr) bool { return kid.Implies(other) })
	default:
		return e.Op == OpExists && other.Op == OpExists && e.sameColumn(other) && e.Kids[0].Implies(other.Kids[0])
	}
}

// ImpliesAt reports whether the other condition holds for the row at the end of a reference, by its index,
// if this bound one holds for the row that refers to it; false if that cannot be determined.
func (e Expr) ImpliesAt(index int, other Expr) bool {
	implies := func(kid Expr) bool { return kid.ImpliesAt(index, other) }
	switch e.Op {
	case OpFalse:
		return true
	case OpAnd:
		return slices.ContainsFunc(e.Kids, implies)
	case OpOr:
		return !slices.ContainsFunc(e.Kids, func(kid Expr) bool { return !implies(kid) })
	case OpExists:
		return e.Index == index && e.Kids[0].Implies(other)
	default:
		return false
	}
}

// ImpliesBelow reports whether the other bound condition holds for every row whose reference, by its index,
// leads to a row that meets this one; false if that cannot be determined.
func (e Expr) ImpliesBelow(index int, other Expr) bool {
	implies := func(kid Expr) bool { return e.ImpliesBelow(index, kid) }
	switch other.Op {
	case OpTrue:
		return true
	case OpAnd:
		return !slices.ContainsFunc(other.Kids, func(kid Expr) bool { return !implies(kid) })
	case OpOr:
		return slices.ContainsFunc(other.Kids, implies)
	case OpExists:
		return other.Index == index && e.Implies(other.Kids[0])
	default:
		return false
	}
}
