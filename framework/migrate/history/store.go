// The tables of goose, with the checksums of the files.

package history

import (
	"context"
	"fmt"

	"github.com/pressly/goose/v3"
	versions "github.com/pressly/goose/v3/database"
)

// store is the store of goose for a dialect. It writes the sum of a file in the transaction of its version, and refuses
// to undo a version that another process has undone.
type store struct {
	versions.Store
	files  *Files
	broken *brokenReferences // nil on PostgreSQL
}

func newStore(files *Files) (store, error) {
	dialect := versions.DialectSQLite3
	if files.dialect == "postgres" {
		dialect = versions.DialectPostgres
	}
	made, err := versions.NewStore(dialect, goose.DefaultTablename)
	if files.dialect == "postgres" {
		return store{made, files, nil}, err
	}
	return store{made, files, &brokenReferences{}}, err
}

// TableExists implements versions.StoreExtender.
func (s store) TableExists(ctx context.Context, db versions.DBTxConn) (exists bool, err error) {
	err = db.QueryRowContext(ctx, s.existsQuery(goose.DefaultTablename)).Scan(&exists)
	return exists, err
}

// existsQuery asks whether there is a table.
func (s store) existsQuery(table string) string {
	if s.files.dialect == "postgres" {
		return "SELECT to_regclass('" + table + "') IS NOT NULL"
	}
	return "SELECT count(*) > 0 FROM sqlite_schema WHERE type = 'table' AND name = '" + table + "'"
}

// Insert records a version and the sum of its file. The sum comes first: without a transaction, a killed process leaves
// no version without its sum.
func (s store) Insert(ctx context.Context, db versions.DBTxConn, r versions.InsertRequest) error {
	if err := s.broken.check(ctx, db); err != nil {
		return err
	}
	if err := s.setSum(ctx, db, r.Version); err != nil {
		return err
	}
	return s.Store.Insert(ctx, db, r)
}

// setSum records the sum of a version's file, if it has one.
func (s store) setSum(ctx context.Context, db versions.DBTxConn, version int64) error {
	sum := s.files.byVersion[version].sum
	if sum == "" {
		return nil
	}
	text := fmt.Sprintf(`INSERT INTO goose_checksums (version, sha256) VALUES (%d, '%s') ON CONFLICT (version) DO UPDATE SET sha256 = excluded.sha256`, version, sum)
	if _, err := db.ExecContext(ctx, text); err != nil {
		return fmt.Errorf("record the checksum of version %d: %w", version, err)
	}
	return nil
}

// Delete removes a version and its sum.
func (s store) Delete(ctx context.Context, db versions.DBTxConn, version int64) error {
	if _, err := s.GetMigration(ctx, db, version); err != nil {
		return err
	}
	if err := s.broken.check(ctx, db); err != nil {
		return err
	}
	if _, err := db.ExecContext(ctx, fmt.Sprintf("DELETE FROM goose_checksums WHERE version = %d", version)); err != nil {
		return fmt.Errorf("remove the checksum of version %d: %w", version, err)
	}
	return s.Store.Delete(ctx, db, version)
}

// prepare makes the missing tables, and the index that keeps two processes from applying a version twice.
func (s store) prepare(ctx context.Context, db versions.DBTxConn) error {
	var before []string
	if s.files.dialect == "postgres" { // processes that start at once wait for each other, and then see what the first made
		before = []string{"SET TRANSACTION ISOLATION LEVEL READ COMMITTED", "SET LOCAL statement_timeout = 0", "SELECT pg_advisory_xact_lock(1919251312)"}
	}
	for _, text := range before {
		if _, err := db.ExecContext(ctx, text); err != nil {
			return err
		}
	}
	there, err := s.TableExists(ctx, db)
	if err != nil {
		return err
	}
	if !there {
		if err := s.CreateVersionTable(ctx, db); err != nil {
			return err
		}
		if err := s.Store.Insert(ctx, db, versions.InsertRequest{Version: 0}); err != nil {
			return err
		}
	}
	for _, text := range []string{
		"CREATE TABLE IF NOT EXISTS goose_checksums (version BIGINT PRIMARY KEY, sha256 TEXT NOT NULL)",
		"CREATE UNIQUE INDEX IF NOT EXISTS goose_db_version_once ON " + goose.DefaultTablename + " (version_id)",
	} {
		if _, err := db.ExecContext(ctx, text); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	return nil
}
