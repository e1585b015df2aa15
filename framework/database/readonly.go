// Opening a database for reading only.

package database

import (
	"context"
	"database/sql"
	"fmt"
	"os"
)

// OpenReadOnly opens connections that cannot write to a database at an address as for [Open], and returns the name of its
// dialect. An SQLite file has to be there, and keeps its bytes; one with a write-ahead log gets the files -wal and
// -shm beside it. The caller closes the connections.
func OpenReadOnly(ctx context.Context, address string, opts Options) (pool *sql.DB, dialect string, err error) {
	if IsPostgres(address) {
		pool, err = openReadOnlyPostgres(address, opts)
		dialect = "postgres"
	} else {
		pool, err = openReadOnlySQLite(address)
		dialect = "sqlite"
	}
	if err != nil {
		return nil, "", err
	}
	if err := pool.PingContext(ctx); err != nil {
		pool.Close()
		return nil, "", fmt.Errorf("connect: %w", err)
	}
	return pool, dialect, nil
}

func openReadOnlyPostgres(address string, opts Options) (*sql.DB, error) {
	cfg, err := postgresConfig(address, opts)
	if err != nil {
		return nil, err
	}
	if cfg.Runtime == nil {
		cfg.Runtime = map[string]string{}
	}
	cfg.Runtime["default_transaction_read_only"] = "on"
	hosts, err := newHosts(cfg, dialer{readTimeout: readTimeout(opts), userTimeout: cfg.ConnectTimeout})
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(hosts), nil
}

func openReadOnlySQLite(path string) (*sql.DB, error) {
	if err := registerFunctions(); err != nil {
		return nil, fmt.Errorf("functions: %w", err)
	}
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	file := sqliteFile{path: path}
	return file.pool(fmt.Sprintf("%s?mode=ro&_query_only=1&_dqs=0&_pragma=busy_timeout(%d)", fileURI(path), busyTimeout.Milliseconds()))
}
