package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/lib/pq"
	"github.com/lib/pq/pqerror"
)

// tries is how often a transaction is run, at most, that the database ends because of others.
const tries = 3

// inTx runs fn in one transaction, which is committed when fn returns nil and rolled back when it
// fails or panics. A statement outside of one is no choice: the driver runs it again when the
// reply to the first run is lost, and reports success.
//
// The database may end a transaction because of other ones (serialization failure, deadlock); fn
// is then run again, and has to start from the beginning.
func (db *DB) inTx(ctx context.Context, fn func(session) error) error {
	for try := 1; ; try++ {
		err := db.attempt(ctx, fn)
		if err == nil || try == tries || !again(err) {
			return err
		}
		db.retried.Add(1)
		db.log.InfoContext(ctx, "transaction is run again", "try", try+1, "reason", err)
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(time.Duration(try) * (5*time.Millisecond + rand.N(20*time.Millisecond))):
		}
	}
}

func (db *DB) attempt(ctx context.Context, fn func(session) error) error {
	db.prepareSoon(ctx)
	ended := db.traced(ctx, "BEGIN")
	tx, err := db.write.BeginTx(ctx, nil)
	ended(err)
	if err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	// After a commit this does nothing; it is there for errors and panics. A connection on which
	// it fails is closed, and then the server rolls back.
	defer func() { _ = tx.Rollback() }()
	if err := fn(session{db: db, tx: tx}); err != nil {
		return err
	}
	ended = db.traced(ctx, "COMMIT")
	err = tx.Commit()
	ended(err)
	if err != nil {
		return fmt.Errorf("commit transaction: %w", err)
	}
	return nil
}

func again(err error) bool {
	e, ok := errors.AsType[*pq.Error](err)
	return ok && (e.Code == pqerror.TRSerializationFailure || e.Code == pqerror.TRDeadlockDetected)
}
