package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/lib/pq"
)

// openPostgres opens one pool for everything.
func (db *DB) openPostgres(ctx context.Context, address string, opts Options) error {
	db.dialect = newDialect("postgres")
	cfg, err := pq.NewConfig(address)
	if e, ok := errors.AsType[*url.Error](err); ok {
		return fmt.Errorf("address of PostgreSQL: %w", e.Err) // without the address, which has the password
	}
	if err != nil {
		return err
	}
	if cfg.SSLMode == "" { // the driver would ask for TLS even on this machine
		cfg.SSLMode = pq.SSLModeDisable
		if !allLocal(cfg) {
			cfg.SSLMode = pq.SSLModeRequire
		}
	}
	if cfg.ConnectTimeout <= 0 {
		cfg.ConnectTimeout = 10 * time.Second
	}
	if cfg.ApplicationName == "" {
		cfg.ApplicationName = "resourceful"
	}
	if opts.StatementTimeout > 0 {
		if cfg.Runtime == nil {
			cfg.Runtime = map[string]string{}
		}
		cfg.Runtime["statement_timeout"] = strconv.FormatInt(max(1, opts.StatementTimeout.Milliseconds()), 10)
	}
	cfg.BinaryParameters = cfg.BinaryParameters || opts.BinaryParameters
	db.oneShot = cfg.BinaryParameters
	connector, err := pq.NewConnectorConfig(cfg)
	if err != nil {
		return err
	}
	connector.Dialer(dialer{silence: silence(opts)})
	conns := opts.MaxConns
	if conns <= 0 {
		conns = min(50, max(10, 4*runtime.NumCPU()))
	}
	db.streams = max(1, conns/2)
	db.write = sql.OpenDB(connector)
	db.write.SetMaxOpenConns(conns)
	db.write.SetMaxIdleConns(conns)
	db.write.SetConnMaxLifetime(30 * time.Minute) // a server that has come back gets its share again
	db.write.SetConnMaxIdleTime(5 * time.Minute)
	db.read = db.write
	db.probe = sql.OpenDB(connector)
	db.probe.SetMaxOpenConns(1)
	db.probe.SetConnMaxIdleTime(time.Minute)
	return db.write.PingContext(ctx)
}

// allLocal reports whether no byte leaves this machine: unix sockets and loopback addresses.
func allLocal(cfg pq.Config) bool {
	hosts := append([]pq.ConfigMultihost{{Host: cfg.Host, Hostaddr: cfg.Hostaddr}}, cfg.Multi...)
	for _, h := range hosts {
		host := h.Host
		if h.Hostaddr.IsValid() {
			host = h.Hostaddr.String()
		}
		ip := net.ParseIP(host)
		socket := filepath.IsAbs(host) || strings.HasPrefix(host, "@")
		if !socket && host != "localhost" && host != "" && (ip == nil || !ip.IsLoopback()) {
			return false
		}
	}
	return true
}

// silence is how long the server may say nothing within a statement.
func silence(opts Options) time.Duration {
	limit := opts.ReadTimeout
	if limit <= 0 {
		limit = time.Minute
	}
	return max(limit, opts.StatementTimeout+opts.StatementTimeout/4)
}

// dialer makes connections on which a read or a write that takes too long fails. Connections
// that wait in the pool are not read, so that they may be idle for ever.
type dialer struct{ silence time.Duration }

// Dial is called by the driver.
func (d dialer) Dial(network, address string) (net.Conn, error) {
	return d.DialContext(context.Background(), network, address)
}

// DialTimeout is called by the driver.
func (d dialer) DialTimeout(network, address string, timeout time.Duration) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return d.DialContext(ctx, network, address)
}

// DialContext is called by the driver.
func (d dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return &watchedConn{Conn: conn, silence: d.silence}, nil
}

type watchedConn struct {
	net.Conn
	silence time.Duration
	until   time.Time // the driver's own deadline, while it connects
}

// SetDeadline is called by the driver around the greeting.
func (c *watchedConn) SetDeadline(t time.Time) error {
	c.until = t
	return c.Conn.SetDeadline(t)
}

func (c *watchedConn) deadline() time.Time {
	t := time.Now().Add(c.silence)
	if !c.until.IsZero() && c.until.Before(t) {
		return c.until
	}
	return t
}

func (c *watchedConn) Read(b []byte) (int, error) {
	if err := c.SetReadDeadline(c.deadline()); err != nil {
		return 0, err
	}
	return c.Conn.Read(b)
}

func (c *watchedConn) Write(b []byte) (int, error) {
	if err := c.SetWriteDeadline(c.deadline()); err != nil {
		return 0, err
	}
	return c.Conn.Write(b)
}
