// Queries that are checked at start-up.

package rest

import (
	"reflect"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest/internal/declaration"
)

// Query is a question for rows of T that is checked at start-up, by a view set that lists it:
//
//	var commentsOf = &rest.Query[Comment]{Where: predicate.Eq("ticket", predicate.Param(1)), Order: []string{"-created"}}
//
//	list, err := rest.Rows[Comment](call).Find(commentsOf, ticket.ID)
type Query[T any] struct {
	// Where is the condition, with predicate.Param in the place of values that Find is given;
	// predicate.Constant(true) for all rows.
	Where predicate.Expr
	// Order are wire or column names, "-" before one for descending. The key is always last. Rows
	// without a value are below all others, or where the name is followed by "nulls first" or "nulls last".
	Order []string
	// Limit is how many rows are read at most; 0 for all.
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

// declareQuery is a query that a view set lists, as it is compiled.
func declareQuery(q DeclaredQuery) declaration.Query {
	if q == nil {
		return declaration.Query{}
	}
	return q.declareQuery()
}
