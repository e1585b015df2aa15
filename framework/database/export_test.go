// Doors into the package for its tests.

package database

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"
)

// Conns are the connections that are open, and those of them that are not in use.
func (db *DB) Conns() (open, idle int) {
	s := db.write.Stats()
	return s.OpenConnections, s.Idle
}

// Number is the one number that a query gives, outside of a transaction.
func (db *DB) Number(ctx context.Context, query string) (n int64, err error) {
	err = db.write.QueryRowContext(ctx, query).Scan(&n)
	return n, err
}

// Hold takes an advisory lock on a separate connection, until the function that it returns is called.
func (db *DB) Hold(ctx context.Context, key int) (release func() error, err error) {
	conn, err := db.write.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		return nil, err
	}
	return func() error {
		_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock_all()")
		return errors.Join(err, conn.Close())
	}, nil
}

// SetMaxConns bounds the connections to the database itself.
func (db *DB) SetMaxConns(n int) { db.write.SetMaxOpenConns(n) }

// EmptyLog moves the log of SQLite into the file, and reports whether nothing is left.
func (db *DB) EmptyLog(ctx context.Context) bool { return db.wal.reset(ctx) }

// LimitPages leaves SQLite room for a few more pages, as a disk that is almost full.
func (db *DB) LimitPages(ctx context.Context) error {
	pages, err := db.Number(ctx, "PRAGMA page_count")
	if err == nil {
		_, err = db.Number(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", pages+8))
	}
	return err
}

// PostgresConfig reads an address of PostgreSQL.
var PostgresConfig = postgresConfig

// Row runs a statement for one number, as all that read one row do, or in a transaction.
func (db *DB) Row(ctx context.Context, text string, inTx bool) error {
	var n int64
	row := func(s Session) error {
		_, err := s.Row(ctx, &Statement{text: text, SingleUse: true}, []any{&n})
		return err
	}
	if inTx {
		return db.Write(ctx, row)
	}
	return row(db.Session())
}

// Watched is a connection as those to PostgreSQL are.
func Watched(conn net.Conn, readTimeout time.Duration) net.Conn {
	return &watchedConn{Conn: conn, readTimeout: readTimeout}
}

// NewStatement is a statement of the text.
func NewStatement(text string) *Statement { return &Statement{text: text} }

// IsPrepared reports whether anything is kept prepared of the statement.
func (q *Statement) IsPrepared() bool {
	return q.read.stmt.Load() != nil || q.write.stmt.Load() != nil || q.replica.stmt.Load() != nil
}

// WithoutValues replaces the values in a plan of PostgreSQL.
var WithoutValues = withoutValues

// AskState makes another statement ask for the state, and returns that of before.
func (db *DB) AskState(text string) (before string) {
	before, db.states.text = db.states.text, text
	return before
}
