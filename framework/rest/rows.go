package rest

import (
	"reflect"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
)

// RowsOf are the rows of T, as the code of a team reads and writes them: see Rows.
type RowsOf[T any] struct {
	rows plan.Rows
	err  error // T has no rows
	ask  plan.Question
}

// Rows are the rows of T, in the transaction of the call where there is one: they show what it has
// written, and what they write is stored or not with it. T is the struct of a resource of the set, or
// one that a relation of theirs leads to; of another type every method returns an error. Of a type that
// several view sets serve, the table of the first counts.
//
//	open, err := rest.Rows[Ticket](call).Order("-created").Limit(10).All(predicate.Eq("status", "open"))
//
// They are all rows: the code of a team is trusted, and no rule is asked. See Visible. A write is
// made as the struct says: rules of fields, Validate, BeforeSave and hooks are for clients' requests, and are not
// run. Constraints hold; what they refuse is the same *problem.Error as for a client, which is the answer
// where the code returns it.
//
// Conditions compare members by their names, also along relations: predicate.Eq("project.owner", id).
// A name that there is not is an error of the first call; those of a Query are found at start-up.
func Rows[T any](c *Call) RowsOf[T] {
	rows, err := c.call.Rows(reflect.TypeFor[T]())
	return RowsOf[T]{rows: rows, err: err}
}

// Visible are those of the rows that the requester may read, by the rules of the resources that serve
// them. It is an error where no resource does, or where a rule has no SQL form. It makes no difference
// to what is written.
func (r RowsOf[T]) Visible() RowsOf[T] {
	r.ask.Visible = true
	return r
}

// Order sorts what All and First read by members, "-" before one for descending, and then by the key.
func (r RowsOf[T]) Order(names ...string) RowsOf[T] {
	r.ask.Order = names
	return r
}

// Limit is how many rows All and Find read at most; 0 for all, which are then in memory all at once.
func (r RowsOf[T]) Limit(n int) RowsOf[T] {
	r.ask.Limit = int64(n)
	return r
}

// All reads the rows for which all of the conditions hold.
func (r RowsOf[T]) All(where ...predicate.Expr) ([]*T, error) {
	r.ask.Where = predicate.And(where...)
	return r.read()
}

// Find is All for a declared query, with arguments for its parameters. Its own order and limit count.
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

// First is the first of the rows that All would read; without one it is Get's error.
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

// Count is how many rows there are for which all of the conditions hold.
func (r RowsOf[T]) Count(where ...predicate.Expr) (int64, error) {
	if r.err != nil {
		return 0, r.err
	}
	r.ask.Where = predicate.And(where...)
	return r.rows.Count(r.ask)
}

// Get reads the row with a key. Without one the error is a *problem.Error, problem.NotFound: 404 where
// the code returns it.
func (r RowsOf[T]) Get(key any) (*T, error) { return r.get(key, false) }

// Lock is Get of a row that nobody else changes until the transaction ends: for changes that depend on
// what the row says now.
func (r RowsOf[T]) Lock(key any) (*T, error) { return r.get(key, true) }

func (r RowsOf[T]) get(key any, lock bool) (*T, error) {
	if r.err != nil {
		return nil, r.err
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

// Create stores a row and sets its key. Fields hold what the struct holds; only a time and a uuid that are
// zero get a default that is made anew for each row, such as "now". The keys of a ManyToMany are
// joined.
func (r RowsOf[T]) Create(row *T) error {
	if r.err != nil {
		return r.err
	}
	return r.rows.Create(row)
}

// Update stores fields of a row under its key: Update(ticket, &ticket.Status, &ticket.Closed). Without
// fields it stores all columns, and those ManyToMany whose keys are not nil. A row that is not there
// is Get's error.
func (r RowsOf[T]) Update(row *T, fields ...any) error {
	if r.err != nil {
		return r.err
	}
	return r.rows.Update(row, fields)
}

// Delete removes the row with a key. What refers to it goes with it, stays without the reference, or
// keeps it: then the error is a *problem.Error, problem.Conflict. A row that is not there is Get's error.
func (r RowsOf[T]) Delete(key any) error {
	if r.err != nil {
		return r.err
	}
	return r.rows.Delete(key)
}
