// The query of a list.

package plan

import (
	"context"
	"slices"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// Listing is the query of a list without its page. The parameters of the query fill it.
type Listing struct {
	Asker
	Rules RequestRules
	// Zone is the time zone of moments and days from the client; nil for UTC.
	Zone *time.Location
	// Where is the condition of filters and search. It starts as true.
	Where predicate.Expr
	// Required is the number of conditions that parameters have added to Where.
	Required int
	// Reading is the parameter that is being read, or was read last. conditions are those of each
	// parameter.
	Reading    *Param
	conditions []paramCondition
	// Order is the order that the client requests, which ends in the key; nil for the declared one.
	Order []Order
	// Rank are the words that sort rows by relevance if the client requests no order; "" for none.
	Rank string
	// References are the rows that the values of parameters identify.
	References []*Reference
	// MaxAffected is the largest number of rows that a request may write by filters; 0 if it states none.
	MaxAffected int
	// All is a request that may write all rows, without a filter.
	All bool
	// Totals are the members of groups that the client requests, for an operation with totals.
	Totals TotalsQuery
	// Moment is a condition that compares with the time of the request: no other request asks the same.
	Moment bool
	// Members are those that the client requests; nil for all declared ones.
	Members *Members
}

// Asker is the request for a list.
type Asker interface {
	// Context ends when the client disconnects or the time limit of the request is reached.
	Context() context.Context
	// Visible returns the condition of a bound rule for reading rows, for the requester.
	Visible(rule permission.Rule) predicate.Expr
	// Call returns the request for the code of a team.
	Call() Call
}

// Require keeps only the rows that meet a condition.
func (l *Listing) Require(cond predicate.Expr) {
	if !cond.IsTrue() {
		l.Required++
	}
	l.Where = predicate.And(l.Where, cond)
	l.conditions = append(l.conditions, paramCondition{l.Reading, cond})
}

// paramCondition is a condition, and the parameter that adds it.
type paramCondition struct {
	param *Param
	cond  predicate.Expr
}

// Except returns Where without the conditions of one parameter.
func (l *Listing) Except(p *Param) predicate.Expr {
	if !slices.ContainsFunc(l.conditions, func(c paramCondition) bool { return c.param == p }) {
		return l.Where
	}
	where := predicate.Constant(true)
	for _, c := range l.conditions {
		if c.param != p {
			where = predicate.And(where, c.cond)
		}
	}
	return where
}

// Reference is a query for the rows, of those that the requester may see, that some values of a parameter
// identify. One statement answers those of all parameters.
type Reference struct {
	Type    *schema.Type
	By      *schema.Field  // identifies the rows by its values: unique, or the key
	Visible predicate.Expr // condition on the rows of Type
	Values  []any          // in the form of Spec.Arg
	// Found takes the keys of existing rows, by the values as texts. Messages refuse the request.
	Found func(keys map[string]schema.Key) (messages []string)
}
