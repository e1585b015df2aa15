package store

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/doug-martin/goqu/v9"
)

const (
	// sweepEvery is how often what has expired is looked for.
	sweepEvery = 10 * time.Minute
	// sweepRows is how many rows are removed at once, at most: it is a client's write that does it.
	sweepRows = 1000
)

// sweeper removes what has expired from a table of what expires under a key.
type sweeper struct {
	remove *statement
	last   atomic.Int64 // in Unix seconds; 0 to begin with, and while there may be more
}

func newSweeper(d *dialect, table, key string) *sweeper {
	expires := goqu.C("expires")
	old := d.From(table).Select(key).Where(goqu.L("? <= ?", expires, arg)).Order(expires.Asc()).Limit(arg)
	return &sweeper{remove: must(built(d.Delete(table).Prepared(true).Where(goqu.L("? IN ?", goqu.C(key), old)), 2))}
}

// sweep does its work in a transaction, for one caller every sweepEvery, and goes on with the next
// one where that was not all.
func (w *sweeper) sweep(ctx context.Context, s session, now time.Time) error {
	last := w.last.Load()
	if now.Unix()-last < int64(sweepEvery.Seconds()) || !w.last.CompareAndSwap(last, now.Unix()) {
		return nil
	}
	n, err := s.exec(ctx, w.remove, now.UnixMilli(), sweepRows)
	if n == sweepRows {
		w.last.Store(0)
	}
	return wrap(err, "remove what has expired")
}
