// Opening SQLite.

package database

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"time"
)

// busyTimeout is how long a connection waits for the lock of another process.
const busyTimeout = 5 * time.Second

// openSQLite opens one writer and several readers. A transaction takes the lock at its start, so that with
// one writer none can fail half-way because of another; with WAL the readers continue meanwhile.
func (db *DB) openSQLite(ctx context.Context, path string, opts Options) error {
	db.dialect = newDialect("sqlite")
	if err := registerFunctions(); err != nil {
		return fmt.Errorf("functions: %w", err)
	}
	db.statementTimeout = cmp.Or(max(0, opts.StatementTimeout), 5*time.Minute)
	// Identifiers are quoted; without _dqs=0 a misspelt one would be a text.
	common := fmt.Sprintf("&_dqs=0&_pragma=busy_timeout(%d)", busyTimeout.Milliseconds())
	var err error
	file, limit := "", ""
	if path == ":memory:" {
		file = "file:/" + rand.Text()
		common += "&vfs=memdb"
	} else {
		path = RealPath(path)
		file = fileURI(path)
		if err = createPrivate(path); err != nil {
			return err
		}
		db.file = &sqliteFile{path: path}
		common += "&mode=rw" // no connection creates another file
		if db.wal, err = newWAL(db.file, file, opts, db.log); err != nil {
			return err
		}
		limit = fmt.Sprintf("&_pragma=journal_size_limit(%d)", db.wal.keptSize())
	}
	migrations := file + "?_txlock=immediate" + common
	db.openMigrations = func() (*sql.DB, error) { return db.file.pool(migrations) }
	common += "&_pragma=foreign_keys(1)"
	writer := file + "?_txlock=immediate" + common + "&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)" + limit
	if db.write, err = db.file.pool(writer); err != nil {
		return err
	}
	db.write.SetMaxOpenConns(1)
	if err := openWAL(ctx, db.write); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	// A reader caches at most 1 MB of pages (the default is 2): there are many readers, and the system
	// caches the file's pages for all of them.
	reader := file + "?_query_only=1&_pragma=cache_size(-1000)" + common
	if db.read, err = db.file.pool(reader); err != nil {
		return err
	}
	db.probe = db.read
	if db.file != nil {
		if db.probe, err = db.file.pool(reader); err != nil {
			return err
		}
		db.probe.SetMaxIdleConns(-1)
		if db.anchor, err = holdLog(ctx, db.probe); err != nil {
			return err
		}
	}
	pool, err := db.file.pool(reader)
	if err != nil {
		return err
	}
	db.states.askOn(pool, stateOfSQLite, db.log)
	return db.limitReaders(ctx, path == ":memory:", opts)
}

// limitReaders sets the number of readers; one of a database in memory keeps it alive.
func (db *DB) limitReaders(ctx context.Context, memory bool, opts Options) (err error) {
	readers := opts.MaxConns
	if readers <= 0 {
		readers = max(4, runtime.NumCPU())
	}
	db.streams = readers
	readers *= 2
	if memory {
		if db.anchor, err = db.read.Conn(ctx); err != nil {
			return err
		}
		readers++
	}
	db.read.SetMaxOpenConns(readers)
	db.read.SetMaxIdleConns(readers) // a new connection has to prepare its statements and read its pages again
	return db.read.PingContext(ctx)
}

// openWAL opens the writer's connection, which turns on the log of the file. If two processes do this at
// once, SQLite refuses it to one of them immediately, without busy_timeout, because each reads the file and
// would wait for the other. openWAL tries again for as long as others wait.
func openWAL(ctx context.Context, pool *sql.DB) error {
	for end := time.Now().Add(busyTimeout); ; {
		err := pool.PingContext(ctx)
		if err == nil || !locked(err) || time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// createPrivate creates a missing file that only its owner can read: it will hold password hashes.
func createPrivate(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}
