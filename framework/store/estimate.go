// How many rows the database expects.

package store

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/store/internal/query"
)

// Estimate is how many rows meet the condition, as the planner of PostgreSQL expects from its statistics,
// without a look at them. SQLite, which has none of a condition, finds no estimate.
func (c *Table) Estimate(ctx context.Context, where predicate.Expr) (rows int64, found bool, err error) {
	if c.dialect.Name != "postgres" {
		return 0, false, nil
	}
	q, err := c.counts.Get(statementKey{kind: "estimate:", condition: where.Key()}, func() (*database.Statement, error) {
		filter, err := query.Condition{Dialect: c.dialect, Type: c.spec.Type, As: "t"}.Expression(where, false)
		if err != nil {
			return nil, err
		}
		return database.Build(explained{"EXPLAIN (FORMAT JSON) ", c.from().Select(goqu.L("1")).Where(filter).Prepared(true)}, len(query.Arguments(c.dialect, c.spec.Type, where)))
	})
	if err != nil {
		return 0, false, c.wrap(err, "estimate")
	}
	var text []byte
	if _, err = c.session.Row(ctx, q, []any{&text}, query.Arguments(c.dialect, c.spec.Type, where)...); err == nil {
		rows, err = plannedRows(text)
	}
	return rows, err == nil, c.wrap(err, "estimate")
}

// explained asks for the plan of a query in place of its rows.
type explained struct {
	word  string
	query *goqu.SelectDataset
}

// ToSQL is called by database.Build.
func (e explained) ToSQL() (string, []any, error) {
	text, args, err := e.query.ToSQL()
	return e.word + text, args, err
}

// plannedRows is how many rows a plan of PostgreSQL expects.
func plannedRows(text []byte) (int64, error) {
	var plans []struct {
		Plan struct {
			Rows float64 `json:"Plan Rows"`
		}
	}
	if err := json.Unmarshal(text, &plans); err != nil {
		return 0, fmt.Errorf("read a plan: %w", err)
	}
	if len(plans) == 0 {
		return 0, fmt.Errorf("read a plan: there is none in %s", text)
	}
	return int64(plans[0].Plan.Rows), nil
}
