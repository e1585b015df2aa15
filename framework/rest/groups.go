// Rows in groups, counted and added up by the database.

package rest

import (
	"example.com/resourceful/framework/predicate"
)

// Group are the rows that have one value of a member.
type Group[T any] struct {
	// Row has that value, and in the place of each member that was added up the sum, nil where no row has a value.
	// Nothing else of it is set.
	Row   *T
	Count int64 // of rows
}

// Groups counts the rows for which every condition holds in groups, by the values of a member, and adds up others: numbers,
// decimals and durations. The sum is a value of the member's own type: integers that are added up are int64, or int, and a
// sum beyond 64 bits is an error; where there may be one, keep decimals. A member that is kept as JSON, or bytes, makes no
// groups. It takes one statement and reads no rows. The groups are in the order of the values; a value that
// no row has is no group. Order and limit do not count.
//
//	groups, err := rest.Rows[Ticket](call).Groups("status", []string{"cost"}, predicate.Eq("project", id))
//	for _, g := range groups {
//		fmt.Println(g.Row.Status, g.Count, g.Row.Cost)
//	}
func (r RowsOf[T]) Groups(by string, sums []string, where ...predicate.Expr) (groups []Group[T], err error) {
	if r.err != nil {
		return nil, r.err
	}
	r.ask.Order, r.ask.Where = nil, predicate.And(where...)
	err = r.rows.Groups(r.ask, by, sums, func(row any, count int64) error {
		groups = append(groups, Group[T]{Row: row.(*T), Count: count})
		return nil
	})
	return groups, err
}
