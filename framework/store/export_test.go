// Doors into the package for its tests.

package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/store/internal/query"
)

// Exec runs a statement as it is in the transaction.
func (tx *Tx) Exec(text string) error {
	_, err := tx.s.Tx().ExecContext(tx.ctx, text)
	return err
}

// ExplainSeek is how the database runs a Seek.
func (v Scoped) ExplainSeek(ctx context.Context, where predicate.Expr, s Seek) (lines []string, err error) {
	by := v.order
	if s.Back {
		by = reversed(by)
	}
	spans := query.SpansBehind(v.dialect, by, s.After)
	filter, err := query.Condition{Dialect: v.dialect, Type: v.spec.Type, As: "t"}.Expression(where, false)
	if err != nil {
		return nil, err
	}
	most := v.most(where, s.Limit+1)
	return v.explain(ctx, v.seekQuery(filter, spans, s.Back, most), v.with(v.seeking(spans, query.Arguments(v.dialect, v.spec.Type, where), s.Limit+1)...))
}

// ExplainDeepPage is how the database runs a Page with a large offset.
func (v Scoped) ExplainDeepPage(ctx context.Context, offset, limit int64) (lines []string, err error) {
	return v.explain(ctx, v.deepPage(goqu.And()), v.with(v.picking(offset, []any{limit, offset})...))
}

// PlannedSeeks prepares a Seek and runs it eight times on one connection of PostgreSQL, which plans a statement anew at
// each of the first five. It gives how many of the runs had the plan for any values, and how that plan reads the rows.
func (v Scoped) PlannedSeeks(ctx context.Context, s Seek) (generic int64, lines []string, err error) {
	by := v.order
	if s.Back {
		by = reversed(by)
	}
	spans := query.SpansBehind(v.dialect, by, s.After)
	text, _, err := v.seekQuery(goqu.And(), spans, s.Back, v.most(predicate.Constant(true), s.Limit+1)).ToSQL()
	if err != nil {
		return 0, nil, err
	}
	var literals []string
	for _, arg := range v.with(v.seeking(spans, nil, s.Limit+1)...) {
		if moment, ok := arg.(time.Time); ok {
			arg = moment.Format(time.RFC3339Nano)
		}
		literals = append(literals, "'"+fmt.Sprint(arg)+"'")
	}
	execute := "EXECUTE sought (" + strings.Join(literals, ", ") + ")"
	err = v.db.Write(ctx, func(session database.Session) error {
		statements := append([]string{"PREPARE sought AS " + text}, slices.Repeat([]string{execute}, 8)...)
		for _, text := range statements {
			if _, err := session.Tx().ExecContext(ctx, text); err != nil {
				return fmt.Errorf("%s: %w", text, err)
			}
		}
		if err := session.Tx().QueryRowContext(ctx, "SELECT generic_plans FROM pg_prepared_statements WHERE name = 'sought'").Scan(&generic); err != nil {
			return err
		}
		if _, err := session.Tx().ExecContext(ctx, "SET LOCAL plan_cache_mode = force_generic_plan"); err != nil {
			return err
		}
		rows, err := session.Tx().QueryContext(ctx, "EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF) "+execute)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var line string
			if err := rows.Scan(&line); err != nil {
				return err
			}
			lines = append(lines, strings.TrimSpace(line))
		}
		if err := rows.Err(); err != nil {
			return err
		}
		_, err = session.Tx().ExecContext(ctx, "DEALLOCATE sought")
		return err
	})
	return generic, lines, err
}

func (v Scoped) explain(ctx context.Context, query *goqu.SelectDataset, args []any) (lines []string, err error) {
	word, line, skipped := "EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF) ", "", ""
	dests := []any{&line}
	if v.dialect.Name == "sqlite" {
		word, dests = "EXPLAIN QUERY PLAN ", []any{&skipped, &skipped, &skipped, &line}
	}
	q, err := database.Build(explained{word, query}, len(args))
	if err != nil {
		return nil, err
	}
	err = v.session.Each(ctx, q, dests, func() error {
		lines = append(lines, strings.TrimSpace(line))
		return nil
	}, args...)
	return lines, err
}
