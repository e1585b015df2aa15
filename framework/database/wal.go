// The limit of SQLite's write-ahead log.

package database

import (
	"context"
	"database/sql"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// DefaultMaxWAL replaces an Options.MaxWAL of 0.
	DefaultMaxWAL = 128 << 20
	// maxKeptWAL is the largest size of the log's file after a reset.
	maxKeptWAL = 64 << 20
	// walCheckInterval is how often a commit checks the size of the log, and walRetry how often a log that
	// is too long is reset: a reset blocks writers for up to walBusy.
	walCheckInterval = 10 * time.Millisecond
	walRetry         = time.Second
	walBusy          = "100" // milliseconds
	// walMinAge is the least age of a read that is ended: a younger one soon ends by itself.
	walMinAge = 200 * time.Millisecond
	// walEndTimeout is how long an ended read may take to end.
	walEndTimeout = 2 * time.Second
)

type endKey struct{}

// WithEnd returns a context under which a list may be ended early, if it keeps the log of the database from
// being reset: see Options.MaxWAL. end is called from another goroutine, and has to make the reading of
// rows end soon, without waiting for it. It may be called after the reading has ended, and once for each
// list read under the context.
func WithEnd(ctx context.Context, end func()) context.Context {
	return context.WithValue(ctx, endKey{}, end)
}

// EndOf returns the function given to WithEnd, nil for none.
func EndOf(ctx context.Context) (end func()) {
	end, _ = ctx.Value(endKey{}).(func())
	return end
}

// wal limits the write-ahead log of an SQLite file. A read sees the database as of its start, so until it
// ends, the log can only grow. A log beyond its limit is reset; if a list prevents that, the oldest list is
// ended.
type wal struct {
	path  string // path of the log
	bound int64
	pool  *sql.DB // one connection, which waits only briefly for others
	log   *slog.Logger

	mu    sync.Mutex
	reads []*longRead // oldest first

	lastCheck atomic.Int64 // Unix nanoseconds
	busy      atomic.Bool  // shrink runs
	running   sync.WaitGroup

	// Used only by shrink.
	ended  int64 // reads, since the log was last reset
	warned bool
}

// longRead is a list in progress that may be ended.
type longRead struct {
	began time.Time
	end   func()
	ended chan struct{}
}

func newWAL(of *sqliteFile, file string, opts Options, log *slog.Logger) (*wal, error) {
	w := &wal{path: of.path + "-wal", bound: opts.MaxWAL, log: log}
	if w.bound <= 0 {
		w.bound = DefaultMaxWAL
	}
	var err error
	if w.pool, err = of.pool(file + "?mode=rw&_pragma=busy_timeout(" + walBusy + ")"); err != nil {
		return nil, err
	}
	w.pool.SetMaxOpenConns(1)
	w.pool.SetConnMaxIdleTime(time.Minute)
	return w, nil
}

// keptSize returns the size of the log's file after a reset.
func (w *wal) keptSize() int64 { return min(maxKeptWAL, w.bound) }

// trackRead registers a read that may be ended. It returns the function to call at the end.
func (w *wal) trackRead(ctx context.Context) (ended func()) {
	if w == nil {
		return noEnd
	}
	end := EndOf(ctx)
	if end == nil {
		return noEnd
	}
	r := &longRead{time.Now(), end, make(chan struct{})}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.reads = append(w.reads, r)
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.remove(r)
		close(r.ended)
	}
}

func (w *wal) remove(r *longRead) {
	for i, other := range w.reads {
		if other == r {
			w.reads = append(w.reads[:i:i], w.reads[i+1:]...)
			return
		}
	}
}

// committed is called after each transaction. It starts the work in the background.
func (w *wal) committed() {
	now, lastCheck := time.Now().UnixNano(), w.lastCheck.Load()
	if now-lastCheck < int64(walCheckInterval) || !w.lastCheck.CompareAndSwap(lastCheck, now) {
		return
	}
	if w.size() <= w.bound || !w.busy.CompareAndSwap(false, true) {
		return
	}
	w.running.Go(func() {
		defer w.busy.Store(false)
		w.shrink()
	})
}

func (w *wal) size() int64 {
	info, err := os.Stat(w.path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// shrink resets the log, and ends the oldest read if necessary. It ends another one for each further
// quarter of the limit, and all from twice the limit, so that the log stays below three times its limit
// unless another process reads.
func (w *wal) shrink() {
	ctx := context.Background()
	if w.reset(ctx) {
		return
	}
	size := w.size()
	allowed := w.bound + w.bound/4*w.ended
	switch reads := w.oldest(size > 2*w.bound); {
	case len(reads) == 0 && size > 2*w.bound && !w.warned:
		w.warned = true
		w.log.WarnContext(ctx, "the log of the database cannot be reset; does another program read it?", "file", w.path, "bytes", size)
	case len(reads) > 0 && size > allowed:
		w.endAll(ctx, reads, size)
		if w.reset(ctx) {
			return
		}
	}
	w.lastCheck.Store(time.Now().Add(walRetry - walCheckInterval).UnixNano())
}

// oldest returns the oldest read, or all reads, without those that have just begun.
func (w *wal) oldest(all bool) []*longRead {
	w.mu.Lock()
	defer w.mu.Unlock()
	var reads []*longRead
	for _, r := range w.reads {
		if time.Since(r.began) < walMinAge || len(reads) > 0 && !all {
			break
		}
		reads = append(reads, r)
	}
	return reads
}

// endAll ends reads and waits for their end.
func (w *wal) endAll(ctx context.Context, reads []*longRead, size int64) {
	w.log.InfoContext(ctx, "the log of the database is too long; lists that are still being read are ended", "bytes", size, "lists", len(reads))
	late := time.NewTimer(walEndTimeout)
	defer late.Stop()
	for _, r := range reads {
		w.ended++
		r.end()
	}
	for _, r := range reads {
		select {
		case <-r.ended:
		case <-late.C:
			return
		}
	}
}

// reset reports whether the log was reset. Most of the work happens while others write.
func (w *wal) reset(ctx context.Context) bool {
	w.checkpoint(ctx, "PASSIVE")
	if !w.checkpoint(ctx, "TRUNCATE") {
		return false
	}
	w.ended, w.warned = 0, false
	return true
}

// checkpoint reports whether the whole log is in the database, and with TRUNCATE whether it was also
// emptied.
func (w *wal) checkpoint(ctx context.Context, mode string) (done bool) {
	var busy, frames, moved int
	if err := w.pool.QueryRowContext(ctx, "PRAGMA wal_checkpoint("+mode+")").Scan(&busy, &frames, &moved); err != nil {
		w.log.InfoContext(ctx, "checkpoint failed", "error", err)
		return false
	}
	return busy == 0 && frames == moved
}

func (w *wal) close() error {
	if w == nil {
		return nil
	}
	w.running.Wait()
	return w.pool.Close()
}
