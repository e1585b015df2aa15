// Package database runs statements on SQLite or PostgreSQL: it holds the connections, prepares
// statements, repeats transactions that the database ended because of others, and finds the server
// that takes writes, or a replica for reads. It knows no type of a declaration.
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

// Options are what two deployments may differ in. The zero value is useful.
type Options struct {
	// MaxConns bounds the connections to PostgreSQL, or the readers of SQLite. 0 means four for
	// each processor, at least 10 and at most 50; for SQLite one for each, at least 4.
	MaxConns int
	// MaxIdleConns are kept open to PostgreSQL while nobody needs them, for five minutes each. 0
	// keeps as many as there may be.
	MaxIdleConns int
	// ConnLifetime is when a connection to PostgreSQL is replaced by a new one, which may lead
	// elsewhere: a server that has come back gets its share again. 0 means half an hour.
	ConnLifetime time.Duration
	// ConnectTimeout is for each server that is asked for a connection to PostgreSQL. 0 means what
	// the address says in connect_timeout, or else five seconds.
	ConnectTimeout time.Duration
	// ReadTimeout is how long PostgreSQL may be silent within a statement before its connection is given up:
	// the deadline of a context does not free a caller whose server has gone silent. 0 means a minute, and it
	// may take a tenth longer. It is raised above StatementTimeout where it is lower.
	ReadTimeout time.Duration
	// StatementTimeout makes PostgreSQL end longer statements; a list that streams is one of them,
	// for as long as its reader takes. 0 leaves it to the server. Open fails where a pooler keeps
	// the server from hearing of it. SQLite is interrupted on the way to the first row, where it
	// counts and sorts, and otherwise stops at the next row; 0 means five minutes.
	StatementTimeout time.Duration
	// MaxWAL bounds the write-ahead log of an SQLite file, in bytes: past it the log is reset, and
	// where a list keeps it from that, which is read since before most of the log was written, the
	// oldest one under WithEnd is ended. 0 means 128 MiB.
	MaxWAL int64
	// BinaryParameters is for PostgreSQL behind a pooler that hands out connections by
	// transaction: statements are sent in one piece instead of being prepared.
	BinaryParameters bool
	// Replica is the address of a server that follows the database, in PostgreSQL, and may answer
	// reads: see MayLag. Where it names several, any that follows is used. "" is none.
	Replica string
	// ReplicaMaxLag is the age of writes that the replica has to show; what lags further is not
	// used. 0 means ten seconds.
	ReplicaMaxLag time.Duration
	// Logger records events that no caller hears of, such as a transaction that is run again. nil means
	// slog.Default.
	Logger *slog.Logger
	// Trace, where it is not nil, is called when a statement, a BEGIN or a COMMIT starts, with its
	// text, which holds no values, and what it returns when it has ended. A statement that reads has
	// ended when its first row is there.
	Trace func(ctx context.Context, text string) (end func(error))
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	dialect        *Dialect
	read           *sql.DB // for SQLite the readers; for PostgreSQL the same as write
	write          *sql.DB
	probe          *sql.DB   // for Ping: a separate connection in PostgreSQL; for SQLite the readers
	hosts          *hosts    // of PostgreSQL
	listenAddress  string    // of PostgreSQL, for Listen
	replica        *replica  // nil for none
	anchor         *sql.Conn // keeps a database in memory alive
	wal            *wal      // nil but for an SQLite file
	simpleProtocol bool      // BinaryParameters
	// statementTimeout is the StatementTimeout of a database that does not have one itself.
	statementTimeout time.Duration
	log              *slog.Logger
	trace            func(ctx context.Context, text string) (end func(error))
	streams          int
	idle             int          // connections that are kept
	dropped          atomic.Int64 // when dropIdle last did its work, in Unix nanoseconds

	retried atomic.Uint64 // transactions that were run again

	raw Cache[string, *Statement] // of Raw, by their text

	mu      sync.Mutex
	pending []*Statement // used in a transaction, to be prepared before the next one: see preparePending
}

// Open opens a database. An address such as postgres://… or postgresql://…, or keywords such as
// "host=… dbname=…", is PostgreSQL; where it names several servers, as in "host=a,b port=1,2",
// connections lead to the one that takes writes, unless target_session_attrs asks for another.
// Anything else is the path of an SQLite file, created where it is missing. ":memory:" is a new SQLite
// database in memory, for tests: it vanishes with Close, and its writers wait for its readers.
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

// IsPostgres reports whether Open takes an address for one of PostgreSQL, and not for an SQLite file.
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

// Dialect returns the SQL that differs between the databases.
func (db *DB) Dialect() *Dialect { return db.dialect }

// Streams is how many lists may hold a connection for as long as their readers take, so that as
// many connections are left for everything else.
func (db *DB) Streams() int { return db.streams }

// ReplicaLag is how old writes may be that a read under MayLag does not see, 0 without a replica.
func (db *DB) ReplicaLag() time.Duration {
	if db.replica == nil {
		return 0
	}
	return db.replica.maxLag
}

// Ping asks whether the database can be reached. In PostgreSQL it has a separate connection, so that it does
// not wait for its turn while all others are in use; that closes when it is idle.
func (db *DB) Ping(ctx context.Context) error {
	if err := db.probe.PingContext(ctx); err != nil {
		return fmt.Errorf("reach database: %w", err)
	}
	return nil
}

// Close closes all connections. Statements that run are waited for.
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
