// The rows of a type, for the code of a team.

package rest

import (
	"errors"
	"reflect"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
)

// RowsOf are the rows of T that [Rows] returns. Visible, Order and Limit return a restricted copy, and have
// no other effect.
type RowsOf[T any] struct {
	rows plan.Rows
	err  error // T has no rows
	ask  plan.Question
}

// Rows returns the rows of T, for reading and writing in the transaction of the call. Outside of a
// transaction they can only be read. T is the struct of a resource of the set, or the target of one of its
// relations; with another type every method returns an error. If several view sets serve T, the table of
// the first one is used.
//
//	open, err := rest.Rows[Ticket](call).Order("-created").Limit(10).All(predicate.Eq("status", "open"))
//
// The rows are all rows, without rules of access; see [RowsOf.Visible]. Rules of fields, Validate,
// BeforeSave and hooks are for the requests of clients, and do not run. Constraints of the database apply:
// the error is the same *problem.Error that a client gets, and becomes the response if the code returns it.
//
// Conditions name members, also along relations: predicate.Eq("project.owner", id). An unknown name is an
// error of the call that uses it; the names of a [Query] are checked at start-up.
func Rows[T any](c *Call) RowsOf[T] {
	rows, err := c.call.Rows(reflect.TypeFor[T]())
	return RowsOf[T]{rows: rows, err: err}
}

// Visible returns the rows that the requester may read, by the rules of the resources that serve them.
// Reading them is an error if no resource serves T, or if a rule has no SQL form. Writes ignore it.
func (r RowsOf[T]) Visible() RowsOf[T] {
	r.ask.Visible = true
	return r
}

// Order sorts the rows of All and First by members, "-" before a name for descending, and then by the key.
// A member may be a Count, a Has or a field by path: all rows count, even those that the requester may not
// see.
func (r RowsOf[T]) Order(names ...string) RowsOf[T] {
	r.ask.Order = names
	return r
}

// Limit limits the number of rows in All and Find. With 0 they read all rows, which are in memory at once.
func (r RowsOf[T]) Limit(n int) RowsOf[T] {
	r.ask.Limit = int64(n)
	return r
}

// Filtered keeps the rows that the requester may see and that match the filters and the search of the
// query, in an action with the option [Filtered]. It applies to All, Each, First, Find, Count and Groups.
func (r RowsOf[T]) Filtered() RowsOf[T] {
	r.ask.Filtered = true
	return r
}

// All reads the rows that meet every condition, with all columns and the keys of each ManyToMany.
func (r RowsOf[T]) All(where ...predicate.Expr) ([]*T, error) {
	r.ask.Where = predicate.And(where...)
	return r.read()
}

// Each calls a function with the rows of All, one after the other, until it returns an error: for any
// number of rows, which are not in memory together. In a transaction the first statement of the function,
// which may read and write other rows, reads the rest of them into memory.
func (r RowsOf[T]) Each(do func(*T) error, where ...predicate.Expr) error {
	if r.err != nil {
		return r.err
	}
	r.ask.Where, r.ask.Each = predicate.And(where...), true
	return r.rows.Select(r.ask, func(row any) error { return do(row.(*T)) })
}

// Find reads the rows of a declared query, with arguments for its parameters. The order is the
// query's, and the limit the smaller one.
func (r RowsOf[T]) Find(q *Query[T], args ...any) ([]*T, error) {
	r.ask.Query, r.ask.Args = q, args
	return r.read()
}

func (r RowsOf[T]) read() (list []*T, err error) {
	if r.err != nil {
		return nil, r.err
	}
	err = r.rows.Select(r.ask, func(row any) error {
		list = append(list, row.(*T))
		return nil
	})
	return list, err
}

// First reads the first row of All. Without one it returns Get's error.
func (r RowsOf[T]) First(where ...predicate.Expr) (*T, error) {
	list, err := r.Limit(1).All(where...)
	switch {
	case err != nil:
		return nil, err
	case len(list) == 0:
		return nil, errNoRow()
	default:
		return list[0], nil
	}
}

// Count counts the rows that meet every condition.
func (r RowsOf[T]) Count(where ...predicate.Expr) (int64, error) {
	if r.err != nil {
		return 0, r.err
	}
	r.ask.Where = predicate.And(where...)
	return r.rows.Count(r.ask)
}

// Get reads the row with a key. Without one it returns a *problem.Error with the code problem.NotFound,
// which becomes a 404 if the code returns it.
func (r RowsOf[T]) Get(key any) (*T, error) { return r.get(key, false) }

// Lock reads the row with a key and locks it until the transaction ends: for changes that depend on its
// current values.
func (r RowsOf[T]) Lock(key any) (*T, error) { return r.get(key, true) }

func (r RowsOf[T]) get(key any, lock bool) (*T, error) {
	if r.err != nil {
		return nil, r.err
	}
	if r.ask.Filtered {
		return nil, errors.New("rows that are filtered are read by All, First, Find, Count or Groups, and not by their keys")
	}
	row, err := r.rows.Get(key, r.ask.Visible, lock)
	switch {
	case err != nil:
		return nil, err
	case row == nil:
		return nil, errNoRow()
	default:
		return row.(*T), nil
	}
}

func errNoRow() error { return problem.New(problem.NotFound, "Not found.") }

// Create stores a row, with the pairs of each ManyToMany, and sets its key. A zero time or uuid gets its
// generated default, such as "now"; any other zero value is stored.
func (r RowsOf[T]) Create(row *T) error {
	if r.err != nil {
		return r.err
	}
	return r.rows.Create(row)
}

// Update stores fields of a row: Update(ticket, &ticket.Status, &ticket.Closed). Without fields it
// stores all columns, and the pairs of each ManyToMany whose keys are not nil. Without the row it
// returns Get's error.
func (r RowsOf[T]) Update(row *T, fields ...any) error {
	if r.err != nil {
		return r.err
	}
	return r.rows.Update(row, fields)
}

// Delete removes the row with a key. Its ondelete determines the effect on rows that refer to it; for
// restrict, the error is a *problem.Error with the code problem.Conflict. Without the row it returns Get's
// error.
func (r RowsOf[T]) Delete(key any) error {
	if r.err != nil {
		return r.err
	}
	return r.rows.Delete(key)
}
