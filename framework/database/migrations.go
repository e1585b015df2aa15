// Separate connections for migrations.

package database

import (
	"context"
	"database/sql"
	"time"

	"github.com/lib/pq"
)

// Migrations opens separate connections, for statements that change tables. They have no time limit, because a new index
// on a large table takes long. In SQLite they do not check foreign keys, so that a table can be made anew, and a
// transaction takes the lock at its start. The caller closes them.
func (db *DB) Migrations() (*sql.DB, error) { return db.openMigrations() }

// Patient returns a connection that reads rows as long as it takes, and holds no lock of SQLite's writer. done gives it back.
func (db *DB) Patient(ctx context.Context) (conn *sql.Conn, done func(), err error) {
	if db.dialect.Name != "postgres" {
		conn, err = db.read.Conn(ctx)
		return conn, func() { _ = conn.Close() }, err
	}
	pool, err := db.openMigrations()
	if err != nil {
		return nil, nil, err
	}
	if conn, err = pool.Conn(ctx); err != nil {
		_ = pool.Close()
		return nil, nil, err
	}
	return conn, func() { _ = pool.Close() }, nil
}

// patience is how long PostgreSQL may be silent within a statement of a migration.
const patience = 7 * 24 * time.Hour

// openPatient opens connections to PostgreSQL that wait long for the end of a statement.
func openPatient(cfg pq.Config) (*sql.DB, error) {
	cfg = cfg.Clone()
	delete(cfg.Runtime, "statement_timeout")
	hosts, err := newHosts(cfg, dialer{readTimeout: patience, userTimeout: cfg.ConnectTimeout})
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(hosts), nil
}
