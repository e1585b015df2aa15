// Counters that a team shows among the metrics.

package plan

import (
	"slices"
	"strings"
	"sync/atomic"
)

// Counter counts something that the code of a resource does, for those who operate the service:
// it is among the metrics, for as long as a view set lists it. It is safe for concurrent use. A
// nil Counter counts nothing.
type Counter struct {
	name, help string
	n          atomic.Uint64
}

// NewCounter returns a counter at 0. The name says which things it counts, such as "mails_sent"; the help says
// it in a sentence.
func NewCounter(name, help string) *Counter { return &Counter{name: name, help: help} }

// Add counts one more.
func (c *Counter) Add() {
	if c != nil {
		c.n.Add(1)
	}
}

// Value is how many were counted since the start of the program.
func (c *Counter) Value() uint64 { return c.n.Load() }

// Name is the name that was given.
func (c *Counter) Name() string { return c.name }

// Help is the sentence that was given.
func (c *Counter) Help() string { return c.help }

// counterWords are the names of some counters, sorted.
func counterWords(counters []*Counter) string {
	var names []string
	for _, n := range counters {
		names = append(names, n.name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}
