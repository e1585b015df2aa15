// Waking those who wait for events.

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

// eventPoll is how often it is looked for events of which nobody has told this process.
const eventPoll = 2 * time.Second

// Hub gives events their positions and wakes who waits for them: at each commit of this process, at each notification of
// another one, and now and then. It works while somebody waits.
type Hub struct {
	h      *request.Service
	outbox *record.Outbox
	closed chan struct{} // when all who wait are to go

	close     sync.Once
	work      chan struct{} // something may have changed
	notifying atomic.Bool   // other processes are about to be told

	misfits sync.Map // tables with deleted rows that were passed over

	mu      sync.Mutex
	waiting int
	stop    context.CancelFunc // of the work; nil while nobody waits
	changed chan struct{}      // closed at the next events
	last    int64              // the position of the last event, as it was seen
}

// New makes the hub of a service. It works once somebody joins it.
func New(h *request.Service) *Hub {
	return &Hub{h: h, closed: make(chan struct{}), work: make(chan struct{}, 1), changed: make(chan struct{})}
}

// passOver logs once of a table that deleted rows of it do not fit any longer.
func (b *Hub) passOver(table string, err error) {
	if _, logged := b.misfits.LoadOrStore(table, true); !logged {
		b.h.Options.Logger.Warn("events of deleted rows are passed over: what is kept of them does not fit the columns", "table", table, "error", err)
	}
}

// wake looks for events, or where nobody waits in this process tells others of them.
func (b *Hub) wake() {
	b.mu.Lock()
	working := b.stop != nil
	b.mu.Unlock()
	if working {
		select {
		case b.work <- struct{}{}:
		default: // it is about to look anyway
		}
		return
	}
	if b.h.DB.Dialect().Name != "postgres" || b.notifying.Swap(true) {
		return
	}
	go func() {
		b.notifying.Store(false) // whoever commits from here on tells anew
		ctx, cancel := context.WithTimeout(context.Background(), request.AfterCommitTime)
		defer cancel()
		_ = b.outbox.Notify(ctx) // who is not told looks by itself
	}()
}

// join begins to wait, until leave.
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

// next is closed when there are events behind those that can be read now.
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

// look gives positions to new events, and wakes who waits where there are some.
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

// EndStreams ends the streams of events, whose readers come back to another process.
func (b *Hub) EndStreams() { b.close.Do(func() { close(b.closed) }) }

// uncounted is a context for what goes on for long, whose statements nobody counts, and which reads what was written last.
func uncounted(ctx context.Context) context.Context {
	ctx, _ = database.WithCounter(database.Current(ctx))
	return ctx
}
