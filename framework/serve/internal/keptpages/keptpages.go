// Package keptpages keeps pages of lists in memory for as long as the database stays the same.
package keptpages

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/store"
)

// Key identifies a page: all that it depends on besides the state of the database.
type Key struct {
	Route   any // of the list, in the plan of the requester's audience
	Reading store.Reading
}

// Page is a page of a list. Nobody changes it, and it holds nothing of the request that read it.
type Page struct {
	rows          []byte // compact JSON with commas between the rows
	count         int64  // of the rows
	name          string // of the member with the rows
	before, after []byte // the members around it
	links         plan.Page
	first, last   string // addresses of the pages at the ends
}

// NewPage copies a page that was read.
func NewPage(rows []byte, count int64, frame *media.Frame, links *plan.Page) *Page {
	p := &Page{rows: append([]byte{}, rows...), count: count, name: frame.Name, before: append([]byte{}, frame.Before...)}
	if frame.After != nil {
		p.after = append([]byte{}, frame.After(count)...)
	}
	p.first, p.last = links.EndLinks()
	p.links = plan.Page{Total: links.Total, Next: links.Next, Previous: links.Previous, Number: links.Number, Last: links.Last}
	p.links.Ends = func() (string, string) { return p.first, p.last }
	return p
}

// Append appends the rows, and returns their number with the frame around them and the links of the page.
func (p *Page) Append(dst []byte) (rows []byte, count int64, frame media.Frame, links *plan.Page) {
	frame = media.Frame{Name: p.name, Before: p.before, After: func(int64) []byte { return p.after }}
	return append(dst, p.rows...), p.count, frame, &p.links
}

// size returns roughly the memory of the page, with its place among the others.
func (p *Page) size() int64 {
	const overhead = 512
	return int64(overhead + len(p.rows) + len(p.before) + len(p.after) + len(p.links.Next) + len(p.links.Previous) + len(p.first) + len(p.last))
}

// Pages are the pages of one state of the database, of all lists that are kept. It is safe for concurrent use.
type Pages struct {
	limit int64 // bytes
	// missed are the requests since the last one that found its page, and passed those that did not look since then.
	missed, passed atomic.Int64

	mu    sync.Mutex
	state string
	bytes int64
	pages *simplelru.LRU[Key, *Page] // nil for none
}

// New returns a cache of some bytes.
func New(limit int64) *Pages { return &Pages{limit: limit} }

// After patience requests in vain, only one of as many looks for its page: the database is written too often.
const patience = 8

// Try reports whether to look for the page of a request.
func (p *Pages) Try() bool { return p.missed.Load() < patience || p.passed.Add(1)%patience == 0 }

// Find returns the page of a key that was read in a state; nil for none.
func (p *Pages) Find(state string, key Key) *Page {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state == state && p.pages != nil {
		if page, ok := p.pages.Get(key); ok {
			p.missed.Store(0)
			return page
		}
	}
	p.missed.Add(1)
	return nil
}

// Keep keeps a page that was read in a state. Pages of other states leave, and those that were not asked for longest where
// there is no room.
func (p *Pages) Keep(state string, key Key, page *Page) {
	if page.size() > p.limit {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state != state || p.pages == nil {
		p.state, p.bytes = state, 0
		p.pages, _ = simplelru.NewLRU(math.MaxInt, func(_ Key, left *Page) { p.bytes -= left.size() })
	}
	if p.pages.Contains(key) {
		return
	}
	p.pages.Add(key, page)
	for p.bytes += page.size(); p.bytes > p.limit; {
		p.pages.RemoveOldest()
	}
}
