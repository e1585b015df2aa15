// Bound rules that ask more of a row where it is reached by another path than its own.

package permission

import "example.com/resourceful/framework/predicate"

// OwnRow is a bound rule for rows of which each requester may have one: own says that a row is theirs.
func OwnRow(rule Rule, own predicate.Expr) Rule {
	return compile(All(rule, where{text: "own row", expr: own, asks: true}))
}

// Below is a bound rule for rows that a relation leads from to the row above: whoever may read or change
// one may read the row above it, by the rule of that, which is bound to the rows the relation leads to.
func Below(rule Rule, relation string, index int, above Rule) Rule {
	return compile(All(rule, below{relation: relation, index: index, above: above}))
}

// below allows what concerns rows below a row that the requester may read.
type below struct {
	relation string
	index    int
	above    Rule
}

// String is the rule in words.
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
