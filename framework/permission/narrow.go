// Bound rules that require more of a row that is reached by another path.

package permission

import "example.com/resourceful/framework/predicate"

// OwnRow returns a bound rule for rows of which each requester may have one: own is the condition that a
// row is theirs.
func OwnRow(rule Rule, own predicate.Expr) Rule {
	return compile(All(rule, where{text: "own row", expr: own, asks: true}))
}

// Below returns a bound rule for rows with a parent row. It also requires permission to read the parent by
// above, which is bound to the rows of the relation.
func Below(rule Rule, relation string, index int, above Rule) Rule {
	return compile(All(rule, below{relation: relation, index: index, above: above}))
}

// below allows rows whose parent the requester may read.
type below struct {
	relation string
	index    int
	above    Rule
}

// String returns the rule in words.
func (b below) String() string     { return b.relation + " may be read by " + String(b.above) }
func (b below) kids() []Rule       { return []Rule{b.above} }
func (b below) bind(*binding) Rule { return b }

func (b below) reduce(q Request) predicate.Expr {
	q.Safe = true
	kid := Reduce(b.above, q)
	if kid.IsTrue() {
		return kid
	}
	return predicate.ExistsAt(b.relation, b.index, kid)
}
