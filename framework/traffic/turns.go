// Turns for concurrent changes of the same thing.

package traffic

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ErrNoTurn reports that a turn did not come in time.
var ErrNoTurn = errors.New("the turn did not come in time")

// Turns are queues for things, by key. In each queue one member has its turn at a time, in order of
// arrival.
type Turns[K comparable] struct {
	mu    sync.Mutex
	lines map[K]*line // queues with members
}

// NewTurns returns turns without queues.
func NewTurns[K comparable]() *Turns[K] { return &Turns[K]{lines: map[K]*line{}} }

// line is the queue for one thing.
type line struct {
	members int
	turn    chan struct{} // full during a member's turn
}

// Take waits for a turn, which ends when done is called. The error is that of ctx, or ErrNoTurn after
// atMost.
func (t *Turns[K]) Take(ctx context.Context, of K, atMost time.Duration) (done func(), err error) {
	t.mu.Lock()
	l := t.lines[of]
	if l == nil {
		l = &line{turn: make(chan struct{}, 1)}
		t.lines[of] = l
	}
	l.members++
	t.mu.Unlock()
	timer := time.NewTimer(atMost)
	defer timer.Stop()
	select {
	case l.turn <- struct{}{}:
		return func() { <-l.turn; t.leave(of, l) }, nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-timer.C:
		err = ErrNoTurn
	}
	t.leave(of, l)
	return nil, err
}

func (t *Turns[K]) leave(of K, l *line) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if l.members--; l.members == 0 {
		delete(t.lines, of)
	}
}

// Awaited reports whether the queue for a thing has members.
func (t *Turns[K]) Awaited(of K) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.lines[of] != nil
}
