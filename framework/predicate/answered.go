// Conditions of which the database answers parts.

package predicate

// Under is what a condition leaves to be asked of rows for which another one holds: what that implies, as far as that
// can be seen, is true.
func (e Expr) Under(known Expr) Expr {
	if known.Implies(e) {
		return Constant(true)
	}
	return e.eachKid(func(kid Expr) Expr { return kid.Under(known) })
}

// Answered is the condition with each part that Given leaves open replaced by what ask returns for it, a condition
// that asks Go: so the row itself tells the rest.
func (e Expr) Answered(ask func(open Expr) Expr) Expr {
	if e.Inside > 0 || e.Counts() {
		return ask(e)
	}
	if e.Op == OpExists || e.Op == OpMatch {
		return ask(e)
	}
	return e.eachKid(func(kid Expr) Expr { return kid.Answered(ask) })
}
