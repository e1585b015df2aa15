// Conditions that the database answers in part.

package predicate

// Under returns the part of a condition that is open for rows that meet known: parts that known implies, as
// far as can be determined, become true.
func (e Expr) Under(known Expr) Expr {
	if known.Implies(e) {
		return Constant(true)
	}
	return e.eachKid(func(kid Expr) Expr { return kid.Under(known) })
}

// Answered returns the condition with each part that Given leaves open replaced by the result of ask, a
// condition for Go: so a row decides the rest.
func (e Expr) Answered(ask func(open Expr) Expr) Expr {
	if e.Inside > 0 || e.Counts() {
		return ask(e)
	}
	if e.Op == OpExists || e.Op == OpMatch {
		return ask(e)
	}
	return e.eachKid(func(kid Expr) Expr { return kid.Answered(ask) })
}
