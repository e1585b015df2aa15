package resttest

import (
	"database/sql"
	"runtime"
	"testing"
)

// pool is a few services on PostgreSQL for many tests: to make a database takes far longer than
// to empty one.
type pool struct {
	config Config
	free   chan *pooled
}

type pooled struct {
	*Server
	db *sql.DB
}

// newPool starts a service for each test that can run at once. They end with t.
func newPool(t *testing.T, config Config) *pool {
	t.Helper()
	n := runtime.GOMAXPROCS(0)
	p := &pool{config: config, free: make(chan *pooled, n)}
	for range n {
		address := Postgres(t)
		server := NewServer(t, config, address)
		db, err := sql.Open("postgres", address)
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
	const tables = `SELECT string_agg(format('%I', tablename), ', ') FROM pg_tables WHERE schemaname = 'public'`
	var names string
	err := s.db.QueryRowContext(t.Context(), tables).Scan(&names)
	if err == nil {
		_, err = s.db.ExecContext(t.Context(), "TRUNCATE "+names+" RESTART IDENTITY CASCADE")
	}
	if err != nil {
		t.Fatalf("empty the database: %v", err)
	}
	addAccounts(t, s.DB, p.config.Accounts)
	return s.Server
}
