package store

import (
	"context"
	"errors"
	"net"
	"time"

	"example.com/resourceful/framework/auth"
)

// Exec runs statements as they are, for what tests find or make by hand.
func (db *DB) Exec(ctx context.Context, text string) error {
	_, err := db.write.ExecContext(ctx, text)
	return err
}

// Number is the one number that a query gives.
func (db *DB) Number(ctx context.Context, query string) (n int64, err error) {
	err = db.write.QueryRowContext(ctx, query).Scan(&n)
	return n, err
}

// Texts are the texts that a query gives.
func (db *DB) Texts(ctx context.Context, query string) ([]string, error) {
	rows, err := db.write.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var texts []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		texts = append(texts, s)
	}
	return texts, rows.Err()
}

// ForgetAttempts lets the next counted failure remove what is past its time.
func ForgetAttempts(a auth.Attempts) { a.(*attempts).sweeper.last.Store(0) }

// ForgetSessions lets the next commit of a session remove the expired ones.
func ForgetSessions(s auth.Sessions) { s.(*sessions).sweeper.last.Store(0) }

// Exec runs a statement as it is in the transaction.
func (tx *Tx) Exec(text string) error {
	_, err := tx.s.tx.ExecContext(tx.ctx, text)
	return err
}

// Conns are the connections that are open, and those of them that are not in use.
func (db *DB) Conns() (open, idle int) {
	s := db.write.Stats()
	return s.OpenConnections, s.Idle
}

// Hold takes an advisory lock on a connection of its own, until the function that it returns is called.
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

// PostgresConfig reads an address of PostgreSQL.
var PostgresConfig = postgresConfig

// Row runs a statement for one number, as all that read one row do, or in a transaction.
func (db *DB) Row(ctx context.Context, text string, inTx bool) error {
	var n int64
	row := func(s session) error {
		_, err := s.row(ctx, &statement{text: text, once: true}, []any{&n})
		return err
	}
	if inTx {
		return db.inTx(ctx, row)
	}
	return row(session{db: db})
}

// Watched is a connection as those to PostgreSQL are.
func Watched(conn net.Conn, silence time.Duration) net.Conn {
	return &watchedConn{Conn: conn, silence: silence}
}
