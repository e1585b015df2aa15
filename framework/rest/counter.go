package rest

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

// NewCounter returns a counter at 0. The name says what is counted, such as "mails_sent"; the
// help says it in a sentence.
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

// counters checks the counters of a view set. Their names are those of metrics.
func (r *resource) counters() {
	for i, n := range r.declaration.Counters {
		switch {
		case n == nil:
			r.mistake("Counters: number %d is nil; write rest.NewCounter(…)", i+1)
		case !isRuleName(n.name) || n.name[0] < 'a' || n.name[0] > 'z':
			r.mistake("Counters: %q is no name of a counter; write lower-case letters, digits and underscores, a letter first", n.name)
		case strings.HasSuffix(n.name, "_total"):
			r.mistake("Counters: %q ends in _total, which the metric gets anyway; write %q", n.name, strings.TrimSuffix(n.name, "_total"))
		case strings.TrimSpace(n.help) == "":
			r.mistake("Counters: %q has no help; say in a sentence what is counted", n.name)
		case r.counted[n.name]:
			r.mistake("Counters: %q is taken by another counter; write another name", n.name)
		default:
			r.counted[n.name] = true
			r.Endpoint.Counters = append(r.Endpoint.Counters, n)
		}
	}
}

// countWords are the names of the counters.
func (e *Endpoint) countWords() string {
	var names []string
	for _, n := range e.Counters {
		names = append(names, n.name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}
