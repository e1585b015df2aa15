// Opening PostgreSQL.

package database

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
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
	"github.com/lib/pq/pqerror"
)

// openPostgres opens one pool for all statements.
func (db *DB) openPostgres(ctx context.Context, address string, opts Options) error {
	db.dialect = newDialect("postgres")
	cfg, err := postgresConfig(address, opts)
	if err != nil {
		return err
	}
	if len(cfg.Multi) > 0 && cfg.TargetSessionAttrs == "" {
		cfg.TargetSessionAttrs = pq.TargetSessionAttrsReadWrite
	}
	db.simpleProtocol, db.listenAddress = cfg.BinaryParameters, listenAddress(address, cfg)
	hosts, err := newHosts(cfg, dialer{readTimeout: readTimeout(opts), userTimeout: cfg.ConnectTimeout})
	if err != nil {
		return err
	}
	db.write = db.pool(hosts, opts)
	db.read = db.write
	db.hosts = hosts
	if len(cfg.Multi) == 0 || cfg.TargetSessionAttrs == pq.TargetSessionAttrsReadWrite || cfg.TargetSessionAttrs == pq.TargetSessionAttrsPrimary {
		// otherwise the connections may lead to different servers
		db.states.askOn(single(hosts), stateOfPrimary, db.log)
	}
	db.openMigrations = func() (*sql.DB, error) { return openPatient(cfg) }
	db.probe = single(hosts)
	if err := db.write.PingContext(ctx); err != nil {
		return explainTimeout(err, opts)
	}
	if hosts.refuseJIT() {
		db.warnOfJIT(ctx)
	}
	return db.checkTimeout(ctx, opts)
}

// postgresConfig parses an address, and sets defaults.
func postgresConfig(address string, opts Options) (pq.Config, error) {
	cfg, err := pq.NewConfig(address)
	if err != nil {
		return cfg, unreadable(address, err)
	}
	// The driver would require TLS even on this machine, and for no server if the first is a socket.
	unsaid := cfg.SSLMode == "" || len(cfg.Multi) > 0 && isSocket(cfg.Host) && !strings.Contains(address, "sslmode")
	if unsaid {
		cfg.SSLMode = pq.SSLModeDisable
		if !allLocal(cfg) {
			cfg.SSLMode = pq.SSLModeRequire
		}
	}
	if opts.ConnectTimeout > 0 || cfg.ConnectTimeout <= 0 {
		cfg.ConnectTimeout = cmp.Or(max(0, opts.ConnectTimeout), 5*time.Second)
	}
	cfg.ApplicationName = cmp.Or(cfg.ApplicationName, "resourceful")
	if opts.StatementTimeout > 0 {
		if cfg.Runtime == nil {
			cfg.Runtime = map[string]string{}
		}
		cfg.Runtime["statement_timeout"] = strconv.FormatInt(milliseconds(opts.StatementTimeout), 10)
	}
	cfg.BinaryParameters = cfg.BinaryParameters || opts.BinaryParameters
	return cfg, nil
}

// unreadable returns the error for an invalid address. It leaves out the driver's text, which may quote a
// part of the password, also in a mistyped URL that is parsed as keywords.
func unreadable(address string, err error) error {
	isList := !strings.HasPrefix(address, "postgres://") && !strings.HasPrefix(address, "postgresql://")
	switch _, isURL := errors.AsType[*url.Error](err); {
	case isURL:
		return errors.New("address of PostgreSQL: it is not a URL; write special characters of the name and the password as %23 for #, %2F for /")
	case isList && (strings.Contains(strings.ToLower(address), "pass") || strings.Contains(address, ":")):
		return errors.New(`address of PostgreSQL: it is not a list such as host=a dbname=b, or has an unknown value; write a value with spaces as 'a b', and a quote in it as \'`)
	}
	return fmt.Errorf("address of PostgreSQL: %w", err)
}

// pool opens a pool of connections, and records its limits.
func (db *DB) pool(connector driver.Connector, opts Options) *sql.DB {
	conns := opts.MaxConns
	if conns <= 0 {
		conns = min(50, max(10, 4*runtime.NumCPU()))
	}
	db.idle = conns
	if opts.MaxIdleConns > 0 {
		db.idle = min(conns, opts.MaxIdleConns)
	}
	db.streams = max(1, conns/2)
	pool := sql.OpenDB(connector)
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(db.idle)
	pool.SetConnMaxLifetime(cmp.Or(max(0, opts.ConnLifetime), 30*time.Minute))
	pool.SetConnMaxIdleTime(5 * time.Minute)
	return pool
}

// single returns a pool of one connection, for statements that must not wait while all others are in use.
// The connection closes when it is idle.
func single(connector driver.Connector) *sql.DB {
	one := sql.OpenDB(connector)
	one.SetMaxOpenConns(1)
	one.SetConnMaxLifetime(30 * time.Minute)
	one.SetConnMaxIdleTime(time.Minute)
	return one
}

// checkTimeout checks that the statement timeout is in force: a pooler may accept and ignore it.
func (db *DB) checkTimeout(ctx context.Context, opts Options) error {
	if opts.StatementTimeout <= 0 {
		return nil
	}
	const question = "SELECT CAST(setting AS bigint) FROM pg_settings WHERE name = 'statement_timeout'"
	var got int64
	if err := db.write.QueryRowContext(ctx, question).Scan(&got); err != nil {
		return fmt.Errorf("ask for the statement timeout: %w", err)
	}
	if got != milliseconds(opts.StatementTimeout) {
		return fmt.Errorf("the statement timeout is %d ms, and not %d ms as it should be; %s", got, milliseconds(opts.StatementTimeout), timeoutRemedy)
	}
	return nil
}

// timeoutRemedy is the remedy if connections cannot set a statement timeout.
const timeoutRemedy = "behind a pooler leave the setting out, and run ALTER ROLE … SET statement_timeout on the server"

// explainTimeout explains a pooler's refusal of an unknown parameter.
func explainTimeout(err error, opts Options) error {
	e, ok := errors.AsType[*pq.Error](err)
	if ok && e.Code == pqerror.ProtocolViolation && opts.StatementTimeout > 0 {
		return fmt.Errorf("%w; %s", err, timeoutRemedy)
	}
	return err
}

func milliseconds(d time.Duration) int64 { return max(1, d.Milliseconds()) }

// allLocal reports whether all addresses are on this machine: unix sockets and loopback addresses.
func allLocal(cfg pq.Config) bool {
	hosts := append([]pq.ConfigMultihost{{Host: cfg.Host, Hostaddr: cfg.Hostaddr}}, cfg.Multi...)
	for _, h := range hosts {
		host := h.Host
		if h.Hostaddr.IsValid() {
			host = h.Hostaddr.String()
		}
		ip := net.ParseIP(host)
		if !isSocket(host) && host != "localhost" && host != "" && (ip == nil || !ip.IsLoopback()) {
			return false
		}
	}
	return true
}

func isSocket(host string) bool { return filepath.IsAbs(host) || strings.HasPrefix(host, "@") }

// readTimeout returns how long the server may be silent within a statement.
func readTimeout(opts Options) time.Duration {
	limit := opts.ReadTimeout
	if limit <= 0 {
		limit = time.Minute
	}
	return max(limit, opts.StatementTimeout+opts.StatementTimeout/4)
}
