// A team's own SQL statements.

package database

import (
	"context"
	"database/sql"
	"fmt"
)

// maxRaw is the largest number of statements of Raw that stay prepared.
const maxRaw = 256

// Raw returns a statement from its text, with the database's own placeholders. The first few hundred texts
// stay prepared, so values belong into the arguments.
func (db *DB) Raw(text string) *Statement {
	q, _ := db.raw.Get(text, func() (*Statement, error) { return &Statement{text: text}, nil })
	return q
}

// Scan runs a query, and calls fn with the Scan of each row until fn fails.
func (s Session) Scan(ctx context.Context, q *Statement, fn func(scan func(dest ...any) error) error, args ...any) error {
	return s.each(ctx, q, func(rows *sql.Rows) error { return fn(rows.Scan) }, args)
}

// ReadOnly runs fn with statements that cannot write: in PostgreSQL in a read-only transaction.
func (db *DB) ReadOnly(ctx context.Context, fn func(Session) error) error {
	if db.dialect.Name != "postgres" {
		return fn(db.Session()) // its connections are query_only
	}
	tx, err := db.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("begin to read: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	return fn(Session{db: db, tx: tx})
}
