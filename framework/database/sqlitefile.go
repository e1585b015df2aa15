// The identity of an open SQLite file: another file may take its path.

package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"modernc.org/sqlite"
)

// errMoved reports a database whose path leads to another file than its connections have open, or to none. What they
// write is lost.
var errMoved = errors.New("the file of the database was deleted, moved or replaced; restart the service")

// errEmpty reports a database without tables: those of its service are lost.
var errEmpty = errors.New("the database has no tables")

// sqliteFile is the file of an open database, with its write-ahead log.
type sqliteFile struct {
	path      string
	main, log atomic.Pointer[fs.FileInfo] // nil until known
}

// RealPath returns the path of an SQLite file without symbolic links, as SQLite finds the log beside it. The file itself
// may be missing.
func RealPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(folder, filepath.Base(path))
	}
	return path
}

// Path returns the path of an SQLite file, without symbolic links; "" for other databases.
func (db *DB) Path() string {
	if db.file == nil {
		return ""
	}
	return db.file.path
}

// check fails if the path leads to another file than the connections have open. The log is known from the first
// transaction, which opens it.
func (f *sqliteFile) check() error {
	if f == nil {
		return nil
	}
	if err := sameFile(&f.main, f.path); err != nil {
		return err
	}
	return sameFile(&f.log, f.path+"-wal")
}

// sameFile fails if a path leads to another file than the first time, or to none any more.
func sameFile(known *atomic.Pointer[fs.FileInfo], path string) error {
	now, err := os.Stat(path)
	before := known.Load()
	switch {
	case before == nil && err == nil:
		known.CompareAndSwap(nil, &now)
	case before == nil: // not there yet
	case err != nil:
		return fmt.Errorf("%w: %w", errMoved, err)
	case !os.SameFile(*before, now):
		return fmt.Errorf("%w: %s", errMoved, path)
	}
	return nil
}

// pool returns a pool of connections to the file, none of which opens another file.
func (f *sqliteFile) pool(dsn string) (*sql.DB, error) {
	connector, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(&fileConnector{connector, f}), nil
}

// fileConnector opens connections to a file, unless another file has taken its path.
type fileConnector struct {
	driver.Connector
	file *sqliteFile
}

// Connect implements driver.Connector.
func (c *fileConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	moved := c.file.check()
	if moved == nil {
		return conn, err
	}
	if err == nil {
		_ = conn.Close()
	}
	return nil, moved
}

// holdLog returns a connection that keeps SQLite from deleting the log, as it does when the last connection to a file
// closes: another log would look like one that somebody has put there.
func holdLog(ctx context.Context, pool *sql.DB) (*sql.Conn, error) {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	var tables int64 // reading takes the lock
	return conn, conn.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables)
}

// readRows reads a row of each table on a new connection, which has nothing of the file in memory.
func readRows(ctx context.Context, pool *sql.DB) error {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	rows, err := conn.QueryContext(ctx, "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
	if err != nil {
		return err
	}
	defer rows.Close()
	var reads []string
	for rows.Next() {
		var table string
		if err := rows.Scan(&table); err != nil {
			return err
		}
		reads = append(reads, `EXISTS (SELECT 1 FROM "`+strings.ReplaceAll(table, `"`, `""`)+`" NOT INDEXED)`)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if len(reads) == 0 {
		return errEmpty
	}
	return conn.QueryRowContext(ctx, "SELECT "+strings.Join(reads, " + ")).Scan(new(int64))
}
