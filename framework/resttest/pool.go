package resttest

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"runtime"
	"testing"
)

// pool is a few services for many tests: to make one and its database takes far longer than to
// empty the database.
type pool struct {
	config Config
	kind   database
	free   chan *pooled
}

type pooled struct {
	*Server
	db *sql.DB
}

// database is a kind of database to test on.
type database struct {
	driver  string
	address func(t *testing.T) string
	tables  string // the statement for the names of all tables
	empty   string // the statement to empty one, and what refers to it
}

var (
	sqlite = database{
		driver:  "sqlite",
		address: func(t *testing.T) string { return filepath.Join(t.TempDir(), "test.db") },
		// The numbers that keys have come to are a table of SQLite's own.
		tables: `SELECT '"' || name || '"' FROM sqlite_schema WHERE type = 'table' AND (name = 'sqlite_sequence' OR name NOT LIKE 'sqlite%')`,
		empty:  "DELETE FROM %s",
	}
	postgres = database{
		driver:  "postgres",
		address: func(t *testing.T) string { return Postgres(t) },
		tables:  "SELECT string_agg(format('%I', tablename), ', ') FROM pg_tables WHERE schemaname = 'public'",
		empty:   "TRUNCATE %s RESTART IDENTITY CASCADE",
	}
)

// newPool starts a service for each test that can run at once. They end with t.
func newPool(t *testing.T, config Config, kind database) *pool {
	t.Helper()
	n := runtime.GOMAXPROCS(0)
	p := &pool{config: config, kind: kind, free: make(chan *pooled, n)}
	for range n {
		address := kind.address(t)
		server := NewServer(t, config, address)
		db, err := sql.Open(kind.driver, address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		p.free <- &pooled{Server: server, db: db}
	}
	return p
}

// take returns a service whose database holds nothing but the accounts. It is given back when the
// test ends.
func (p *pool) take(t *testing.T) *Server {
	t.Helper()
	s := <-p.free
	t.Cleanup(func() { p.free <- s })
	if err := p.kind.clear(t.Context(), s.db); err != nil {
		t.Fatalf("empty the database: %v", err)
	}
	addAccounts(t, s.DB, p.config.Accounts)
	return s.Server
}

// clear removes all rows, and lets keys begin at 1 again.
func (d database) clear(ctx context.Context, db *sql.DB) error {
	rows, err := db.QueryContext(ctx, d.tables)
	if err != nil {
		return err
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return err
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, name := range names {
		if _, err := db.ExecContext(ctx, fmt.Sprintf(d.empty, name)); err != nil {
			return err
		}
	}
	return nil
}
