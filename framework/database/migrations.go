// Separate connections for migrations.

package database

import (
	"database/sql"
	"time"

	"github.com/lib/pq"
)

// Migrations opens separate connections, for statements that change tables. They have no time limit, because a new index
// on a large table takes long. In SQLite they do not check foreign keys, so that a table can be made anew, and a
// transaction takes the lock at its start. The caller closes them.
func (db *DB) Migrations() (*sql.DB, error) { return db.openMigrations() }

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
