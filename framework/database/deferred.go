// Constraints that a transaction leaves to its commit.

package database

import (
	"context"
	"fmt"
)

// CheckDeferred checks the constraints that PostgreSQL would check at the commit, and fails as that would. SQLite says
// only at a commit what is wrong with references that are deferred; those of the migration are not.
func (s Session) CheckDeferred(ctx context.Context) error {
	if s.db.dialect.Name != "postgres" {
		return nil
	}
	if _, err := s.tx.ExecContext(ctx, "SET CONSTRAINTS ALL IMMEDIATE"); err != nil {
		return fmt.Errorf("check constraints: %w", err)
	}
	return nil
}
