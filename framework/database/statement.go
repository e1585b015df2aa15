// Statements: prepared, bounded in time, run once.

package database

import (
	"context"
	"database/sql"
	"fmt"
	"sync/atomic"
)

// Statement is the text of a statement and its prepared forms, one for each pool, made when they
// are first needed. Statements are prepared because an unprepared one takes two trips to
// PostgreSQL, and behind a pooler the second may reach another session.
type Statement struct {
	// SingleUse is set where the statement is not worth keeping: it is prepared, used and closed.
	SingleUse bool
	// ByKey is set where the statement reads or writes a row of its table by a key: it takes next to no time,
	// and is not ended by the context of its caller.
	ByKey bool
	// Record is set where the statement reads a row by a key, with rows that it nests. A transaction that
	// reads back what it has written is not ended by it; a list of many nested rows that is only read is.
	Record bool

	text                 string
	read, write, replica prepared

	runs    atomic.Int64 // how many are being sent
	retired atomic.Bool
}

// begin notes that the statement is sent, until done. Where single is true it is prepared for this one
// time, and nothing is kept of it.
func (q *Statement) begin() (single bool) {
	q.runs.Add(1)
	return q.SingleUse || q.retired.Load()
}

// done closes a retired statement that nobody sends any more. Whoever begins later keeps nothing of it.
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
			_ = stmt.Close() // rows and transactions that have it keep it open until they end
		}
	}
}

type prepared struct{ stmt atomic.Pointer[sql.Stmt] }

// get returns the prepared statement, or prepares it. Nobody waits for another who does: that one
// may find the server silent, and then one would wait after the other. The first to end is kept.
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
	_ = stmt.Close() // it has run nothing
	return p.stmt.Load(), nil
}

// Build turns what goqu has built into a statement, which takes that many arguments.
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

// Session is where statements run: in a transaction, or on any connection for reading.
type Session struct {
	db *DB
	tx *sql.Tx // nil outside of a transaction
}

// Session is where statements run that read, outside of a transaction.
func (db *DB) Session() Session { return Session{db: db} }

// Tx is the transaction of the session, for statements that no Statement is made of; nil outside.
func (s Session) Tx() *sql.Tx { return s.tx }

// bounded gives the context of one statement the StatementTimeout, where the database has none
// itself. It ends after the rows have been read. One that is ByKey is over before anybody could end
// it, and to be able to would cost two goroutines each time.
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

// ofOneRow reports whether a statement is as quick as a look-up by key, and is never ended.
func (s Session) ofOneRow(q *Statement) bool { return q.ByKey || q.Record && s.tx != nil }

// endable is bounded with an end that ends the statement too.
func (s Session) endable(ctx context.Context, q *Statement) (bound context.Context, end context.CancelFunc) {
	bound, end = s.bounded(ctx, q)
	if s.db.statementTimeout <= 0 || s.ofOneRow(q) { // end ends nothing
		return context.WithCancel(bound)
	}
	return bound, end
}

func noEnd() {}

// query runs a statement that gives rows. Outside of a transaction the statement is a transaction itself, which
// the database may end because of others before it has given anything: then it is run again.
func (s Session) query(ctx context.Context, q *Statement, args ...any) (rows *sql.Rows, err error) {
	if c, ok := ctx.Value(counterKey{}).(*Counter); ok {
		c.count(q.text)
	}
	if s.db.trace != nil {
		ended := s.db.trace(ctx, q.text)
		defer func() { ended(err) }()
	}
	if s.db.replica != nil && s.tx == nil {
		if _, may := mayLag(ctx); may {
			if rows, err = s.db.replica.query(ctx, q, args); err == nil || ctx.Err() != nil {
				return rows, err
			}
		}
	}
	rows, err = s.send(ctx, q, args)
	if err != nil && s.tx == nil {
		return s.retryQuery(ctx, q, args, err)
	}
	return rows, err
}

// retryQuery runs a statement again after it has failed outside of a transaction.
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

// send runs a statement that gives rows, once.
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

// Row runs a statement that reads one row or none, and scans it.
func (s Session) Row(ctx context.Context, q *Statement, dests []any, args ...any) (found bool, err error) {
	ctx, end := s.bounded(ctx, q)
	defer end()
	rows, err := s.query(ctx, q, args...)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	if !rows.Next() {
		return false, rows.Err()
	}
	if err := rows.Scan(dests...); err != nil {
		return true, err
	}
	return true, rows.Close() // where the statement fails after its row, which ends a transaction
}

// Each runs a statement that gives rows, and scans one after the other until fn fails. A list that
// is read under WithEnd may be ended before its time.
func (s Session) Each(ctx context.Context, q *Statement, dests []any, fn func() error, args ...any) error {
	return s.each(ctx, q, func(rows *sql.Rows) error {
		if err := rows.Scan(dests...); err != nil {
			return err
		}
		return fn()
	}, args)
}

// each runs a statement that gives rows, and gives one after the other to fn until that fails.
func (s Session) each(ctx context.Context, q *Statement, fn func(*sql.Rows) error, args []any) error {
	ctx, enough := s.endable(ctx, q)
	defer enough()
	defer s.db.wal.trackRead(ctx)()
	rows, err := s.query(ctx, q, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := fn(rows); err != nil {
			if s.tx == nil { // whose end this would be too
				enough() // or else PostgreSQL would send the rest of the list, to be thrown away
			}
			return err
		}
	}
	return rows.Err()
}

// Insert runs a statement that stores one row and gives back its key, and scans that.
func (s Session) Insert(ctx context.Context, q *Statement, key any, args ...any) error {
	ctx, end := s.bounded(ctx, q)
	defer end()
	rows, err := s.query(ctx, q, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() { // drain the rows: PostgreSQL reports a violated constraint only at the end
		if err := rows.Scan(key); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Exec runs a statement that gives no rows, and returns how many it concerned.
func (s Session) Exec(ctx context.Context, q *Statement, args ...any) (n int64, err error) {
	result, err := s.exec(ctx, q, args)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// InsertNumbered runs a statement of SQLite that stores one row and gives nothing back, and returns its rowid.
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
	if c, ok := ctx.Value(counterKey{}).(*Counter); ok {
		c.count(q.text)
	}
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

// prepared is a statement, which has begun, in its prepared form.
func (s Session) prepared(ctx context.Context, q *Statement, single bool) (*sql.Stmt, error) {
	switch {
	case s.tx == nil && single:
		return s.db.read.PrepareContext(ctx, q.text)
	case s.tx == nil:
		return q.read.get(ctx, s.db.read, q.text)
	case single:
		return s.tx.PrepareContext(ctx, q.text) // closed when the transaction ends
	}
	if stmt := q.write.stmt.Load(); stmt != nil {
		return s.tx.StmtContext(ctx, stmt), nil
	}
	s.db.notePending(q)
	return s.tx.PrepareContext(ctx, q.text) // closed when the transaction ends
}

// notePending notes a statement to be prepared for good. That cannot happen at once: it needs a
// connection, and SQLite has but one writer, which the transaction holds.
func (db *DB) notePending(q *Statement) {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.pending = append(db.pending, q)
}

// preparePending prepares what earlier transactions have used. What cannot be prepared is no reason
// to refuse the next transaction, which may not need it; it is noted again when it is next used.
// That the database is out of reach is one: nobody has to find that out for each statement anew.
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

// prepareWrite prepares the statement for transactions, unless nothing is kept of it.
func (q *Statement) prepareWrite(ctx context.Context, pool *sql.DB) (err error) {
	defer q.done()
	if !q.begin() {
		_, err = q.write.get(ctx, pool, q.text)
	}
	return err
}
