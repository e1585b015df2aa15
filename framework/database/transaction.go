// Transactions, repeated if the database aborts them.

package database

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/lib/pq"
	"github.com/lib/pq/pqerror"
)

// maxAttempts is the largest number of runs of a transaction that the database aborts because of concurrent
// ones.
const maxAttempts = 8

// Write runs fn in one transaction, which is committed if fn returns nil and rolled back if it fails or
// panics. SQLite has one writer, so fn must not begin a second transaction. A write outside of a
// transaction is unsafe: the driver repeats it if the reply to the first run is lost, and reports success.
//
// The database may abort a transaction because of concurrent ones (serialization failure, deadlock), or may
// have become a server that takes no writes. fn is then run again, at most eight times in all, and has to
// start from the beginning. A transaction with an unknown outcome is never repeated.
func (db *DB) Write(ctx context.Context, fn func(Session) error) error {
	return db.retry(ctx, "transaction", func() error {
		err := db.attempt(ctx, fn)
		if errors.Is(err, errStandby) {
			db.dropIdle()
		}
		return err
	})
}

// retry repeats a function up to maxAttempts times, as long as its error is retryable. The pauses grow and
// vary, so that conflicting transactions do not meet again.
func (db *DB) retry(ctx context.Context, what string, run func() error) error {
	for try := 1; ; try++ {
		err := run()
		if err == nil || try == maxAttempts || !retryable(err) {
			return err
		}
		db.retried.Add(1)
		db.log.InfoContext(ctx, what+" is run again", "try", try+1, "reason", err)
		pause := min(100*time.Millisecond, 5*time.Millisecond<<try)
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(pause/4 + rand.N(pause)):
		}
	}
}

// attempt runs fn in one transaction, once.
func (db *DB) attempt(ctx context.Context, fn func(Session) error) error {
	if err := db.preparePending(ctx); err != nil {
		return err
	}
	ended := func(error) {}
	if db.trace != nil {
		ended = db.trace(ctx, "BEGIN")
	}
	tx, err := db.write.BeginTx(ctx, nil)
	ended(err)
	if err != nil {
		return fmt.Errorf("begin transaction: %w", asStandby(err, pqerror.FeatureNotSupported))
	}
	// After a commit this does nothing; it handles errors and panics. If it fails, the connection is
	// closed, and the server rolls back.
	defer func() { _ = tx.Rollback() }()
	if err := fn(Session{db: db, tx: tx}); err != nil {
		return asStandby(err, pqerror.ReadOnlySQLTransaction)
	}
	if err := db.file.check(); err != nil {
		return fmt.Errorf("commit transaction: %w", err)
	}
	if db.trace != nil {
		ended = db.trace(ctx, "COMMIT")
	}
	err = tx.Commit()
	ended(err)
	if err != nil {
		return fmt.Errorf("commit transaction: %w", commitError(err))
	}
	if db.wal != nil {
		db.wal.committed()
	}
	return nil
}

// EndUnknown reports whether err belongs to a transaction with an unknown outcome: its commit was sent, and
// the database did not refuse it.
func EndUnknown(err error) bool {
	_, ok := errors.AsType[*endUnknown](err)
	return ok
}

// endUnknown is the error of a commit with an unknown outcome.
type endUnknown struct{ error }

func (e *endUnknown) Unwrap() error { return e.error }

// RefusedAtCommit returns the constraint that refused a commit, which is a deferred one.
func RefusedAtCommit(err error) (Violation, bool) {
	if _, ok := errors.AsType[*refusedCommit](err); !ok {
		return Violation{}, false
	}
	return ViolationOf(err)
}

// refusedCommit is the error of a commit that a deferred constraint refused, so that nothing was stored.
type refusedCommit struct{ error }

func (e *refusedCommit) Unwrap() error { return e.error }

// commitError marks an error of a commit as unknown, unless it reports a rollback: because of concurrent
// transactions, or of a deferred constraint.
func commitError(err error) error {
	if _, refused := ViolationOf(err); refused {
		return &refusedCommit{err}
	}
	if e, ok := errors.AsType[*pq.Error](err); ok && e.Code != pqerror.TRStatementCompletionUnknown && strings.HasPrefix(string(e.Code), "40") {
		return err
	}
	return &endUnknown{err}
}

// retryable reports whether a transaction that failed with err should be repeated: it was rolled back, and
// may succeed the next time.
func retryable(err error) bool {
	return errors.Is(err, errStandby) || Aborted(err)
}

// Aborted reports whether the database has rolled back a transaction because of concurrent ones (serialization failure,
// deadlock), so that it may run again from its beginning.
func Aborted(err error) bool {
	e, ok := errors.AsType[*pq.Error](err)
	return ok && (e.Code == pqerror.TRSerializationFailure || e.Code == pqerror.TRDeadlockDetected)
}

// LockTimedOut reports whether PostgreSQL has ended a statement because it waited for a lock as long as lock_timeout says.
func LockTimedOut(err error) bool {
	e, ok := errors.AsType[*pq.Error](err)
	return ok && e.Code == pqerror.LockNotAvailable
}

// errStandby reports a connection to a server that takes no writes, because another one has become the
// primary.
var errStandby = errors.New("the server is a standby")

// asStandby recognizes a standby by its error code: a write transaction cannot begin there, and fails on a
// server that becomes one.
func asStandby(err error, code pqerror.Code) error {
	if e, ok := errors.AsType[*pq.Error](err); ok && e.Code == code {
		return fmt.Errorf("%w: %w", errStandby, err)
	}
	return err
}

// dropIdle closes the idle connections in the pool, at most once a second: they lead to the same server as
// the one that has just failed.
func (db *DB) dropIdle() {
	now, last := time.Now().UnixNano(), db.dropped.Load()
	if now-last < int64(time.Second) || !db.dropped.CompareAndSwap(last, now) {
		return
	}
	db.write.SetMaxIdleConns(0)
	db.write.SetMaxIdleConns(db.idle)
}
