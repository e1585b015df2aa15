// Package delivery works on a queue of rows, such as messages to webhooks, beside other processes. It claims rows that are
// due, works on several at once with fair shares, and stores their outcomes.
package delivery

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"
)

const (
	// lease is how long a row belongs to the process that has claimed it. The process extends it while it works on the row.
	lease = time.Minute
	// ownLease is the part of a lease after which the process ends its work, so that another one can begin.
	ownLease = lease - 5*time.Second
	// settleWait is how long the first of some outcomes waits for others, to be stored with them.
	settleWait = 5 * time.Millisecond
)

// Queue is one kind of rows. A T has what the queue needs of a row, and the outcome of its work. The engine calls all
// methods but Work from one goroutine.
type Queue[T any] interface {
	// Due returns rows that are due, those that have waited longest first, and without those for which a share is not free.
	// It looks at all rows if settled is nil, and otherwise at those that the settled ones held up. With an error, it
	// may return some.
	Due(ctx context.Context, settled []*Item[T], free func(Share) bool) ([]*Item[T], error)
	// Claim stores the leases of rows, and returns the rows that are still due.
	Claim(ctx context.Context, list []*Item[T], now time.Time) ([]*Item[T], error)
	// Work returns a copy of what it was given, with the outcome. ctx ends when the program stops, and with the lease.
	Work(ctx context.Context, of T) T
	// Extend stores later leases of rows, and returns the rows whose leases were still stored.
	Extend(ctx context.Context, list []*Item[T], until time.Time) ([]*Item[T], error)
	// Settle stores outcomes of rows. It leaves out rows whose leases are no longer stored: another process has them.
	Settle(ctx context.Context, list []*Item[T], now time.Time) error
}

// Item is a row of a queue.
type Item[T any] struct {
	Of     T
	Shares []Share
	// Until is the end of the lease, in microseconds as databases store it. No two claims of a row have the same.
	Until time.Time
	// Interrupted means that the work was cut off, since the program stopped or the lease ended. That is no failure.
	Interrupted bool

	extended time.Time   // on this machine's clock
	ends     *time.Timer // calls lose before the end of the lease
	lost     atomic.Bool // the lease has ended, or nearly
	cancel   func()      // ends the work
}

// Share is a part of the places for work that some rows have together, such as those of one account.
type Share struct {
	Name string
	Most int // places
}

// Engine works on one queue.
type Engine[T any] struct {
	Queue   Queue[T]
	Most    int // places in all
	Log     *slog.Logger
	Now     func() time.Time
	Poll    time.Duration          // after which it looks at all rows again
	Changed func() <-chan struct{} // a channel that is closed as soon as there may be more due rows
}

// outcome is the end of the work on a row.
type outcome[T any] struct {
	item        *Item[T]
	of          T
	interrupted bool
}

// run is the state of Engine.Run.
type run[T any] struct {
	*Engine[T]
	waiting  []*Item[T]     // due rows without a place
	working  []*Item[T]     // rows with a place
	taken    map[string]int // places by the names of shares
	outcomes chan outcome[T]
	ended    []*Item[T] // working ones whose outcomes are not stored yet
}

// Run works until ctx ends. It returns when the work that it has begun has ended and the outcomes are stored.
func (e *Engine[T]) Run(ctx context.Context) {
	r := &run[T]{Engine: e, taken: map[string]int{}, outcomes: make(chan outcome[T], e.Most)}
	tick := time.NewTicker(e.Poll)
	defer tick.Stop()
	changed, stop := e.Changed(), ctx.Done()
	all, failing := true, false
	var settled []*Item[T]
	var err error
	for ctx.Err() == nil || len(r.working) > 0 {
		if err = errors.Join(err, r.extend(ctx), r.begin(ctx, all, settled)); err != nil && !failing && ctx.Err() == nil {
			e.Log.Warn("the queue is worked on later", "error", err)
		}
		failing, all = err != nil, true
		select {
		case <-changed:
			changed = e.Changed()
		case <-tick.C:
		case o := <-r.outcomes:
			r.collect(o)
			all = false
		case <-stop:
			stop = nil
		}
		settled, err = r.settle(ctx)
	}
}

