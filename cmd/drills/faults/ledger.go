package main

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"time"
)

// row is a snippet as clients know it. Its title is unlike that of any other.
type row struct {
	ID    int64  `json:"id"`
	Title string `json:"title"`
	Code  string `json:"code"`
	Owner string `json:"owner"`
}

// ledger is what the service has acknowledged: what it is held to. It is safe for concurrent use.
type ledger struct {
	mu       sync.Mutex
	sent     map[string]bool // by title: a write that may or may not have been done
	kept     map[string]row  // by title: acknowledged, and not to be deleted by anyone
	deleted  map[string]bool // by title: the deletion is acknowledged
	readable []row           // those of kept that clients may look at
	counters map[string]*counter

	acknowledged int64
	last         time.Time     // of an acknowledgement
	longest      time.Duration // without one, since the phase began
}

// counter is a record that its owner counts up. What was once acknowledged, or seen by anybody,
// is its least value from then on.
type counter struct {
	row
	least, most int64
}

func newLedger() *ledger {
	return &ledger{
		sent: map[string]bool{}, kept: map[string]row{}, deleted: map[string]bool{}, counters: map[string]*counter{},
	}
}

// send notes that the record with the title may come into being from now on.
func (l *ledger) send(title string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent[title] = true
}

// keep notes that a record is acknowledged. One that is offered may be read by others from now on.
func (l *ledger) keep(r row, offered bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.acknowledge()
	l.kept[r.Title] = r
	if offered {
		l.readable = append(l.readable, r)
	}
}

// doom notes that a record may be gone from now on.
func (l *ledger) doom(title string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.kept, title)
}

// remove notes that a deletion is acknowledged.
func (l *ledger) remove(title string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.acknowledge()
	l.deleted[title] = true
}

// count begins a counter.
func (l *ledger) count(r row) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.counters[r.Owner] = &counter{row: r}
}

// raise notes that a counter may have the value from now on.
func (l *ledger) raise(owner string, value int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.counters[owner].most = value
}

// raised notes that the new value of a counter is acknowledged.
func (l *ledger) raised(owner string, value int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.acknowledge()
	l.counters[owner].least = max(l.counters[owner].least, value)
}

// seen notes the value of a counter that someone has read, who was to see at least the given one.
func (l *ledger) seen(owner string, value, least int64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.counters[owner]
	if value < least || value > c.most {
		return fmt.Errorf("the counter of %s: got %d, want %d to %d", owner, value, least, c.most)
	}
	c.least = max(c.least, value)
	return nil
}

// acknowledge notes the time of an acknowledgement.
func (l *ledger) acknowledge() {
	now := time.Now()
	if !l.last.IsZero() {
		l.longest = max(l.longest, now.Sub(l.last))
	}
	l.last = now
	l.acknowledged++
}

// note notes a write that another list has.
func (l *ledger) note() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.acknowledge()
}

// phase returns the longest time without an acknowledgement, of those that ended since the last
// call and the one that goes on. What was before the first one does not count.
func (l *ledger) phase() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	longest := l.longest
	if !l.last.IsZero() {
		longest = max(longest, time.Since(l.last))
	}
	l.longest = 0
	return longest
}

// total is how many writes were acknowledged.
func (l *ledger) total() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.acknowledged
}

// anyRecord is one of those that clients may look at.
func (l *ledger) anyRecord() (r row, found bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.readable) == 0 {
		return row{}, false
	}
	return l.readable[rand.IntN(len(l.readable))], true
}

// anyCounter is one of the counters, as it is now.
func (l *ledger) anyCounter() (c counter, found bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.counters { // in any order
		return *c, true
	}
	return counter{}, false
}
