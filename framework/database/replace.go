// Putting another file in the place of an SQLite database that nobody has open.

package database

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"modernc.org/sqlite"
	lite "modernc.org/sqlite/lib"
)

// ErrInUse reports an SQLite database that a program has open.
var ErrInUse = errors.New("a program has the database open")

// ReplaceFile renames the SQLite database at with to path. A database that is there stays under the path aside, also
// one that SQLite cannot read. It fails with ErrInUse, and changes nothing, while a program has that one open. At every
// moment there is one of the two at path.
func ReplaceFile(ctx context.Context, path, with, aside string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("replace %s: %w", path, err)
		}
	}()
	if _, err := os.Stat(path); err == nil {
		release, err := lockAlone(ctx, path)
		if err != nil {
			return err
		}
		defer release()
		if err := os.Link(path, aside); errors.Is(err, fs.ErrExist) {
			return err
		} else if err != nil { // the folder has no hard links
			if err := os.Rename(path, aside); err != nil {
				return err
			}
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// The log of a database that is gone or damaged would be taken for one of the new database.
	for _, suffix := range []string{"-wal", "-shm", "-journal"} {
		if err := os.Rename(path+suffix, aside+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := os.Rename(with, path); err != nil {
		if _, missing := os.Stat(path); missing != nil {
			err = errors.Join(err, os.Rename(aside, path))
		}
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// lockAlone moves the log of a database into its file, and keeps others from opening it until release. SQLite cannot
// lock a damaged one, of which others' locks show whether they have it open.
func lockAlone(ctx context.Context, path string) (release func(), err error) {
	if isOther, err := hasOtherHeader(path); isOther || err != nil {
		return func() {}, cmp.Or(err, unlessLocked(path)) // SQLite would delete its log, from which more can be saved
	}
	pool, err := sql.Open("sqlite", fileURI(path)+"?mode=rw&_pragma=busy_timeout(500)&_pragma=locking_mode(EXCLUSIVE)")
	if err != nil {
		return nil, err
	}
	release = func() { _ = pool.Close() }
	pool.SetMaxOpenConns(1)
	var mode string
	err = pool.QueryRowContext(ctx, "PRAGMA journal_mode = DELETE").Scan(&mode)
	if err == nil && mode == "delete" {
		_, err = pool.ExecContext(ctx, "BEGIN EXCLUSIVE")
	}
	switch {
	case err != nil && isDamage(err):
		release()
		return func() {}, unlessLocked(path)
	case err != nil && locked(err), err == nil && mode != "delete":
		release()
		return nil, ErrInUse
	case err != nil:
		release()
		return nil, err
	}
	return release, nil
}

// header is the beginning of every SQLite file.
const header = "SQLite format 3\x00"

// hasOtherHeader reports whether a file that is not empty does not begin as one of SQLite. Closing it ends the locks that
// the own process has on it.
func hasOtherHeader(path string) (bool, error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	begin := make([]byte, len(header))
	n, err := io.ReadFull(file, begin)
	switch {
	case errors.Is(err, io.EOF):
		return false, nil
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return false, err
	}
	return string(begin[:n]) != header, nil
}

// unlessLocked fails with ErrInUse if another process has a file open.
func unlessLocked(path string) error {
	if used, err := isLocked(path); err != nil {
		return err
	} else if used {
		return ErrInUse
	}
	return nil
}

// isDamage reports whether SQLite says that a file is damaged, or no database.
func isDamage(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && (e.Code()&0xFF == lite.SQLITE_CORRUPT || e.Code()&0xFF == lite.SQLITE_NOTADB)
}

// syncFolder makes the names in a folder durable.
func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !strings.Contains(err.Error(), "invalid argument") {
		return err
	}
	return nil
}

// CheckUnused fails with ErrInUse if a program has the SQLite database at a path open.
func CheckUnused(ctx context.Context, path string) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	release, err := lockAlone(ctx, path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	release()
	return nil
}
