// Positions in the log of PostgreSQL, to compare a replica with the primary.

package database

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Position is a position in the log of a PostgreSQL server: a server that has replayed the log up to it
// shows everything committed before. The zero Position is before everything.
type Position struct {
	// Timeline counts failovers: two logs that diverged there may have different contents at the same
	// address.
	Timeline uint32
	LSN      uint64
}

// Never is a Position that no server reaches, for a write at an unknown position.
var Never = Position{Timeline: math.MaxUint32, LSN: math.MaxUint64}

// String returns the form that ParsePosition parses: two hexadecimal numbers.
func (p Position) String() string { return fmt.Sprintf("%x.%x", p.Timeline, p.LSN) }

// ParsePosition parses the text of a Position, and nothing else.
func ParsePosition(text string) (p Position, ok bool) {
	timeline, lsn, found := strings.Cut(text, ".")
	t, errT := strconv.ParseUint(timeline, 16, 32)
	l, errL := strconv.ParseUint(lsn, 16, 64)
	p = Position{uint32(t), l}
	return p, found && errT == nil && errL == nil && p.String() == text
}

// Reached reports whether a server at p shows everything that was committed before q.
func (p Position) Reached(q Position) bool { return p.Timeline >= q.Timeline && p.LSN >= q.LSN }

// Later returns a Position that a server reaches only after both.
func (p Position) Later(q Position) Position {
	return Position{max(p.Timeline, q.Timeline), max(p.LSN, q.LSN)}
}

// It is the insert position instead of that of the flushed log: if commits do not wait for the disk, only
// the insert position is never before them.
const positionOfPrimary = `SELECT pg_current_wal_insert_lsn() - '0/0',
	('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::bigint`

// Position returns the current position, which includes everything committed before the call. If it cannot
// be read, it is Never.
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

// MayLag returns a context under which reads outside of a transaction may use a replica, if there is one,
// that has reached a Position: that of the latest write that they have to see.
func MayLag(ctx context.Context, after Position) context.Context {
	return context.WithValue(ctx, lagKey{}, after)
}

// Current returns a context under which nothing is read from a replica, whatever MayLag has set.
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
