// Reading one state of the database in several statements.

package database

import (
	"context"
	"database/sql"
	"fmt"
)

// Snapshot runs fn with a context whose statements outside of transactions read one state of the database, whatever others
// write meanwhile. They are read by one connection, one after the other. fn must not write.
func (db *DB) Snapshot(ctx context.Context, fn func(ctx context.Context) error) error {
	opts := &sql.TxOptions{ReadOnly: true}
	if db.dialect.Name == "postgres" {
		opts.Isolation = sql.LevelRepeatableRead // every transaction of SQLite reads one state
	}
	tx, err := db.read.BeginTx(ctx, opts)
	if err != nil {
		return fmt.Errorf("begin to read one state: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	of := statementsOf(ctx)
	of.snapshot = tx
	return fn(of.in(ctx))
}

// InSnapshot reports whether the context is that of Snapshot.
func InSnapshot(ctx context.Context) bool { return statementsOf(ctx).snapshot != nil }

// statements is what a context says of statements. It is one value, because each look into some contexts allocates.
type statements struct {
	counter  *Counter
	snapshot *sql.Tx  // that of Snapshot; nil outside of it
	profile  *Profile // nil to measure nothing
	plans    bool     // see Profile.Planned
}

type statementsKey struct{}

func (s statements) in(ctx context.Context) context.Context {
	return context.WithValue(ctx, statementsKey{}, &s)
}

func statementsOf(ctx context.Context) statements {
	if b, has := ctx.Value(statementsKey{}).(*statements); has {
		return *b
	}
	return statements{}
}
