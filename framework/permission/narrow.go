// Bound rules that ask more of a row where it is reached by another path than its own.

package permission

import "example.com/resourceful/framework/predicate"

// OwnRow is a bound rule for rows of which each requester may have one: own says that a row is theirs.
func OwnRow(rule Rule, own predicate.Expr) Rule {
	return compile(All(rule, where{text: "own row", expr: own, asks: true}))
}
