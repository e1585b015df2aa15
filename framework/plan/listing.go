// What the query of a list asks for.

package plan

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// Listing is what the query of a list asks for beside its page. The parameters of the query fill it.
type Listing struct {
	Asker
	Rules RequestRules
	// Zone is that in which the client writes moments, and by whose clocks its days are; nil for UTC.
	Zone *time.Location
	// Where holds for the rows that filters and search leave. It starts as true.
	Where predicate.Expr
	// Required is how many conditions parameters have added to Where.
	Required int
	// Reading is the parameter that is being read; nil outside of that. conditions are those of each.
	Reading    *Param
	conditions []paramCondition
	// Order is the order that the client asks for, which ends in the key; nil for the declared one.
	Order []Order
	// Rank are the words by which rows are sorted, those first that say most of them, where the client asks
	// for no order; "" for none.
	Rank string
	// References are the rows that the values of parameters name.
	References []*Reference
	// MaxAffected is how many rows a request that writes what filters leave may write; 0 where it does not say it.
	MaxAffected int
	// Members are those that the client asks for; nil for all that are declared.
	Members *Members
}

// Asker is who asks for a list.
type Asker interface {
	// Context ends when the client leaves or the time of the request is over.
	Context() context.Context
	// Visible is what a bound rule says to the requester of rows to read: those for which it holds.
	Visible(rule permission.Rule) predicate.Expr
	// Call is the request as the code of a team sees it.
	Call() Call
}

// Require leaves only those rows for which a condition holds.
func (l *Listing) Require(cond predicate.Expr) {
	if !cond.IsTrue() {
		l.Required++
	}
	l.Where = predicate.And(l.Where, cond)
	l.conditions = append(l.conditions, paramCondition{l.Reading, cond})
}

// paramCondition is a condition, and the parameter that asks for it.
type paramCondition struct {
	param *Param
	cond  predicate.Expr
}

// Except is what Where would be without what one of the parameters asks for.
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

// Reference is the question which rows, of those that the requester may see, some values of a parameter name.
// Those of all parameters are asked in one statement.
type Reference struct {
	Type    *schema.Type
	By      *schema.Field  // by whose values the rows are named: unique, or the key
	Visible predicate.Expr // of the rows of Type
	Values  []any          // as Spec.Arg has them
	// Found is given the keys of the rows that there are, by the values as texts. Messages refuse the
	// request.
	Found func(keys map[string]schema.Key) (messages []string)
}

// MaxAffectedParam is the parameter by which a request that names rows by filters says how many they may be.
const MaxAffectedParam = "max_affected"

// MaxAffected is that parameter of a resource.
func (b Bulk) MaxAffected() *Param {
	return &Param{
		Name: MaxAffectedParam, About: "how many rows the request may write", Label: "Max affected", Role: PagingRole,
		Schema: map[string]any{"type": "integer", "minimum": 1, "maximum": b.Max},
		Read: func(l *Listing, values []string) (messages []string, err error) {
			n, err := strconv.Atoi(values[len(values)-1])
			switch {
			case err != nil:
				return []string{"A valid integer is required."}, nil
			case n < 1:
				return []string{"Ensure this value is greater than or equal to 1."}, nil
			case n > b.Max:
				return []string{fmt.Sprintf("Ensure this value is less than or equal to %d.", b.Max)}, nil
			}
			l.MaxAffected = n
			return nil, nil
		},
	}
}
