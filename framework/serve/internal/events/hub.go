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
func New(service *request.Service) *Hub {
	return &Hub{h: service, closed: make(chan struct{}), work: make(chan struct{}, 1), changed: make(chan struct{})}
}

// passOver logs once that deleted rows of a table no longer fit its columns.
func (hub *Hub) passOver(table string, err error) {
	if _, logged := hub.misfits.LoadOrStore(table, true); !logged {
		hub.h.Options.Logger.Warn("events of deleted rows are passed over: their kept values do not fit the columns", "table", table, "error", err)
	}
}

// wake makes the hub look for events. Without readers in this process it notifies other processes.
func (hub *Hub) wake() {
	hub.mu.Lock()
	working := hub.stop != nil
	hub.mu.Unlock()
	if working {
		select {
		case hub.work <- struct{}{}:
		default: // it will look anyway
		}
		return
	}
	if hub.h.DB.Dialect().Name != "postgres" || hub.notifying.Swap(true) {
		return
	}
	go func() {
		hub.notifying.Store(false) // later commits notify again
		ctx, cancel := context.WithTimeout(context.Background(), request.AfterCommitTime)
		defer cancel()
		_ = record.Notify(ctx, hub.h.DB, record.EventChannel) // processes without the notification poll
	}()
}

// join adds a reader, until leave.
func (hub *Hub) join() (leave func()) {
	hub.mu.Lock()
	defer hub.mu.Unlock()
	if hub.waiting++; hub.waiting == 1 {
		ctx, stop := context.WithCancel(context.Background())
		hub.stop = stop
		go hub.run(ctx)
	}
	return sync.OnceFunc(func() {
		hub.mu.Lock()
		defer hub.mu.Unlock()
		if hub.waiting--; hub.waiting == 0 {
			hub.stop()
			hub.stop = nil
		}
	})
}

// next returns a channel that is closed when there are newer events.
func (hub *Hub) next() <-chan struct{} {
	hub.mu.Lock()
	defer hub.mu.Unlock()
	return hub.changed
}

// position returns the position of the last known event.
func (hub *Hub) position() int64 {
	hub.mu.Lock()
	defer hub.mu.Unlock()
	return hub.last
}

// run looks for events until ctx ends.
func (hub *Hub) run(ctx context.Context) {
	go hub.h.DB.Listen(ctx, record.EventChannel, hub.wake)
	tick := time.NewTicker(eventPoll)
	defer tick.Stop()
	failing := false
	for {
		err := hub.look(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil && !failing:
			hub.h.Options.Logger.Warn("events are sent later", "error", err)
		}
		failing = err != nil
		select {
		case <-hub.work:
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// look gives positions to new events, and wakes the readers if there are some.
func (hub *Hub) look(ctx context.Context) error {
	if _, err := hub.outbox.Sequence(ctx); err != nil {
		return err
	}
	_, last, err := hub.outbox.Bounds(ctx)
	if err != nil {
		return err
	}
	hub.mu.Lock()
	defer hub.mu.Unlock()
	if last != hub.last {
		hub.last = last
		close(hub.changed)
		hub.changed = make(chan struct{})
	}
	return nil
}

// EndStreams ends all streams of events. Their readers reconnect to another process.
func (hub *Hub) EndStreams() { hub.close.Do(func() { close(hub.closed) }) }

// uncounted returns a context for long work: its statements do not count for a request, and read the latest
// data.
func uncounted(ctx context.Context) context.Context {
	ctx, _ = database.WithCounter(database.Current(ctx))
	return ctx
}
