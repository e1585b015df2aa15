// Connections to PostgreSQL without JIT compilation.

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

// server makes connections to one server, and turns its compilation of statements (jit) off. PostgreSQL
// first compiles statements that it expects to be slow, for 0.2 to 1 s. A page of a list never takes that
// long; it compiles even a search of some milliseconds.
type server struct {
	plain *pq.Connector
	asks  *pq.Connector // with jit=off; nil if the address sets jit itself
	// refused is the time when a pooler refused a connection with jit=off, in Unix nanoseconds; 0 for
	// never.
	refused atomic.Int64
}

// askAgain is how long connections omit jit=off after a refusal. Some refusals pass: a pooler that starts
// refuses all connections alike.
const askAgain = time.Minute

// refuses reports whether the server has refused jit=off recently.
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

// saysJIT reports whether an address sets jit itself.
func saysJIT(cfg pq.Config) bool {
	_, says := cfg.Runtime[jitParam]
	return says || strings.Contains(cfg.Options, jitParam)
}

// connect connects with jit=off if the server accepts that. A pooler closes a connection with an unknown
// parameter: for a while the next ones omit it.
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

// refusesParam reports whether a pooler, or an old server, refuses a parameter of the connection.
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

// refuseJIT reports whether some server has refused jit=off.
func (h *hosts) refuseJIT() bool {
	return slices.ContainsFunc(h.each, func(s *server) bool { return s.refuses() })
}

// warnOfJIT logs a warning if the server compiles statements anyway, behind a pooler.
func (db *DB) warnOfJIT(ctx context.Context) {
	var setting string
	if err := db.write.QueryRowContext(ctx, "SELECT setting FROM pg_settings WHERE name = 'jit'").Scan(&setting); err == nil && setting == "on" {
		db.log.WarnContext(ctx, "PostgreSQL compiles statements (jit), which slows searches down: run "+jitRemedy)
	}
}

// jitRemedy is the remedy if connections cannot set it.
const jitRemedy = "ALTER ROLE … IN DATABASE … SET jit = off on the server"
