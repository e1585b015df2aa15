// Copying an open SQLite database, and checking one.

package database

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"syscall"

	"modernc.org/sqlite"
)

// copyPages is the number of pages that are copied between two looks at the context.
const copyPages = 1000

// CopyTo copies an SQLite database to a new file, as it is at the start of the copy. Others read and write meanwhile, and
// the log grows by their writes. Pages are copied as they are: VACUUM INTO would number the rows of tables without a
// numeric key anew, build every index again, and could not be ended between pages.
func (db *DB) CopyTo(ctx context.Context, path string) error {
	if db.file == nil {
		return errors.New("copy the database: it is not an SQLite file")
	}
	if err := createPrivate(path); err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	conn, err := db.probe.Conn(ctx)
	if err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	defer conn.Close()
	// Within a transaction of the connection, no write of others makes the copy begin again.
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(new(int64)); err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	err = conn.Raw(func(driver any) error {
		from, can := driver.(interface {
			NewBackup(string) (*sqlite.Backup, error)
		})
		if !can {
			return errors.New("the driver makes no copies")
		}
		return copyPagesOf(ctx, from.NewBackup, path)
	})
	if err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	return nil
}

// copyPagesOf copies the pages of a database to a file that is there.
func copyPagesOf(ctx context.Context, begin func(string) (*sqlite.Backup, error), to string) error {
	copying, err := begin(fileURI(to) + "?mode=rw&_pragma=journal_mode(OFF)&_pragma=synchronous(OFF)")
	if err != nil {
		return err
	}
	for more := true; more && err == nil; {
		if err = ctx.Err(); err == nil {
			more, err = copying.Step(copyPages)
		}
	}
	if finishErr := copying.Finish(); err == nil {
		err = finishErr
	}
	if Full(err) { // SQLite's own text says "not an error" behind it
		err = &os.PathError{Op: "write", Path: to, Err: syscall.ENOSPC}
	}
	return err
}

// fileURI returns the address of an SQLite file for the driver.
func fileURI(path string) string { return "file:" + (&url.URL{Path: path}).EscapedPath() }

// Damages returns the first damages that SQLite finds in its file, each a sentence of SQLite; none of PostgreSQL. It reads the whole
// file.
func (db *DB) Damages(ctx context.Context) (found []string, err error) {
	if db.dialect.Name != "sqlite" {
		return nil, nil
	}
	var text string
	err = db.Session().Each(ctx, db.Raw("PRAGMA integrity_check(20)"), []any{&text}, func() error {
		if text != "ok" {
			found = append(found, text)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("check the database: %w", err)
	}
	return found, nil
}
