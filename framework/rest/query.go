// Queries of rows by a team's code, which are checked at start-up.

package rest

import (
	"reflect"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest/internal/declaration"
)

// Query is a query for rows of T that is checked at start-up, if a view set lists it:
//
//	var commentsOf = &rest.Query[Comment]{Where: predicate.Eq("ticket", predicate.Param(1)), Order: []string{"-created"}}
//
//	list, err := rest.Rows[Comment](call).Find(commentsOf, ticket.ID)
type Query[T any] struct {
	// Where is the condition, with predicate.Param in place of the arguments of Find;
	// predicate.Constant(true) for all rows.
	Where predicate.Expr
	// Order are wire or column names, "-" before one for descending. The key is always last. Rows without a
	// value sort below all others, or as "nulls first" or "nulls last" after the name states.
	Order []string
	// Limit is the largest number of rows read; 0 for all.
	Limit int
}

// DeclaredQuery is a Query of some type.
type DeclaredQuery interface {
	declareQuery() declaration.Query
}

func (q *Query[T]) declareQuery() declaration.Query {
	if q == nil {
		return declaration.Query{}
	}
	return declaration.Query{Key: q, Of: reflect.TypeFor[T](), Where: q.Where, Order: q.Order, Limit: int64(q.Limit)}
}

// declareQuery returns a listed query for the compiler.
func declareQuery(q DeclaredQuery) declaration.Query {
	if q == nil {
		return declaration.Query{}
	}
	return q.declareQuery()
}
