// Conditions of which the database answers parts.

package predicate

// Under is what a condition leaves to be asked of rows for which another one holds: what that implies, as far as that
// can be seen, is true.
func (e Expr) Under(known Expr) Expr {
	if known.Implies(e) {
		return Constant(true)
	}
	switch e.Op {
	case OpNot:
		return Not(e.Kids[0].Under(known))
	case OpAnd, OpOr:
		left := Constant(e.Op == OpAnd)
		for i := range e.Kids {
			left = both(e.Op, left, e.Kids[i].Under(known))
		}
		return left
	default:
		return e
	}
}

// Answered is the condition with each part that Given leaves open replaced by what ask returns for it, a condition
// that asks Go: so the row itself tells the rest.
func (e Expr) Answered(ask func(open Expr) Expr) Expr {
	if e.Inside > 0 || e.Counts() {
		return ask(e)
	}
	switch e.Op {
	case OpExists, OpMatch:
		return ask(e)
	case OpNot:
		return Not(e.Kids[0].Answered(ask))
	case OpAnd, OpOr:
		left := Constant(e.Op == OpAnd)
		for i := range e.Kids {
			left = both(e.Op, left, e.Kids[i].Answered(ask))
		}
		return left
	default:
		return e
	}
}