// begin begins work on due rows for which there is a place: on those that the settled ones held up, or on any.
func (r *run[T]) begin(ctx context.Context, all bool, settled []*Item[T]) error {
	if ctx.Err() != nil || !all && len(settled) == 0 {
		return nil
	}
	if all {
		r.waiting, settled = nil, nil
	}
	found, err := r.Queue.Due(ctx, settled, r.free)
	now, begun := r.Now(), time.Now() // Due may make rows that are due
	var next []*Item[T]
	r.waiting = slices.DeleteFunc(append(r.waiting, found...), func(item *Item[T]) bool {
		if !r.take(item) {
			return false
		}
		item.Until = leaseFrom(now)
		next = append(next, item)
		return true
	})
	if len(next) == 0 {
		return err
	}
	claimed, failed := r.Queue.Claim(ctx, next, now)
	for _, item := range next {
		if failed == nil && slices.Contains(claimed, item) {
			r.work(ctx, item, begun)
		} else {
			r.leave(item)
		}
	}
	return errors.Join(err, failed)
}

// leaseFrom returns the end of a lease.
func leaseFrom(now time.Time) time.Time { return now.Add(lease).Truncate(time.Microsecond) }

// free reports whether a share has a free place.
func (r *run[T]) free(s Share) bool { return r.taken[s.Name] < s.Most }

// take reserves a place for a row, and reports whether there is one.
func (r *run[T]) take(item *Item[T]) bool {
	if len(r.working) >= r.Most || slices.ContainsFunc(item.Shares, func(s Share) bool { return !r.free(s) }) {
		return false
	}
	r.working = append(r.working, item)
	for _, s := range item.Shares {
		r.taken[s.Name]++
	}
	return true
}

// leave ends the reservation of take.
func (r *run[T]) leave(item *Item[T]) {
	r.working = slices.DeleteFunc(r.working, func(other *Item[T]) bool { return other == item })
	for _, s := range item.Shares {
		if r.taken[s.Name]--; r.taken[s.Name] == 0 {
			delete(r.taken, s.Name)
		}
	}
}

// work works on a row that was claimed at a moment.
func (r *run[T]) work(ctx context.Context, item *Item[T], claimed time.Time) {
	ctx, item.cancel = context.WithCancel(ctx)
	item.extended = claimed
	item.ends = time.AfterFunc(ownLease-time.Since(claimed), item.lose)
	of := item.Of
	go func() {
		of := r.Queue.Work(ctx, of)
		r.outcomes <- outcome[T]{item, of, ctx.Err() != nil}
	}()
}

// lose ends the work on a row whose lease ends.
func (item *Item[T]) lose() {
	item.lost.Store(true)
	item.cancel()
}

// extend extends leases a third of which is over. It ends the work on rows that another process has claimed.
func (r *run[T]) extend(ctx context.Context) error {
	now, begun := r.Now(), time.Now()
	var list []*Item[T]
	for _, item := range r.working {
		if begun.Sub(item.extended) >= lease/3 && !item.lost.Load() && !slices.Contains(r.ended, item) {
			list = append(list, item)
		}
	}
	if len(list) == 0 {
		return nil
	}
	until := leaseFrom(now)
	still, err := r.Queue.Extend(context.WithoutCancel(ctx), list, until)
	if err != nil {
		return err
	}
	for _, item := range list {
		if item.extended = begun; slices.Contains(still, item) {
			item.Until = until
			item.ends.Reset(ownLease - time.Since(begun))
		} else {
			item.lose()
		}
	}
	return nil
}

// collect takes an outcome, with those that come in a moment, so that one transaction stores them.
func (r *run[T]) collect(o outcome[T]) {
	late := time.NewTimer(settleWait)
	defer late.Stop()
	for {
		o.item.Of, o.item.Interrupted = o.of, o.interrupted
		r.ended = append(r.ended, o.item)
		if len(r.ended) == len(r.working) {
			return
		}
		select {
		case o = <-r.outcomes:
		case <-late.C:
			return
		}
	}
}

// settle stores outcomes, gives their places to others, and returns the rows. If it fails, it keeps rows until their
// leases end.
func (r *run[T]) settle(ctx context.Context) (settled []*Item[T], err error) {
	if len(r.ended) == 0 {
		return nil, nil
	}
	err = r.Queue.Settle(context.WithoutCancel(ctx), r.ended, r.Now())
	r.ended = slices.DeleteFunc(r.ended, func(item *Item[T]) bool {
		if err != nil && !item.lost.Load() {
			return false
		}
		settled = append(settled, item)
		return true
	})
	for _, item := range settled {
		item.ends.Stop()
		item.cancel()
		r.leave(item)
	}
	if err != nil && len(settled) > 0 {
		r.Log.Warn("the outcomes of work are lost; it is done again", "rows", len(settled), "error", err)
	}
	return settled, err
}
