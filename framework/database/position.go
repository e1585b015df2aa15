// How far a replica has come.

package database

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Position is how far the log of a PostgreSQL server had come at a moment: a server that has
// replayed the log that far shows everything that was committed until then. The zero Position is
// before everything.
type Position struct {
	// Timeline counts how often another server has taken over: two logs that went apart there may
	// have reached the same address with different contents.
	Timeline uint32
	LSN      uint64
}

// Never is a Position that no server reaches, for what may have been written at a place in the log
// that is not known.
var Never = Position{Timeline: math.MaxUint32, LSN: math.MaxUint64}

// String is the form that ParsePosition reads: two hexadecimal numbers.
func (p Position) String() string { return fmt.Sprintf("%x.%x", p.Timeline, p.LSN) }

// ParsePosition reads the text of a Position, and nothing else.
func ParsePosition(text string) (p Position, ok bool) {
	timeline, lsn, found := strings.Cut(text, ".")
	t, errT := strconv.ParseUint(timeline, 16, 32)
	l, errL := strconv.ParseUint(lsn, 16, 64)
	p = Position{uint32(t), l}
	return p, found && errT == nil && errL == nil && p.String() == text
}

// Reached reports whether a server at p shows everything that was committed until q.
func (p Position) Reached(q Position) bool { return p.Timeline >= q.Timeline && p.LSN >= q.LSN }

// Later is a Position that is reached only where both are.
func (p Position) Later(q Position) Position {
	return Position{max(p.Timeline, q.Timeline), max(p.LSN, q.LSN)}
}

// The insert position counts, and not that of the flushed log: where commits do not wait for the disk, only the
// insert position is never before them.
const positionOfPrimary = `SELECT pg_current_wal_insert_lsn() - '0/0',
	('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::bigint`

// Position is how far the database has come, and with it everything that was committed before the
// call. Where that cannot be known it is Never.
func (db *DB) Position(ctx context.Context) (Position, error) {
	return position(ctx, db.write)
}

func position(ctx context.Context, pool *sql.DB) (Position, error) {
	var lsn uint64
	var timeline uint32
	if err := pool.QueryRowContext(ctx, positionOfPrimary).Scan(&lsn, &timeline); err != nil {
		return Never, fmt.Errorf("ask how far the database is: %w", err)
	}
	return Position{timeline, lsn}, nil
}

type lagKey struct{}

// MayLag returns a context under which reads outside of a transaction may go to a replica, if
// there is one, that has reached a Position: that of the latest write that they have to see.
func MayLag(ctx context.Context, after Position) context.Context {
	return context.WithValue(ctx, lagKey{}, after)
}

// Current returns a context under which nothing is read from a replica, whatever MayLag has said.
func Current(ctx context.Context) context.Context {
	if _, may := mayLag(ctx); !may {
		return ctx
	}
	return context.WithValue(ctx, lagKey{}, nil)
}

func mayLag(ctx context.Context) (after Position, ok bool) {
	after, ok = ctx.Value(lagKey{}).(Position)
	return after, ok
}
