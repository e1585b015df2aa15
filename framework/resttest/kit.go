// Package resttest is the test kit for teams: laws that hold a set to its declarations, test servers with
// scenarios, databases and golden files.
package resttest

import (
	"testing"

	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/pg"
)

// Postgres is pg.Postgres.
func Postgres(t testing.TB) string {
	t.Helper()
	return pg.Postgres(t)
}

// Bouncer is pg.Bouncer.
func Bouncer(t testing.TB, address string, conns int, settings ...string) string {
	t.Helper()
	return pg.Bouncer(t, address, conns, settings...)
}

// Replica is a second PostgreSQL server, which follows the one of Postgres.
type Replica = pg.Replica

// NewReplica is pg.NewReplica.
func NewReplica(t testing.TB) *Replica {
	t.Helper()
	return pg.NewReplica(t)
}

// Golden compares a text with a file. With -update it writes the file, and the folders above it.
func Golden(t testing.TB, file, got string) {
	t.Helper()
	golden.Check(t, file, got)
}

// Diff is the message about a text that differs from a golden file, to stand behind the file's name. It
// is "" for equal texts.
func Diff(want, got string) string { return golden.Diff(want, got) }

// findPostgres is replaced by the test that runs without PostgreSQL.
var findPostgres = pg.Find
