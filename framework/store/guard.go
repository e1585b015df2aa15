package store

import (
	"fmt"
	"strings"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// RowFilter says which rows of a relation's other side a requester may see: those that meet one of
// the conditions. A relation without a guard shows all of them. The field is the relation, the one
// that shows or counts its rows, or a reference on the way of a path.
type RowFilter struct {
	Field   *schema.Field
	Visible []Visibility // nil for all; one that is False shows nothing
}

// Visibility is a condition on the rows of a table, in the terms of a type that is stored there.
type Visibility struct {
	Type  *schema.Type
	Where predicate.Expr
	// Fixed says that nothing changes the rows, so that they need no lock: see Tx.Missing. A role
	// that may only read a table cannot lock its rows.
	Fixed bool
}

// guard is a RowFilter in SQL, on the rows of the other side's table. Without one for the field the
// filter is nil.
type guard struct {
	field     *schema.Field
	filter    exp.Expression
	count     int  // of its arguments
	requester bool // the argument is who asks
}

// newGuard is the guard of a field on rows that are called as.
func newGuard(d *database.Dialect, f *schema.Field, guards []RowFilter, as string) (guard, error) {
	for _, g := range guards {
		if g.Field == f && g.Visible != nil {
			return newVisibility(d, f, g.Visible, as)
		}
	}
	return guard{}, nil
}

func newVisibility(d *database.Dialect, f *schema.Field, seen []Visibility, as string) (guard, error) {
	g := guard{field: f}
	kids := make([]exp.Expression, len(seen))
	for i, s := range seen {
		cond := condition{dialect: d, t: s.Type, as: as}
		var err error
		if kids[i], err = cond.expression(s.Where, false); err != nil {
			return guard{}, fmt.Errorf("rows of %s that may be seen: %w", f.Go, err)
		}
	}
	g.count = len(guardArgs(d, seen))
	g.filter = goqu.Or(kids...)
	return g, nil
}

// guardArgs are the arguments of a guard for a request.
func guardArgs(d *database.Dialect, seen []Visibility) []any {
	var args []any
	for _, s := range seen {
		args = append(args, arguments(d, s.Type, s.Where)...)
	}
	return args
}

// shape tells statements with different guards apart.
func shape(seen []Visibility) string {
	var b strings.Builder
	b.Grow(256)
	for _, s := range seen {
		b.WriteString(s.Type.Go.String())
		b.WriteByte(':')
		b.WriteString(s.Where.Shape())
		b.WriteByte(';')
	}
	return b.String()
}

// guard returns a statement about f under a guard, and the guard's arguments.
func (c *Table) guard(kind string, f *schema.Field, seen []Visibility, build func(guard) (*database.Statement, error)) (*database.Statement, []any, error) {
	q, err := c.guarded.Get(fmt.Sprintf("%s:%d:%s", kind, f.Index, shape(seen)), func() (*database.Statement, error) {
		g, err := newVisibility(c.db.Dialect(), f, seen, "x")
		if err != nil {
			return nil, err
		}
		return build(g)
	})
	if err != nil {
		return nil, nil, c.wrap(err, kind)
	}
	return q, guardArgs(c.db.Dialect(), seen), nil
}
