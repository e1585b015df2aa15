// Transactions, run again where the database asks for it.

package database

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/lib/pq"
	"github.com/lib/pq/pqerror"
)

// maxAttempts is how often a transaction is run, at most, that the database ends because of others.
const maxAttempts = 8

// Write runs fn in one transaction, which is committed when fn returns nil and rolled back when it
// fails or panics. SQLite has one writer, so that fn must not begin a second transaction. A statement
// outside of a transaction is no choice: the driver runs it again when the reply to the first run is
// lost, and reports success.
//
// The database may end a transaction because of other ones (serialization failure, deadlock), or
// turn out to be a server that takes no writes; fn is then run again, at most eight times in all, and
// has to start from the beginning. A transaction whose end is not known is never run again.
func (db *DB) Write(ctx context.Context, fn func(Session) error) error {
	return db.retry(ctx, "transaction", func() error {
		err := db.attempt(ctx, fn)
		if errors.Is(err, errStandby) {
			db.dropIdle()
		}
		return err
	})
}

// retry runs something up to so many times, while the database asks for that. The pauses grow,
// and differ, so that those who got into each other's way do not meet again.
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
	// After a commit this does nothing; it is there for errors and panics. A connection on which
	// it fails is closed, and then the server rolls back.
	defer func() { _ = tx.Rollback() }()
	if err := fn(Session{db: db, tx: tx}); err != nil {
		return asStandby(err, pqerror.ReadOnlySQLTransaction)
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

// EndUnknown reports whether err is that of a transaction that may have been done all the same: of one whose
// commit was sent, and not refused by the database.
func EndUnknown(err error) bool {
	_, ok := errors.AsType[*endUnknown](err)
	return ok
}

// endUnknown is an error of a commit that may have been done.
type endUnknown struct{ error }

func (e *endUnknown) Unwrap() error { return e.error }

// commitError marks an error of a commit, but for those by which the database says that it has rolled back:
// because of others, and of a constraint that is asked about at the end.
func commitError(err error) error {
	if e, ok := errors.AsType[*pq.Error](err); ok && e.Code != pqerror.TRStatementCompletionUnknown {
		switch string(e.Code)[:min(2, len(e.Code))] {
		case "23", "40":
			return err
		}
	}
	return &endUnknown{err}
}

// retryable reports whether a transaction that ended with err is to be run again: it was not
// done, and may be done the next time.
func retryable(err error) bool {
	if errors.Is(err, errStandby) {
		return true
	}
	e, ok := errors.AsType[*pq.Error](err)
	return ok && (e.Code == pqerror.TRSerializationFailure || e.Code == pqerror.TRDeadlockDetected)
}

// errStandby is that the connection leads to a server that takes no writes: one that the way to
// the database no longer ends at, since another has taken over.
var errStandby = errors.New("the server is a standby")

// asStandby recognizes a standby by the code of its refusal: a transaction that is to write cannot
// begin there, and does not get far on a server that turns into one.
func asStandby(err error, code pqerror.Code) error {
	if e, ok := errors.AsType[*pq.Error](err); ok && e.Code == code {
		return fmt.Errorf("%w: %w", errStandby, err)
	}
	return err
}

// dropIdle closes the connections that wait in the pool, at most once a second: they lead where
// the one that has just failed does.
func (db *DB) dropIdle() {
	now, last := time.Now().UnixNano(), db.dropped.Load()
	if now-last < int64(time.Second) || !db.dropped.CompareAndSwap(last, now) {
		return
	}
	db.write.SetMaxIdleConns(0)
	db.write.SetMaxIdleConns(db.idle)
}
