// Keeping the write-ahead log of SQLite short.

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
	// DefaultMaxWAL is Options.MaxWAL where that is 0.
	DefaultMaxWAL = 128 << 20
	// maxKeptWAL is how much of the file of the log stays when the log begins anew, at most.
	maxKeptWAL = 64 << 20
	// walCheckInterval is how often a commit looks at the size of the log, and walRetry how often one
	// that is too long is tried to be reset: that keeps others from writing for up to walBusy.
	walCheckInterval = 10 * time.Millisecond
	walRetry         = time.Second
	walBusy          = "100" // milliseconds
	// walMinAge is how long a read has lasted that is ended: a younger one soon ends by itself.
	walMinAge = 200 * time.Millisecond
	// walEndTimeout is how long a read that was ended may take to end.
	walEndTimeout = 2 * time.Second
)

type endKey struct{}

// WithEnd returns a context under which a list may be ended before its time, where it keeps the
// log of the database from being reset: see Options.MaxWAL. Then end is called from another
// goroutine, and has to make the reading of rows end soon. It must not wait for that. It may be called
// after the reading has ended by itself, and once for each list that is read under the context.
func WithEnd(ctx context.Context, end func()) context.Context {
	return context.WithValue(ctx, endKey{}, end)
}

// EndOf returns what WithEnd was given, nil for none.
func EndOf(ctx context.Context) (end func()) {
	end, _ = ctx.Value(endKey{}).(func())
	return end
}

// wal keeps the write-ahead log of an SQLite file from growing without bound: a read sees the
// database as it was when the read began, and until it ends, what was written since then can only
// be appended. A log that has passed its bound is reset; where a list that is being read keeps it
// from that, the oldest is ended.
type wal struct {
	path  string // of the log
	bound int64
	pool  *sql.DB // one connection, which waits for others for a short time only
	log   *slog.Logger

	mu    sync.Mutex
	reads []*longRead // the oldest is first

	lastCheck atomic.Int64 // Unix nanoseconds
	busy      atomic.Bool  // shrink runs
	running   sync.WaitGroup

	// Used only by shrink.
	ended  int64 // reads, since the log was last reset
	warned bool
}

// longRead is a list that is being read, and may be ended.
type longRead struct {
	began time.Time
	end   func()
	ended chan struct{}
}

func newWAL(path, file string, opts Options, log *slog.Logger) (*wal, error) {
	w := &wal{path: path + "-wal", bound: opts.MaxWAL, log: log}
	if w.bound <= 0 {
		w.bound = DefaultMaxWAL
	}
	var err error
	if w.pool, err = sql.Open("sqlite", file+"?_pragma=busy_timeout("+walBusy+")"); err != nil {
		return nil, err
	}
	w.pool.SetMaxOpenConns(1)
	w.pool.SetConnMaxIdleTime(time.Minute)
	return w, nil
}

// keptSize is how much of the file stays when the log begins anew.
func (w *wal) keptSize() int64 { return min(maxKeptWAL, w.bound) }

// trackRead notes a read that begins, if it may be ended. It returns what to call when it has ended.
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

// committed is called after each transaction. Nobody waits for what it begins.
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

// shrink resets the log, for which it ends the oldest read if it has to. One more is ended with each
// quarter of the bound by which the log grows on, and from twice the bound all are, so that the log
// stays below three times its bound unless another process reads.
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

// oldest is the read that began first, or all of them, but none that has just begun.
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

// endAll ends reads and waits for that.
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

// reset reports whether the log begins anew. Most of the work is done while others write.
func (w *wal) reset(ctx context.Context) bool {
	w.checkpoint(ctx, "PASSIVE")
	if !w.checkpoint(ctx, "TRUNCATE") {
		return false
	}
	w.ended, w.warned = 0, false
	return true
}

// checkpoint reports whether all of the log is in the database, and with TRUNCATE whether it was
// emptied then.
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
