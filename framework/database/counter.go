// A counter of a request's statements, for tests.

package database

import (
	"context"
	"slices"
	"sync"
)

// Counter counts statements, without BEGIN, COMMIT and preparations.
type Counter struct {
	mu  sync.Mutex
	sql []string
}

// WithCounter returns a context under which every statement is counted.
func WithCounter(ctx context.Context) (context.Context, *Counter) {
	c := new(Counter)
	of := statementsOf(ctx)
	of.counter = c
	return of.in(ctx), c
}

// N returns the number of statements so far.
func (c *Counter) N() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.sql)
}

// SQL returns the texts of the statements so far, in order.
func (c *Counter) SQL() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.sql)
}

// count counts a statement; a nil counter counts none.
func (c *Counter) count(text string) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sql = append(c.sql, text)
}
