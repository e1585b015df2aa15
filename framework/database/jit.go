// PostgreSQL without compiling statements.

package database

import (
	"context"
	"database/sql/driver"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/lib/pq"
)

// server makes connections to one server, which ask that it compiles no statement (jit). What PostgreSQL
// expects to take long it compiles first, for 0.2 to 1 s, which a list never takes that is cut into pages:
// a search of some milliseconds is such a one.
type server struct {
	plain *pq.Connector
	asks  *pq.Connector // with jit=off; nil where the address says something of jit itself
	// refused is when a pooler has let no connection ask, in nanoseconds of Unix time; 0 for never.
	refused atomic.Int64
}

// askAgain is how long no connection asks after one was refused. Some refusals pass: a pooler that starts refuses all
// connections alike.
const askAgain = time.Minute

// refuses reports whether the server has let no connection ask a while ago.
func (s *server) refuses() bool { return time.Since(time.Unix(0, s.refused.Load())) < askAgain }

const jitParam = "jit"

func newServer(cfg pq.Config, dial dialer) (*server, error) {
	s := &server{}
	var err error
	if s.plain, err = newConnector(cfg, dial); err != nil || saysJIT(cfg) {
		return s, err
	}
	cfg.Runtime = maps.Clone(cfg.Runtime)
	if cfg.Runtime == nil {
		cfg.Runtime = map[string]string{}
	}
	cfg.Runtime[jitParam] = "off"
	s.asks, err = newConnector(cfg, dial)
	return s, err
}

func newConnector(cfg pq.Config, dial dialer) (*pq.Connector, error) {
	connector, err := pq.NewConnectorConfig(cfg)
	if err == nil {
		connector.Dialer(dial)
	}
	return connector, err
}

// saysJIT reports whether an address says itself what a server compiles.
func saysJIT(cfg pq.Config) bool {
	_, says := cfg.Runtime[jitParam]
	return says || strings.Contains(cfg.Options, jitParam)
}

// connect asks for no compilation where the server takes that. A pooler closes a connection that asks for
// what it does not know: for a while the next ones ask for nothing.
func (s *server) connect(ctx context.Context) (driver.Conn, error) {
	if s.asks == nil || s.refuses() {
		return s.plain.Connect(ctx)
	}
	conn, err := s.asks.Connect(ctx)
	if !refusesParam(err) {
		return conn, err
	}
	s.refused.Store(time.Now().UnixNano())
	return s.plain.Connect(ctx)
}

// refusesParam reports whether a pooler, or an old server, does not take a parameter of the connection.
func refusesParam(err error) bool {
	e, ok := errors.AsType[*pq.Error](err)
	if !ok {
		return false
	}
	switch e.Code.Class() {
	case "08", "0A", "42":
		return true
	}
	return false
}

// refuseJIT reports whether a server was found that lets no connection ask.
func (h *hosts) refuseJIT() bool {
	return slices.ContainsFunc(h.each, func(s *server) bool { return s.refuses() })
}

// warnOfJIT tells the log where the server compiles statements all the same: behind a pooler.
func (db *DB) warnOfJIT(ctx context.Context) {
	var setting string
	if err := db.write.QueryRowContext(ctx, "SELECT setting FROM pg_settings WHERE name = 'jit'").Scan(&setting); err == nil && setting == "on" {
		db.log.WarnContext(ctx, "PostgreSQL compiles statements (jit), which slows searches down: run "+jitRemedy)
	}
}

// jitRemedy is what to do where connections cannot say it.
const jitRemedy = "ALTER ROLE … IN DATABASE … SET jit = off on the server"
