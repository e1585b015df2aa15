package store

import (
	"fmt"
	"strings"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/schema"
)

// Guard says which rows of a relation's other side a requester may see: those that meet one of
// the conditions. A relation without a guard shows all of them.
type Guard struct {
	Field *schema.Field
	Seen  []Seen // at least one; one that is False shows nothing
}

// Seen is a condition on the rows of a table, in the terms of a type that is stored there.
type Seen struct {
	Type  *schema.Type
	Where auth.Cond
	// Fixed says that nothing changes the rows, so that they need no lock: see Tx.Missing. A role
	// that may only read a table cannot lock its rows.
	Fixed bool
}

// guard is a Guard in SQL, on the rows of the other side's table, called x. Without one for the
// field the filter is nil.
type guard struct {
	field   *schema.Field
	filter  exp.Expression
	columns []*schema.Field // what its arguments are compared with
}

func newGuard(f *schema.Field, guards []Guard) (guard, error) {
	for _, g := range guards {
		if g.Field == f {
			return newSeen(f, g.Seen)
		}
	}
	return guard{}, nil
}

func newSeen(f *schema.Field, seen []Seen) (guard, error) {
	g := guard{field: f}
	kids := make([]exp.Expression, len(seen))
	for i, s := range seen {
		cond := condition{t: s.Type, as: "x"}
		var err error
		if kids[i], err = cond.expression(s.Where, false); err != nil {
			return guard{}, fmt.Errorf("rows of %s that may be seen: %w", f.Go, err)
		}
		g.columns = append(g.columns, cond.columns...)
	}
	g.filter = goqu.Or(kids...)
	return g, nil
}

// args are the guard's arguments for a request.
func (g guard) args(d *dialect, seen []Seen) []any {
	var args []any
	for _, s := range seen {
		args = append(args, s.Where.Args()...)
	}
	for i, f := range g.columns {
		args[i] = columnValue(d, f, args[i])
	}
	return args
}

// shape tells statements with different guards apart.
func shape(seen []Seen) string {
	var b strings.Builder
	for i, s := range seen {
		fmt.Fprintf(&b, "%d=%s:%s;", i, s.Type.Go, s.Where.Shape())
	}
	return b.String()
}

// guard returns a statement about f under a guard, and the guard's arguments.
func (c *Collection) guard(kind string, f *schema.Field, seen []Seen, build func(guard) (*statement, error)) (*statement, []any, error) {
	g, err := newSeen(f, seen)
	if err != nil {
		return nil, nil, c.wrap(err, kind)
	}
	q, err := c.guarded.get(fmt.Sprintf("%s:%d:%s", kind, f.Index, shape(seen)), func() (*statement, error) { return build(g) })
	if err != nil {
		return nil, nil, c.wrap(err, kind)
	}
	return q, g.args(c.db.dialect, seen), nil
}
