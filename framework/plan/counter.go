// Counters of a team among the metrics.

package plan

import (
	"slices"
	"strings"
	"sync/atomic"
)

// Counter counts events in the code of a resource, for the operators of the service: it is among the
// metrics, as long as a view set lists it. It is safe for concurrent use. A nil Counter counts nothing.
type Counter struct {
	name, help string
	n          atomic.Uint64
}

// NewCounter returns a counter at 0. The name identifies the events, such as "mails_sent"; the help
// describes them in a sentence.
func NewCounter(name, help string) *Counter { return &Counter{name: name, help: help} }

// Add increments the counter.
func (c *Counter) Add() {
	if c != nil {
		c.n.Add(1)
	}
}

// Value returns the count since the start of the program.
func (c *Counter) Value() uint64 { return c.n.Load() }

// Name returns the given name.
func (c *Counter) Name() string { return c.name }

// Help returns the given sentence.
func (c *Counter) Help() string { return c.help }

// counterWords returns the names of some counters, sorted.
func counterWords(counters []*Counter) string {
	var names []string
	for _, n := range counters {
		names = append(names, n.name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}
