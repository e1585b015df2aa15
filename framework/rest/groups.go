// Groups of rows, counted and added up by the database.

package rest

import (
	"example.com/resourceful/framework/predicate"
)

// Group is the group of rows with one value of a member.
type Group[T any] struct {
	// Row has that value, and the sum of each summed member, nil if no row has a value. Its other fields
	// are not set.
	Row   *T
	Count int64 // number of rows
}

// Groups counts the rows that meet every condition in groups, by the values of a member, and sums others:
// numbers, durations, and decimals of at most 18 digits. The sum has the type of the member: summed integers
// are int64, or int, and a sum beyond 64 bits is an error; use decimals if that is possible. A member that is
// stored as JSON, or bytes, cannot group. It takes one statement and reads no rows. The groups are in the order
// of the values; a value without rows has no group. Order and limit are ignored.
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
