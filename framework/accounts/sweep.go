// Removing expired rows.

package accounts

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
)

const (
	// sweepEvery is the interval of sweeps.
	sweepEvery = 10 * time.Minute
	// sweepRows is the largest number of rows that are removed at once, because a client's write does it.
	sweepRows = 1000
)

// sweeper removes the expired rows of a table.
type sweeper struct {
	remove *database.Statement
	last   atomic.Int64 // in Unix seconds; 0 at the start, and while there may be more
}

func newSweeper(d *database.Dialect, table, key string) *sweeper {
	expires := goqu.C("expires")
	old := d.From(table).Select(key).Where(goqu.L("? <= ?", expires, arg)).Order(expires.Asc()).Limit(arg)
	return &sweeper{remove: must(database.Build(d.Delete(table).Prepared(true).Where(goqu.L("? IN ?", goqu.C(key), old)), 2))}
}

// sweep removes rows in a transaction of one caller every sweepEvery; the next caller continues if there
// are more.
func (w *sweeper) sweep(ctx context.Context, s database.Session, now time.Time) error {
	last := w.last.Load()
	if now.Unix()-last < int64(sweepEvery.Seconds()) || !w.last.CompareAndSwap(last, now.Unix()) {
		return nil
	}
	n, err := s.Exec(ctx, w.remove, now.UnixMilli(), sweepRows)
	if n == sweepRows {
		w.last.Store(0)
	}
	return wrap(err, "remove what has expired")
}
