// Package database runs statements on SQLite or PostgreSQL. It holds the connections and prepares statements.
// It repeats transactions that the database aborted because of concurrent ones, and finds the server for
// writes or a replica for reads. It does not depend on declarations.
//
// Open gives a DB. Build makes a Statement with goqu, in the Dialect of the DB; a Session runs it,
// in the transaction of Write or outside of one.
package database

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Options are the settings of a deployment. The zero value is useful.
type Options struct {
	// MaxConns limits the connections to PostgreSQL, or the readers of SQLite. 0 means four for each
	// processor, at least 10 and at most 50; for SQLite one for each, at least 4.
	MaxConns int
	// MaxIdleConns is the number of idle connections to PostgreSQL that stay open, for five minutes each. 0
	// keeps all.
	MaxIdleConns int
	// ConnLifetime is the age at which a connection to PostgreSQL is replaced: the new one may lead to
	// another server, so that one that has come back gets its share. 0 means half an hour.
	ConnLifetime time.Duration
	// ConnectTimeout is the time limit for connecting to each server of PostgreSQL. 0 means connect_timeout
	// in the address, or else five seconds.
	ConnectTimeout time.Duration
	// ReadTimeout is how long PostgreSQL may be silent within a statement before its connection is closed:
	// a context's deadline does not free a caller whose server has gone silent. 0 means a minute. It may
	// take a tenth longer, and is raised above StatementTimeout.
	ReadTimeout time.Duration
	// StatementTimeout makes PostgreSQL end longer statements, including a list that streams, for as long
	// as its reader takes. 0 leaves it to the server. Open fails if a pooler hides it from the server.
	// SQLite is interrupted before the first row, while it counts and sorts, and otherwise stops at the
	// next row; 0 means five minutes.
	StatementTimeout time.Duration
	// MaxWAL is the limit of an SQLite file's write-ahead log, in bytes. Beyond it the log is reset. If a
	// list prevents this, because its read began before most of the log was written, the oldest list under
	// WithEnd is ended. 0 means 128 MiB.
	MaxWAL int64
	// BinaryParameters is for PostgreSQL behind a pooler that assigns connections by transaction:
	// statements are sent in one message instead of being prepared.
	BinaryParameters bool
	// Replica is the address of a PostgreSQL server that follows the database and may answer reads: see
	// MayLag. If it names several, any that follows is used. "" is none.
	Replica string
	// ReplicaMaxLag is the largest lag of a replica that is used. 0 means ten seconds.
	ReplicaMaxLag time.Duration
	// Logger records events that no caller learns of, such as a repeated transaction. nil means
	// slog.Default.
	Logger *slog.Logger
	// Trace, if not nil, is called with the text of a statement, a BEGIN or a COMMIT when it starts; the
	// text contains no values. The function that it returns is called at the end: for a statement that
	// reads, at its first row.
	Trace func(ctx context.Context, text string) (end func(error))
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	dialect        *Dialect
	read           *sql.DB // the readers of SQLite; for PostgreSQL the same as write
	write          *sql.DB
	probe          *sql.DB                 // for Ping: separate connections; for SQLite in memory the readers
	hosts          *hosts                  // only PostgreSQL
	listenAddress  string                  // only PostgreSQL, for Listen
	replica        *replica                // nil for none
	anchor         *sql.Conn               // keeps a database in memory alive, and the log of a file
	wal            *wal                    // nil except for an SQLite file
	file           *sqliteFile             // nil except for an SQLite file
	simpleProtocol bool                    // BinaryParameters
	openMigrations func() (*sql.DB, error) // see Migrations
	// statementTimeout is the StatementTimeout for a database that cannot enforce one.
	statementTimeout time.Duration
	log              *slog.Logger
	trace            func(ctx context.Context, text string) (end func(error))
	streams          int
	idle             int          // number of idle connections in the pool
	dropped          atomic.Int64 // time of the last dropIdle, in Unix nanoseconds

	retried atomic.Uint64 // number of repeated transactions

	raw    Cache[string, *Statement] // statements of Raw, by text
	states states                    // see State

	mu      sync.Mutex
	pending []*Statement // statements used in a transaction, to be prepared before the next one: see preparePending
}

// Open opens a database. An address such as postgres://… or postgresql://…, or keywords such as
// "host=… dbname=…", is PostgreSQL. If it names several servers, as in "host=a,b port=1,2", connections
// lead to the primary, unless target_session_attrs asks for another. Anything else is the path of an SQLite
// file, which is created if it is missing. ":memory:" is a new SQLite database in memory, for tests: it
// vanishes with Close, and its writers wait for its readers.
func Open(ctx context.Context, database string, opts Options) (*DB, error) {
	registerDialects()
	db := &DB{log: cmp.Or(opts.Logger, slog.Default()), trace: opts.Trace}
	db.raw.Limit = maxRaw
	open := db.openSQLite
	if IsPostgres(database) {
		open = db.openPostgres
	}
	err := open(ctx, database, opts)
	if err == nil && opts.Replica != "" {
		if err = db.openReplica(ctx, opts); err != nil {
			err = fmt.Errorf("replica: %w", err)
		}
	}
	if err != nil {
		db.Close()
		return nil, fmt.Errorf("open database: %w", err)
	}
	return db, nil
}

// IsPostgres reports whether Open treats an address as PostgreSQL instead of an SQLite file.
func IsPostgres(database string) bool {
	if strings.HasPrefix(database, "postgres://") || strings.HasPrefix(database, "postgresql://") {
		return true
	}
	for word := range strings.FieldsSeq(database) {
		switch key, _, ok := strings.Cut(word, "="); {
		case !ok:
		case key == "host", key == "hostaddr", key == "dbname", key == "service":
			return true
		}
	}
	return false
}

// Log returns the log for what no caller learns of.
func (db *DB) Log() *slog.Logger { return db.log }

// Dialect returns the SQL that differs between the databases.
func (db *DB) Dialect() *Dialect { return db.dialect }

// Streams returns how many lists may hold a connection while their readers take their time. As many
// connections are left for all other work.
func (db *DB) Streams() int { return db.streams }

// ReplicaLag returns the largest age of writes that a read under MayLag may miss, 0 without a replica.
func (db *DB) ReplicaLag() time.Duration {
	if db.replica == nil {
		return 0
	}
	return db.replica.maxLag
}

// Ping checks that the database can be reached. It uses a separate connection, so that it does not wait while
// all others are in use; that closes when it is idle. Of an SQLite file it reads a row of each table, and checks that
// the path still leads to the open file.
func (db *DB) Ping(ctx context.Context) error {
	err := db.file.check()
	switch {
	case err != nil:
	case db.file == nil:
		err = db.probe.PingContext(ctx)
	default:
		err = readRows(ctx, db.probe)
	}
	if err != nil {
		return fmt.Errorf("reach database: %w", err)
	}
	return nil
}

// Close closes all connections after the running statements have ended.
func (db *DB) Close() error {
	var first error
	if db.anchor != nil {
		first = db.anchor.Close()
	}
	if db.replica != nil {
		if err := db.replica.close(); first == nil {
			first = err
		}
	}
	if err := db.wal.close(); first == nil {
		first = err
	}
	db.states.close()
	for _, pool := range []*sql.DB{db.read, db.write, db.probe} {
		if pool == nil {
			continue
		}
		if err := pool.Close(); first == nil {
			first = err
		}
	}
	return first
}
