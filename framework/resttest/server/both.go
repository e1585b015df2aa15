// The databases of a test: one of each kind, and access beside the service.

package server

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/pg"
)

// OnBoth runs a test on an empty database of each kind.
func OnBoth(t *testing.T, test func(t *testing.T, address string)) {
	t.Run("sqlite", func(t *testing.T) { test(t, filepath.Join(t.TempDir(), "test.sqlite")) })
	t.Run("postgres", func(t *testing.T) { test(t, pg.Postgres(t)) })
}

// Direct opens the database of a service without the service.
func Direct(t testing.TB, address string) *sql.DB {
	t.Helper()
	driver := "postgres"
	if strings.HasSuffix(address, ".sqlite") {
		driver, address = "sqlite", address+"?_pragma=busy_timeout(5000)" // the service writes too
	}
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// Another returns the address of an empty database of the same kind.
func Another(t *testing.T, address string) string {
	t.Helper()
	if strings.HasSuffix(address, ".sqlite") {
		return t.TempDir() + "/test.sqlite"
	}
	return pg.Postgres(t)
}
