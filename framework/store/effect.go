// Counts of the rows that a deletion concerns.

package store

import (
	"context"
	"slices"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// CountEffect counts, in a session, the visible rows that an effect of a deletion concerns; their type is
// of. It does not follow cycles of several tables.
func (c *Table) CountEffect(ctx context.Context, s database.Session, tables []schema.Table, e Effect, of *schema.Type, keys []schema.Key, visible ...Visibility) (n int64, err error) {
	cascade := cascade{d: c.dialect, tables: tables, root: c.spec.Type}
	q, err := c.many.Get("effect:"+e.Table+"."+e.Column+":"+query.Shape(visible), func() (*database.Statement, error) {
		where := []exp.Expression{cascade.affected(e)}
		if alive := query.Living(of, "t"); alive != nil {
			where = append(where, alive)
		}
		if len(visible) > 0 {
			seen, err := query.OneOf(c.dialect, visible, "t", false)
			if err != nil {
				return nil, err
			}
			where = append(where, seen)
		}
		rows := c.dialect.From(goqu.T(e.Table).As("t")).Select(goqu.L("count(*)")).Where(where...).Prepared(true)
		return database.Build(rows, cascade.args+len(query.VisibleArgs(c.dialect, visible)))
	})
	if err != nil {
		return 0, c.Wrap(err, "effect of deleting rows of")
	}
	cascade.affected(e) // counts the arguments
	args := slices.Repeat([]any{query.KeyList(c.dialect, keys)}, cascade.args)
	_, err = s.Row(ctx, q, []any{&n}, append(args, query.VisibleArgs(c.dialect, visible)...)...)
	return n, c.Wrap(err, "effect of deleting rows of")
}
