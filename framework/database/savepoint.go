// Parts of a transaction that may fail separately.

package database

import (
	"context"
	"errors"
	"fmt"
)

// Savepoint runs fn as a part of the transaction: if fn fails, its changes are undone, and the transaction
// continues.
func (s Session) Savepoint(ctx context.Context, fn func() error) error {
	exec := func(text string) error {
		if _, err := s.tx.ExecContext(ctx, text); err != nil {
			return fmt.Errorf("savepoint: %w", err)
		}
		return nil
	}
	if err := exec("SAVEPOINT part"); err != nil {
		return err
	}
	failed := fn()
	if failed != nil {
		if err := exec("ROLLBACK TO SAVEPOINT part"); err != nil {
			return errors.Join(failed, err)
		}
	}
	if err := exec("RELEASE SAVEPOINT part"); err != nil {
		return errors.Join(failed, err)
	}
	return failed
}
