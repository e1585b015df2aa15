// Statements: prepared, limited in time, and run once.

package database

import (
	"context"
	"database/sql"
	"fmt"
	"sync/atomic"
)

// Statement is the text of a statement with its prepared forms, one for each pool, made at the first use.
// An unprepared statement takes two round trips to PostgreSQL, and behind a pooler the second may reach
// another session.
type Statement struct {
	// SingleUse marks a statement that is not worth keeping: it is prepared, used and closed.
	SingleUse bool
	// ByKey marks a statement that reads or writes a row of its table by a key: it takes almost no time,
	// and its caller's context does not end it.
	ByKey bool
	// Record marks a statement that reads a row by a key, with nested rows. In a transaction that reads
	// back its write, the context does not end it; outside of one it does.
	Record bool

	text                 string
	read, write, replica prepared

	runs    atomic.Int64 // number of running sends
	retired atomic.Bool
}

// begin registers a use of the statement until done. If single is true, the statement is prepared for this
// use only.
func (q *Statement) begin() (single bool) {
	q.runs.Add(1)
	return q.SingleUse || q.retired.Load()
}

// done closes a retired statement after its last use. Later uses keep nothing of it.
func (q *Statement) done() {
	if q.runs.Add(-1) == 0 && q.retired.Load() {
		q.close()
	}
}

// Retire implements Retirable.
func (q *Statement) Retire() {
	q.retired.Store(true)
	if q.runs.Load() == 0 {
		q.close()
	}
}

func (q *Statement) close() {
	for _, p := range []*prepared{&q.read, &q.write, &q.replica} {
		if stmt := p.stmt.Swap(nil); stmt != nil {
			_ = stmt.Close() // rows and transactions keep it open until they end
		}
	}
}

type prepared struct{ stmt atomic.Pointer[sql.Stmt] }

// get returns the prepared statement, or prepares it. Callers do not wait for each other's preparation,
// because a silent server would block all of them. The first result is kept.
func (p *prepared) get(ctx context.Context, pool *sql.DB, text string) (*sql.Stmt, error) {
	if stmt := p.stmt.Load(); stmt != nil {
		return stmt, nil
	}
	stmt, err := pool.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	if p.stmt.CompareAndSwap(nil, stmt) {
		return stmt, nil
	}
	_ = stmt.Close() // it was never run
	return p.stmt.Load(), nil
}

// Build makes a statement from a goqu query with a number of arguments.
func Build(query interface {
	ToSQL() (string, []any, error)
}, args int,
) (*Statement, error) {
	text, values, err := query.ToSQL()
	if err != nil {
		return nil, fmt.Errorf("build statement: %w", err)
	}
	if len(values) != args {
		return nil, fmt.Errorf("build statement: %d arguments, want %d: %s", len(values), args, text)
	}
	return &Statement{text: text}, nil
}

// Session runs statements: in a transaction, or on any connection for reading.
type Session struct {
	db    *DB
	tx    *sql.Tx // nil outside of a transaction
	reads bool    // tx is that of a snapshot
}

// Session returns a session for reading outside of a transaction.
func (db *DB) Session() Session { return Session{db: db} }

// Tx returns the transaction of the session, for statements without a Statement; nil outside of one.
func (s Session) Tx() *sql.Tx { return s.tx }

// bounded limits the context of one statement to the StatementTimeout, if the database cannot enforce it.
// end is called after the rows have been read. A ByKey statement is not limited: it ends before a limit
// could, and a limit costs two goroutines.
func (s Session) bounded(ctx context.Context, q *Statement) (bound context.Context, end context.CancelFunc) {
	switch {
	case s.db.statementTimeout <= 0:
		return ctx, noEnd
	case s.ofOneRow(q):
		return context.WithoutCancel(ctx), noEnd
	default:
		return context.WithTimeout(ctx, s.db.statementTimeout)
	}
}

// ofOneRow reports whether a statement is as fast as a look-up by key, and so is never ended.
func (s Session) ofOneRow(q *Statement) bool { return q.ByKey || q.Record && s.tx != nil }

// endable is bounded with an end function that also ends the statement.
func (s Session) endable(ctx context.Context, q *Statement) (bound context.Context, end context.CancelFunc) {
	bound, end = s.bounded(ctx, q)
	if s.db.statementTimeout <= 0 || s.ofOneRow(q) { // end does nothing
		return context.WithCancel(bound)
	}
	return bound, end
}

func noEnd() {}

// query runs a query. Outside of a transaction the query is a transaction itself: if the database aborts it
// because of concurrent ones before its first row, it is run again.
func (s Session) query(ctx context.Context, q *Statement, args ...any) (rows *sql.Rows, run *profiledRun, err error) {
	of := statementsOf(ctx)
	run = of.begin(q.text, args)
	defer run.ran()
	if of.counter.count(q.text); of.snapshot != nil && s.tx == nil {
		s = Session{db: s.db, tx: of.snapshot, reads: true}
	}
	if s.db.trace != nil {
		ended := s.db.trace(ctx, q.text)
		defer func() { ended(err) }()
	}
	if s.db.replica != nil && s.tx == nil {
		if _, may := mayLag(ctx); may {
			if rows, err = s.db.replica.query(ctx, q, args); err == nil || ctx.Err() != nil {
				return rows, run, err
			}
		}
	}
	rows, err = s.send(ctx, q, args)
	if err != nil && s.tx == nil {
		rows, err = s.retryQuery(ctx, q, args, err)
	}
	return rows, run, err
}

// retryQuery repeats a statement that has failed outside of a transaction.
func (s Session) retryQuery(ctx context.Context, q *Statement, args []any, failure error) (rows *sql.Rows, err error) {
	if !retryable(failure) {
		return nil, failure
	}
	err = s.db.retry(ctx, "query", func() (err error) {
		rows, err = s.send(ctx, q, args)
		return err
	})
	return rows, err
}

