// The kinds of databases that tests run on.

package server

import (
	"path/filepath"
	"testing"

	"example.com/resourceful/framework/resttest/pg"
)

// DatabaseKind is a kind of database to test on.
type DatabaseKind struct {
	Name    string
	Address func(t testing.TB) string // of an empty one
}

// The kinds of databases that tests run on.
var (
	SQLite     = DatabaseKind{"sqlite", func(t testing.TB) string { return filepath.Join(t.TempDir(), "test.db") }}
	PostgreSQL = DatabaseKind{"postgres", func(t testing.TB) string { return pg.Postgres(t) }}
	bouncer    = DatabaseKind{"pgbouncer", func(t testing.TB) string {
		return pg.Bouncer(t, pg.Postgres(t), 2) + " binary_parameters=yes"
	}}
)
