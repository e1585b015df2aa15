// Taking turns for what many want to change.

package traffic

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ErrNoTurn says that a turn did not come in time.
var ErrNoTurn = errors.New("the turn did not come in time")

// Turns are lines of those who wait for the same thing, by what it is. Of each line one has its turn at a time, in the order in
// which they came.
type Turns[K comparable] struct {
	mu    sync.Mutex
	lines map[K]*line // that somebody is in
}

// NewTurns are turns that nobody waits for.
func NewTurns[K comparable]() *Turns[K] { return &Turns[K]{lines: map[K]*line{}} }

// line is of those who want one thing.
type line struct {
	members int
	turn    chan struct{} // is full while one of them has its turn
}

// Take waits for a turn, which ends by done. The error is that of ctx, or ErrNoTurn when it has taken too long.
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

// Awaited reports whether somebody is in line for a thing, or has their turn.
func (t *Turns[K]) Awaited(of K) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.lines[of] != nil
}
