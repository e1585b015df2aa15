// The first row of each of some others, such as the next delivery of each webhook.

package record

import (
	"context"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
	"example.com/resourceful/framework/store/internal/query"
)

// FirstOfEach calls each with the first row that meets a condition among those with the same value of a column, for some
// values, in one statement. The rows have numbered keys, and come in the order of another column.
func FirstOfEach(ctx context.Context, c *store.Table, of *schema.Field, values []schema.Key, where predicate.Expr, order *schema.Field, each func(value, row schema.Key)) error {
	d, t := c.Dialect(), c.Type()
	q, err := c.Statement("first of each "+of.Column+" by "+order.Column+":"+where.Key(), func() (*database.Statement, error) {
		cond, err := query.Condition{Dialect: d, Type: t, As: "n"}.Expression(where, false)
		if err != nil {
			return nil, err
		}
		first := d.From(goqu.T(t.Table).As("n")).Select(goqu.L("MIN(?)", goqu.T("n").Col(t.Key.Column))).
			Where(goqu.L("? = ?", goqu.T("n").Col(of.Column), goqu.T("keys").Col("value")), cond)
		rows := query.KeyRows(d, t.Key).Prepared(true).
			InnerJoin(goqu.T(t.Table).As("d"), goqu.On(goqu.L("? = ?", goqu.T("d").Col(t.Key.Column), first))).
			Select(goqu.T("d").Col(of.Column), goqu.T("d").Col(t.Key.Column)).
			Order(goqu.T("d").Col(order.Column).Asc(), goqu.T("d").Col(t.Key.Column).Asc())
		return database.Build(rows, 1+len(query.Arguments(d, t, where)))
	})
	if err != nil {
		return c.Wrap(err, "find the first")
	}
	var value, row int64
	args := append([]any{query.KeyList(d, values)}, query.Arguments(d, t, where)...)
	err = c.Session().Each(ctx, q, []any{&value, &row}, func() error {
		each(schema.NumberKey(value), schema.NumberKey(row))
		return nil
	}, args...)
	return c.Wrap(err, "find the first")
}
