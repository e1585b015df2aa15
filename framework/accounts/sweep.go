// Removing what has expired.

package accounts

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
)

const (
	// sweepEvery is how often what has expired is looked for.
	sweepEvery = 10 * time.Minute
	// sweepRows is how many rows are removed at once, at most: it is a client's write that does it.
	sweepRows = 1000
)

// sweeper removes what has expired from a table of what expires under a key.
type sweeper struct {
	remove *database.Statement
	last   atomic.Int64 // in Unix seconds; 0 to begin with, and while there may be more
}

func newSweeper(d *database.Dialect, table, key string) *sweeper {
	expires := goqu.C("expires")
	old := d.From(table).Select(key).Where(goqu.L("? <= ?", expires, arg)).Order(expires.Asc()).Limit(arg)
	return &sweeper{remove: must(database.Build(d.Delete(table).Prepared(true).Where(goqu.L("? IN ?", goqu.C(key), old)), 2))}
}

// sweep does its work in a transaction, for one caller every sweepEvery, and goes on with the next
// one where that was not all.
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
