// Statements in the SQL of a team.

package database

import (
	"context"
	"database/sql"
	"fmt"
)

// maxRaw is how many statements of Raw are kept prepared.
const maxRaw = 256

// Raw is a statement that is written as a text, with the database's own placeholders. The first few
// hundred texts are kept prepared: values belong into the arguments.
func (db *DB) Raw(text string) *Statement {
	q, _ := db.raw.Get(text, func() (*Statement, error) { return &Statement{text: text}, nil })
	return q
}

// Scan runs a statement that gives rows, and gives the Scan of one after the other to fn until that
// fails.
func (s Session) Scan(ctx context.Context, q *Statement, fn func(scan func(dest ...any) error) error, args ...any) error {
	return s.each(ctx, q, func(rows *sql.Rows) error { return fn(rows.Scan) }, args)
}

// ReadOnly runs fn where statements read and cannot write: in PostgreSQL in a transaction that says so.
func (db *DB) ReadOnly(ctx context.Context, fn func(Session) error) error {
	if db.dialect.Name != "postgres" {
		return fn(db.Session()) // whose connections are query_only
	}
	tx, err := db.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("begin to read: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	return fn(Session{db: db, tx: tx})
}
