// The state of a database, to know whether anything was committed since.

package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"
)

// stateTimeout is how long a statement for the state may take.
const stateTimeout = 5 * time.Second

// states asks for the state of a database. Callers that arrive while it asks share the next answer.
type states struct {
	ask func(ctx context.Context) (string, error)

	asking sync.Mutex
	mu     sync.Mutex
	next   *stateAnswer // not yet asked; nil for none
}

// stateAnswer is an answer for all who arrived before it was asked.
type stateAnswer struct {
	done  chan struct{}
	state string
	err   error
}

// State returns a text for the state of the database that everybody sees: of equal texts, nothing was committed between
// the first call and the last one, by no process. It is "" where that cannot be known, such as on a standby. Texts are
// comparable within this DB only.
func (db *DB) State(ctx context.Context) (string, error) {
	s := &db.states
	s.mu.Lock()
	answer, first := s.next, s.next == nil
	if first {
		answer = &stateAnswer{done: make(chan struct{})}
		s.next = answer
	}
	s.mu.Unlock()
	if first {
		s.answer(context.WithoutCancel(ctx), answer)
	}
	select {
	case <-answer.done:
		return answer.state, answer.err
	case <-ctx.Done():
		return "", fmt.Errorf("ask for the state of the database: %w", ctx.Err())
	}
}

// answer asks once the question before has been answered.
func (s *states) answer(ctx context.Context, to *stateAnswer) {
	ctx, cancel := context.WithTimeout(ctx, stateTimeout)
	defer cancel()
	s.asking.Lock()
	defer s.asking.Unlock()
	s.mu.Lock()
	s.next = nil // whoever arrives from now on may have seen a later commit
	s.mu.Unlock()
	defer close(to.done)
	if to.state, to.err = s.ask(ctx); to.err != nil {
		to.err = fmt.Errorf("ask for the state of the database: %w", to.err)
	}
}

// stateOfPrimary is the snapshot: a commit takes a transaction out of its list, or raises its end. A server that took
// over, or lost commits in a crash, may use the same numbers again; it has another timeline or another start. A standby
// has no list, so its snapshot tells nothing.
const stateOfPrimary = `SELECT CASE WHEN pg_is_in_recovery() THEN '' ELSE
	pg_current_snapshot()::text || ' ' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) || ' ' || pg_postmaster_start_time()::text END`

func (db *DB) statePostgres(ctx context.Context) (state string, err error) {
	err = db.read.QueryRowContext(ctx, stateOfPrimary).Scan(&state)
	return state, err
}

// fileState asks one connection to SQLite, which never writes: the numbers of another one differ.
type fileState struct {
	pool *sql.DB
	mu   sync.Mutex
	conn *sql.Conn // nil before the first question, and after an error
	nth  int       // of the connection
}

func (f *fileState) ask(ctx context.Context) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.conn == nil {
		conn, err := f.pool.Conn(ctx)
		if err != nil {
			return "", err
		}
		f.conn = conn
		f.nth++
	}
	var version int64
	if err := f.conn.QueryRowContext(ctx, "PRAGMA data_version").Scan(&version); err != nil {
		err = errors.Join(err, f.conn.Close())
		f.conn = nil
		return "", err
	}
	return strconv.Itoa(f.nth) + "." + strconv.FormatInt(version, 10), nil
}

// close closes the connection; f may be nil.
func (f *fileState) close() error {
	if f == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var err error
	if f.conn != nil {
		err = f.conn.Close()
	}
	return errors.Join(err, f.pool.Close())
}
