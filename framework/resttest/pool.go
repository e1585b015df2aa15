package resttest

import (
	"path/filepath"
	"runtime"
	"testing"

	"example.com/resourceful/framework/resttest/pg"
)

// pool is a few services for many tests: to make one and its database takes far longer than to
// empty the database.
type pool struct {
	free chan *Server
}

// databaseKind is a kind of database to test on.
type databaseKind struct {
	name    string
	address func(t testing.TB) string
}

var (
	sqlite   = databaseKind{"sqlite", func(t testing.TB) string { return filepath.Join(t.TempDir(), "test.db") }}
	postgres = databaseKind{"postgres", func(t testing.TB) string { return pg.Postgres(t) }}
	bouncer  = databaseKind{"pgbouncer", func(t testing.TB) string {
		return pg.Bouncer(t, pg.Postgres(t), 2) + " binary_parameters=yes"
	}}
)

// newPool starts a service for each test that can run at once. They end with t.
func newPool(t *testing.T, config Config, kind databaseKind) *pool {
	t.Helper()
	n := runtime.GOMAXPROCS(0)
	p := &pool{free: make(chan *Server, n)}
	for range n {
		s := NewServer(t, config, kind.address(t))
		s.CheckContract(t)
		p.free <- s
	}
	return p
}

// take returns a service whose database holds nothing but the accounts. It is given back when the
// test ends.
func (p *pool) take(t *testing.T) *Server {
	t.Helper()
	s := <-p.free
	t.Cleanup(func() { p.free <- s })
	s.Reset(t)
	return s
}
