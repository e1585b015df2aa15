package served_test

import (
	"testing"

	"example.com/resourceful/framework/resttest/pg"
)

// bothDatabases runs a test on SQLite and on PostgreSQL.
func bothDatabases(t *testing.T, test func(t *testing.T, database string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, t.TempDir()+"/test.sqlite") })
	t.Run("postgres", func(t *testing.T) { test(t, pg.Postgres(t)) })
}
