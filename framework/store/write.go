package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/lib/pq"
	"github.com/lib/pq/pqerror"
)

// tries is how often a transaction is run that the database ends because of other ones.
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
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(time.Duration(try) * (5*time.Millisecond + rand.N(20*time.Millisecond))):
		}
	}
}

func (db *DB) attempt(ctx context.Context, fn func(session) error) error {
	if err := db.prepareSoon(ctx); err != nil {
		return fmt.Errorf("prepare statements: %w", err)
	}
	tx, err := db.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	ended := false
	defer func() {
		if !ended { // fn has panicked
			db.rollback(tx)
		}
	}()
	err = fn(session{db: db, tx: tx})
	ended = true
	if err != nil {
		db.rollback(tx)
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit transaction: %w", err)
	}
	return nil
}

func (db *DB) rollback(tx *sql.Tx) {
	if err := tx.Rollback(); err != nil && !errors.Is(err, sql.ErrTxDone) {
		db.log.Warn("transaction could not be rolled back; its connection is given up", "error", err)
	}
}

func again(err error) bool {
	e, ok := errors.AsType[*pq.Error](err)
	return ok && (e.Code == pqerror.TRSerializationFailure || e.Code == pqerror.TRDeadlockDetected)
}
