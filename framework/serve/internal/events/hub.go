// The hub that wakes the readers of events.

package events

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store/record"
)

// eventPoll is the interval at which the hub looks for events without a notification.
const eventPoll = 2 * time.Second

// Hub gives events their positions and wakes their readers: after each commit of this process, after each
// notification of another one, and at intervals. It works while it has readers.
type Hub struct {
	h      *request.Service
	outbox *record.Outbox
	closed chan struct{} // closed to make all readers leave

	close     sync.Once
	work      chan struct{} // there may be new events
	notifying atomic.Bool   // a notification of other processes is on its way

	misfits sync.Map // tables whose old deleted rows are skipped

	mu      sync.Mutex
	waiting int
	stop    context.CancelFunc // ends the work; nil without readers
	changed chan struct{}      // closed at the next events
	last    int64              // position of the last known event
}

// New makes the hub of a service. It starts when a reader joins.
func New(h *request.Service) *Hub {
	return &Hub{h: h, closed: make(chan struct{}), work: make(chan struct{}, 1), changed: make(chan struct{})}
}

// passOver logs once that deleted rows of a table no longer fit its columns.
func (b *Hub) passOver(table string, err error) {
	if _, logged := b.misfits.LoadOrStore(table, true); !logged {
		b.h.Options.Logger.Warn("events of deleted rows are passed over: what is kept of them does not fit the columns", "table", table, "error", err)
	}
}

// wake makes the hub look for events. Without readers in this process it notifies other processes.
func (b *Hub) wake() {
	b.mu.Lock()
	working := b.stop != nil
	b.mu.Unlock()
	if working {
		select {
		case b.work <- struct{}{}:
		default: // it will look anyway
		}
		return
	}
	if b.h.DB.Dialect().Name != "postgres" || b.notifying.Swap(true) {
		return
	}
	go func() {
		b.notifying.Store(false) // later commits notify again
		ctx, cancel := context.WithTimeout(context.Background(), request.AfterCommitTime)
		defer cancel()
		_ = b.outbox.Notify(ctx) // processes without the notification poll
	}()
}

// join adds a reader, until leave.
func (b *Hub) join() (leave func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.waiting++; b.waiting == 1 {
		ctx, stop := context.WithCancel(context.Background())
		b.stop = stop
		go b.run(ctx)
	}
	return sync.OnceFunc(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.waiting--; b.waiting == 0 {
			b.stop()
			b.stop = nil
		}
	})
}

// next returns a channel that is closed when there are newer events.
func (b *Hub) next() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.changed
}

// run looks for events until ctx ends.
func (b *Hub) run(ctx context.Context) {
	go b.h.DB.Listen(ctx, record.EventChannel, b.wake)
	tick := time.NewTicker(eventPoll)
	defer tick.Stop()
	failing := false
	for {
		err := b.look(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil && !failing:
			b.h.Options.Logger.Warn("events are told later", "error", err)
		}
		failing = err != nil
		select {
		case <-b.work:
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// look gives positions to new events, and wakes the readers if there are some.
func (b *Hub) look(ctx context.Context) error {
	if _, err := b.outbox.Sequence(ctx); err != nil {
		return err
	}
	_, last, err := b.outbox.Bounds(ctx)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if last != b.last {
		b.last = last
		close(b.changed)
		b.changed = make(chan struct{})
	}
	return nil
}

// EndStreams ends all streams of events. Their readers reconnect to another process.
func (b *Hub) EndStreams() { b.close.Do(func() { close(b.closed) }) }

// uncounted returns a context for long work: its statements do not count for a request, and read the latest
// data.
func uncounted(ctx context.Context) context.Context {
	ctx, _ = database.WithCounter(database.Current(ctx))
	return ctx
}
