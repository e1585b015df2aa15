// Constraints that a transaction leaves to its commit.

package database

import (
	"context"
	"fmt"
)

// CheckDeferred checks the constraints that PostgreSQL would check at the commit, and fails as that would.
// SQLite reports violated references that are deferred only at a commit; those of the migration are not
// deferred.
func (s Session) CheckDeferred(ctx context.Context) error {
	if s.db.dialect.Name != "postgres" {
		return nil
	}
	if _, err := s.tx.ExecContext(ctx, "SET CONSTRAINTS ALL IMMEDIATE"); err != nil {
		return fmt.Errorf("check constraints: %w", err)
	}
	return nil
}
