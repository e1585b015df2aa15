package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// errands are the labels of entries: those that the service has acknowledged, and has to do. It is safe for concurrent use.
type errands struct {
	mu    sync.Mutex
	taken map[string]bool
}

func (e *errands) take(labels ...string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, l := range labels {
		e.taken[l] = true
	}
}

// doings are what is not as it was acknowledged, of errands that were done.
type doings struct {
	taken   int // acknowledged
	never   int // acknowledged, and not done
	again   int // how often an errand was done after the first time
	unasked int // labels that were done without being acknowledged: refused ones, dry runs, or those that nobody sent
}

func (d doings) String() string {
	return fmt.Sprintf("%d taken: %d never done, %d done again, %d done without being asked", d.taken, d.never, d.again, d.unasked)
}

// recount holds lines against what was acknowledged.
func (e *errands) recount(lines []string) doings {
	e.mu.Lock()
	defer e.mu.Unlock()
	times := map[string]int{}
	for _, l := range lines {
		times[l]++
	}
	d := doings{taken: len(e.taken)}
	for label, n := range times {
		if !e.taken[label] {
			d.unasked++
		}
		d.again += n - 1
	}
	for label := range e.taken {
		if times[label] == 0 {
			d.never++
		}
	}
	return d
}

// clerk sends entries of its own to an office until it is told to stop: one, some at once, some that are refused, and dry
// runs. Each write is repeated until it is answered.
type clerk struct {
	*client
	ledger  *ledger
	errands *errands
	wait    func(context.Context) error // until the office can take more
	writes  int
}

func (c *clerk) run(ctx context.Context, stop <-chan struct{}) error {
	steps := []func(context.Context) error{c.one, c.one, c.refused, c.one, c.some, c.one, c.dry, c.one}
	for n := 0; ; n++ {
		select {
		case <-stop:
			return nil
		default:
		}
		if err := errors.Join(c.wait(ctx), steps[n%len(steps)](ctx)); err != nil {
			return err
		}
	}
}

// send sends entries under a key of its own, as a list unless there is one. It reports whether the answer is as it should be.
func (c *clerk) send(ctx context.Context, prefer string, want int, labels ...string) (bool, error) {
	var list []entrySent
	for _, l := range labels {
		list = append(list, entrySent{l})
	}
	body, err := json.Marshal(list)
	if len(list) == 1 {
		body, err = json.Marshal(list[0])
	}
	if err != nil {
		return false, err
	}
	c.writes++
	r := request{method: http.MethodPost, path: "/entries/", key: strconv.Itoa(c.writes), body: string(body), prefer: prefer}
	answer, err := c.ask(ctx, r)
	if err == nil && answer.status != want {
		c.wrong(r, answer, strconv.Itoa(want))
		return false, nil
	}
	return err == nil, err
}

// entrySent is an entry as clients send it.
type entrySent struct {
	Label string `json:"label"`
}

// label returns a label that is unlike any other.
func (c *clerk) label(n int) string { return fmt.Sprintf("%s %d %d", c.name, c.writes, n) }

// takes notes that entries are acknowledged.
func (c *clerk) takes(labels ...string) {
	c.errands.take(labels...)
	for range labels {
		c.ledger.note()
	}
}

func (c *clerk) one(ctx context.Context) error {
	label := c.label(0)
	right, err := c.send(ctx, "", http.StatusCreated, label)
	if right {
		c.takes(label)
	}
	return err
}

// some sends a list, one of which is refused.
func (c *clerk) some(ctx context.Context) error {
	labels := []string{c.label(0), refusedPrefix + c.label(1), c.label(2), c.label(3)}
	right, err := c.send(ctx, "handling=lenient", http.StatusMultiStatus, labels...)
	if right {
		c.takes(labels[0], labels[2], labels[3])
	}
	return err
}

func (c *clerk) refused(ctx context.Context) error {
	_, err := c.send(ctx, "", http.StatusConflict, refusedPrefix+c.label(0))
	return err
}

func (c *clerk) dry(ctx context.Context) error {
	_, err := c.send(ctx, "dry-run", http.StatusCreated, c.label(0))
	return err
}

// sorted returns the figures of a map, as text.
func sorted(counts map[string]int) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, fmt.Sprintf("%d %s", counts[name], name))
	}
	return strings.Join(list, ", ")
}
