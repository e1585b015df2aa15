// Errors that mean the database cannot be reached.

package database

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/lib/pq"
	"github.com/lib/pq/pqerror"
	"modernc.org/sqlite"
	lite "modernc.org/sqlite/lib"
)

// Unavailable reports whether err means that the database is temporarily out of reach: stopping, starting,
// failing over, out of connections or of room on its disk, locked for too long, or over the time limit of a
// statement. The same request may succeed a little later. A transaction that ended so, other than at its commit, was rolled
// back.
func Unavailable(err error) bool {
	if errors.Is(err, context.Canceled) {
		return false // caused by the client
	}
	for _, lost := range [...]error{driver.ErrBadConn, io.EOF, io.ErrUnexpectedEOF, context.DeadlineExceeded} {
		if errors.Is(err, lost) {
			return true
		}
	}
	if errors.Is(err, errStandby) || errors.Is(err, errMoved) {
		return true
	}
	if u, ok := errors.AsType[*unreachable](err); ok {
		return !u.misconfigured()
	}
	if e, ok := errors.AsType[*pq.Error](err); ok {
		switch class := string(e.Code)[:min(2, len(e.Code))]; class {
		case "08", "40", "53", "57": // connection, transaction rolled back, resources, operator
			return true
		}
		return e.Code == pqerror.ReadOnlySQLTransaction || e.Code == pqerror.LockNotAvailable
	}
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		switch e.Code() & 0xFF {
		case lite.SQLITE_INTERRUPT, lite.SQLITE_FULL, lite.SQLITE_IOERR, lite.SQLITE_CANTOPEN:
			return true
		}
		return e.Code() == lite.SQLITE_READONLY_DBMOVED || locked(err)
	}
	_, lost := errors.AsType[net.Error](err)
	return lost
}

// Full reports whether the disk of the database, or the file that SQLite may fill, has no room. The transaction was rolled back.
func Full(err error) bool {
	if e, ok := errors.AsType[*pq.Error](err); ok {
		return e.Code == pqerror.DiskFull
	}
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && (e.Code()&0xFF == lite.SQLITE_FULL || e.Code() == lite.SQLITE_IOERR_SHMSIZE) // the latter is of the index of the log
}

// Busy reports whether another connection to an SQLite file kept its lock for longer than a statement waits.
func Busy(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && e.Code()&0xFF == lite.SQLITE_BUSY
}

// AlreadyExists reports whether a statement failed because the database already has what it would create.
func AlreadyExists(err error) bool {
	if e, ok := errors.AsType[*pq.Error](err); ok {
		return e.Code == "42P07" || e.Code == "42701" || e.Code == "42710"
	}
	e, ok := errors.AsType[*sqlite.Error](err) // which has no number for this
	return ok && (strings.Contains(e.Error(), "already exists") || strings.Contains(e.Error(), "duplicate column name"))
}

// locked reports whether another connection of SQLite holds a lock.
func locked(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && (e.Code()&0xFF == lite.SQLITE_BUSY || e.Code()&0xFF == lite.SQLITE_LOCKED)
}

// ErrorKind returns the kind of a database error without the values that its message may quote: the
// SQLSTATE of PostgreSQL, the number of SQLite, or else the Go type.
func ErrorKind(err error) string {
	if e, ok := errors.AsType[*pq.Error](err); ok {
		return string(e.Code)
	}
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return fmt.Sprintf("SQLITE_%d", e.Code())
	}
	for _, known := range [...]error{context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return fmt.Sprintf("%T", err)
}
