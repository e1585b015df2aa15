// Package permission says who may do what: a Rule is one declaration, made of conditions on who
// asks and of conditions on rows, that filters lists and guards records alike.
//
// Reduce answers what is known before a row is seen and leaves a predicate.Expr, which Go reads with
// Holds and the store reads as SQL, so that lists, records, buttons and forms obey the same rule.
package permission

import (
	"fmt"

	"example.com/resourceful/framework/predicate"
)

// User is an account, as rules see it. It is implemented by auth.User.
type User interface {
	UserID() int64 // never 0
	IsAdmin() bool
}

// Request is who asks and how.
type Request struct {
	User User // nil for an anonymous request
	Safe bool // GET, HEAD or OPTIONS

	probe bool // see WithoutSQL
}

// userID is the key of the account that asks, 0 for none.
func (q Request) userID() int64 {
	if q.User == nil {
		return 0
	}
	return q.User.UserID()
}

// Rule says what a request may do. It is built from the constants below, All, Any, Not, By, Is, Me,
// Where, RowFunc and RequestFunc; a nil Rule is Anyone.
//
// A rule that looks at rows is asked about every row that a request reads, changes or deletes, and,
// before the transaction ends, about the row that a create or change has made, as the database has it:
// with its defaults, its triggers, its many-to-many relations and what the resource's own code has
// set. A request may so neither create a row that it could not change, nor change one into such a row;
// both are refused, and nothing is
// stored. A row that is new, or that refers to others than before, is not among the rows that its own
// relations lead to: nobody becomes a member by the row that makes them one.
type Rule interface {
	fmt.Stringer

	reduce(Request) predicate.Expr
	kids() []Rule
	bind(*binding) Rule // the same rule with its paths found
}

// Reduce answers everything in a rule that is known before a row is seen. A nil rule is Anyone.
func Reduce(rule Rule, q Request) predicate.Expr {
	if rule == nil {
		return predicate.Constant(true)
	}
	return rule.reduce(q)
}

// String is the rule in words, such as "all(signed in or read only, owner or read only)".
func String(rule Rule) string {
	if rule == nil {
		return Anyone.String()
	}
	return rule.String()
}
