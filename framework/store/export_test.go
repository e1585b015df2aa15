package store

import (
	"context"
	"strings"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
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
	spans := spansBehind(by, s.After)
	filter, err := condition{dialect: v.dialect, t: v.spec.Type, as: "t"}.expression(where, false)
	if err != nil {
		return nil, err
	}
	most := v.most(where, spans, s.Limit+1)
	return v.explain(ctx, v.seekQuery(filter, spans, s.Back, most), v.with(v.seeking(spans, arguments(v.dialect, v.spec.Type, where), s.Limit+1)...))
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