// send runs a query once.
func (s Session) send(ctx context.Context, q *Statement, args []any) (*sql.Rows, error) {
	switch {
	case s.db.simpleProtocol && s.tx != nil:
		return s.tx.QueryContext(ctx, q.text, args...)
	case s.db.simpleProtocol:
		return s.db.read.QueryContext(ctx, q.text, args...)
	}
	single := q.begin()
	defer q.done()
	stmt, err := s.prepared(ctx, q, single)
	if err != nil {
		return nil, err
	}
	if single && s.tx == nil {
		defer stmt.Close() // the rows keep it open until they are closed
	}
	return stmt.QueryContext(ctx, args...)
}

// Row runs a query of at most one row, and scans it.
func (s Session) Row(ctx context.Context, q *Statement, dests []any, args ...any) (found bool, err error) {
	ctx, end := s.bounded(ctx, q)
	defer end()
	rows, run, err := s.query(ctx, q, args...)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	if !run.next(rows) {
		return false, rows.Err()
	}
	if err := rows.Scan(dests...); err != nil {
		return true, err
	}
	return true, rows.Close() // the statement may fail after its row, which ends a transaction
}

// Each runs a query, and scans each row until fn fails. A list read under WithEnd may be ended early.
func (s Session) Each(ctx context.Context, q *Statement, dests []any, fn func() error, args ...any) error {
	return s.each(ctx, q, func(rows *sql.Rows) error {
		if err := rows.Scan(dests...); err != nil {
			return err
		}
		return fn()
	}, args)
}

// each runs a query, and calls fn with each row until fn fails.
func (s Session) each(ctx context.Context, q *Statement, fn func(*sql.Rows) error, args []any) error {
	ctx, enough := s.endable(ctx, q)
	defer enough()
	defer s.db.wal.trackRead(ctx)()
	rows, run, err := s.query(ctx, q, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for run.next(rows) {
		if err := fn(rows); err != nil {
			if s.tx == nil { // it would end the transaction
				enough() // otherwise PostgreSQL would send the rest of the list
			}
			return err
		}
	}
	return rows.Err()
}

// Insert runs a statement that stores one row and returns its key, and scans the key.
func (s Session) Insert(ctx context.Context, q *Statement, key any, args ...any) error {
	ctx, end := s.bounded(ctx, q)
	defer end()
	rows, run, err := s.query(ctx, q, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for run.next(rows) { // drain the rows: PostgreSQL reports a violated constraint only at the end
		if err := rows.Scan(key); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Exec runs a statement without result rows, and returns the number of affected rows.
func (s Session) Exec(ctx context.Context, q *Statement, args ...any) (n int64, err error) {
	result, err := s.exec(ctx, q, args)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// InsertNumbered runs an SQLite statement that stores one row without returning it, and returns its rowid.
func (s Session) InsertNumbered(ctx context.Context, q *Statement, args ...any) (id int64, err error) {
	result, err := s.exec(ctx, q, args)
	if err != nil {
		return 0, err
	}
	return result.LastInsertId()
}

func (s Session) exec(ctx context.Context, q *Statement, args []any) (result sql.Result, err error) {
	ctx, end := s.bounded(ctx, q)
	defer end()
	of := statementsOf(ctx)
	of.counter.count(q.text)
	run := of.begin(q.text, args)
	defer func() { run.ran(); run.changed(result, err) }()
	if s.db.trace != nil {
		ended := s.db.trace(ctx, q.text)
		defer func() { ended(err) }()
	}
	if s.db.simpleProtocol {
		return s.tx.ExecContext(ctx, q.text, args...)
	}
	single := q.begin()
	defer q.done()
	stmt, err := s.prepared(ctx, q, single)
	if err != nil {
		return nil, err
	}
	return stmt.ExecContext(ctx, args...)
}

// prepared returns the prepared form of a statement in use.
func (s Session) prepared(ctx context.Context, q *Statement, single bool) (*sql.Stmt, error) {
	switch {
	case s.tx == nil && single:
		return s.db.read.PrepareContext(ctx, q.text)
	case s.tx == nil:
		return q.read.get(ctx, s.db.read, q.text)
	case single || s.reads:
		return s.tx.PrepareContext(ctx, q.text) // closed when the transaction ends
	}
	if stmt := q.write.stmt.Load(); stmt != nil {
		return s.tx.StmtContext(ctx, stmt), nil
	}
	s.db.notePending(q)
	return s.tx.PrepareContext(ctx, q.text) // closed when the transaction ends
}

// notePending records a statement to be prepared permanently. This cannot happen at once: it needs a
// connection, and the transaction holds SQLite's only writer.
func (db *DB) notePending(q *Statement) {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.pending = append(db.pending, q)
}

// preparePending prepares the statements of earlier transactions. A failure is no reason to refuse the next
// transaction, which may not need them; they are recorded again at their next use. An unreachable database
// is a reason: otherwise each statement would find out separately.
func (db *DB) preparePending(ctx context.Context) error {
	db.mu.Lock()
	pending := db.pending
	db.pending = nil
	db.mu.Unlock()
	for _, q := range pending {
		if err := q.prepareWrite(ctx, db.write); err != nil && lostConnection(err) {
			return fmt.Errorf("prepare statement: %w", err)
		}
	}
	return nil
}

// prepareWrite prepares the statement for transactions, unless it is retired.
func (q *Statement) prepareWrite(ctx context.Context, pool *sql.DB) (err error) {
	defer q.done()
	if !q.begin() {
		_, err = q.write.get(ctx, pool, q.text)
	}
	return err
}
