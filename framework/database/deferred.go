// Constraints that are checked at the commit.

package database

import (
	"context"
	"fmt"
)

// CheckDeferred checks the constraints that PostgreSQL would check at the commit, and returns the same
// error. It does nothing in SQLite, whose migration defers none.
func (s Session) CheckDeferred(ctx context.Context) error {
	if s.db.dialect.Name != "postgres" {
		return nil
	}
	if _, err := s.tx.ExecContext(ctx, "SET CONSTRAINTS ALL IMMEDIATE"); err != nil {
		if _, refused := ViolationOf(err); refused {
			err = &refusedCommit{err}
		}
		return fmt.Errorf("check constraints: %w", err)
	}
	return nil
}
