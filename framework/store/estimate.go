// Estimates of numbers of rows.

package store

import (
	"context"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/store/internal/query"
)

// Estimate returns an estimate of how many rows meet the condition, from the statistics of PostgreSQL's
// planner, without reading rows. SQLite, without statistics for a condition, finds none.
func (c *Table) Estimate(ctx context.Context, where predicate.Expr) (rows int64, found bool, err error) {
	if c.dialect.Name != "postgres" {
		return 0, false, nil
	}
	q, err := c.counts.Get(statementKey{kind: "estimate:", condition: where.Key()}, func() (*database.Statement, error) {
		filter, err := query.Condition{Dialect: c.dialect, Type: c.spec.Type, As: "t"}.Expression(where, false)
		if err != nil {
			return nil, err
		}
		return database.Build(explained{"EXPLAIN (FORMAT JSON) ", c.From().Select(goqu.L("1")).Where(filter).Prepared(true)}, len(query.Arguments(c.dialect, c.spec.Type, where)))
	})
	if err != nil {
		return 0, false, c.Wrap(err, "estimate")
	}
	var text []byte
	if _, err = c.session.Row(ctx, q, []any{&text}, query.Arguments(c.dialect, c.spec.Type, where)...); err == nil {
		rows, err = plannedRows(text)
	}
	return rows, err == nil, c.Wrap(err, "estimate")
}
