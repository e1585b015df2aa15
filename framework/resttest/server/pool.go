// Services that many scenarios share.

package server

import (
	"runtime"
	"testing"
)

// pool is a few services for many tests: to make one and its database takes far longer than to
// empty the database.
type pool struct {
	free chan *Server
}

// newPool starts a service for each of some tests that can run at once. They end with t.
func newPool(t *testing.T, config Config, kind DatabaseKind, tests int) *pool {
	t.Helper()
	n := min(runtime.GOMAXPROCS(0), tests)
	p := &pool{free: make(chan *Server, n)}
	for range n {
		s := New(t, config, kind.Address(t))
		s.CheckContract(t)
		p.free <- s
	}
	return p
}

// take returns a service whose database contains only the accounts. It is returned when the test ends.
func (p *pool) take(t *testing.T) *Server {
	t.Helper()
	s := <-p.free
	t.Cleanup(func() { p.free <- s })
	s.Reset(t)
	return s
}
