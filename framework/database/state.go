// The state of a database, to know whether anything was committed since.

package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"
)

// stateTimeout is how long a statement for the state may take.
const stateTimeout = 5 * time.Second

// states asks for the state of a database on a connection of its own, so that it waits for no other work. Callers that
// arrive while it asks share the next answer.
type states struct {
	pool *sql.DB // nil if the state cannot be known
	text string  // of the statement
	log  *slog.Logger

	mu      sync.Mutex
	running bool
	next    *stateAnswer // not yet asked; nil for none
	closed  bool

	// Only the one who asks uses these.
	conn    *sql.Conn // nil before the first question, and after an error
	nth     int       // of the connection
	failing bool      // the last question failed
}

// stateAnswer is an answer for all who arrived before it was asked.
type stateAnswer struct {
	done  chan struct{}
	state string
	err   error
}

// askOn makes a statement on a pool of its own tell the state.
func (s *states) askOn(pool *sql.DB, text string, log *slog.Logger) {
	s.pool, s.text, s.log = pool, text, log
}

// State returns a text for the state of the database. If two texts are equal, no process committed anything between the
// calls. It is "" where that cannot be known, such as on a standby. Texts are comparable within this DB only. The first of
// several errors is logged.
func (db *DB) State(ctx context.Context) (string, error) {
	s := &db.states
	if s.pool == nil {
		return "", nil
	}
	if err := ctx.Err(); err != nil {
		return "", fmt.Errorf("ask for the state of the database: %w", err)
	}
	s.mu.Lock()
	answer := s.next
	if answer == nil {
		answer = &stateAnswer{done: make(chan struct{})}
		s.next = answer
	}
	if !s.running && !s.closed {
		s.running = true
		go s.run()
	}
	closed := s.closed
	s.mu.Unlock()
	if closed {
		return "", errors.New("ask for the state of the database: it is closed")
	}
	select {
	case <-answer.done:
		return answer.state, answer.err
	case <-ctx.Done():
		return "", fmt.Errorf("ask for the state of the database: %w", ctx.Err())
	}
}

// run asks for as long as somebody waits.
func (s *states) run() {
	for {
		s.mu.Lock()
		answer := s.next
		s.next = nil // whoever arrives from now on may have seen a later commit
		if answer == nil || s.closed {
			s.running = false
			closed := s.closed
			s.mu.Unlock()
			if closed {
				s.end(answer)
			}
			return
		}
		s.mu.Unlock()
		if answer.state, answer.err = s.ask(); answer.err != nil {
			answer.err = fmt.Errorf("ask for the state of the database: %w", answer.err)
			if !s.failing {
				s.log.Warn("the state of the database cannot be asked for: lists with KeepLists are read each time", "error", answer.err)
			}
		}
		s.failing = answer.err != nil
		close(answer.done)
	}
}

// ask asks once. Another connection has another number: its texts cannot be compared with those of the last one.
func (s *states) ask() (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), stateTimeout)
	defer cancel()
	if s.conn == nil {
		conn, err := s.pool.Conn(ctx)
		if err != nil {
			return "", err
		}
		s.conn = conn
		s.nth++
	}
	var state string
	if err := s.conn.QueryRowContext(ctx, s.text).Scan(&state); err != nil {
		err = errors.Join(err, s.conn.Close())
		s.conn = nil
		return "", err
	}
	if state == "" {
		return "", nil
	}
	return strconv.Itoa(s.nth) + "." + state, nil
}

// close closes the connection once the last question has been answered.
func (s *states) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed = true; !s.running && s.pool != nil {
		s.end(s.next)
	}
}

// end closes the connection, and refuses those who still wait.
func (s *states) end(waiting *stateAnswer) {
	if s.conn != nil {
		_ = s.conn.Close()
	}
	_ = s.pool.Close()
	if waiting != nil {
		waiting.err = errors.New("ask for the state of the database: it is closed")
		close(waiting.done)
	}
}

// stateOfSQLite counts the commits of all other connections, since this one was opened. It never writes.
const stateOfSQLite = "PRAGMA data_version"

// stateOfPrimary is the snapshot: a commit takes a transaction out of its list, or raises its end. A server that has lost
// commits in a crash may use the same numbers again. Then it was started or its statistics were reset, which shows through
// a pooler too. A standby has no list, so its snapshot tells nothing.
const stateOfPrimary = `SELECT CASE WHEN pg_is_in_recovery() THEN '' ELSE
	concat_ws(' ', pg_current_snapshot(), pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time()) END`
