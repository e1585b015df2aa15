// Package keptpages keeps pages of lists in memory for as long as the database stays the same.
package keptpages

import (
	"sync"
	"sync/atomic"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/store"
)

// Key identifies a page: all that it depends on besides the state of the database.
type Key struct {
	Route   any // of the list, in the plan of the requester's audience
	Reading store.Reading
	// Address has the base, the path and the query of the request; the links of the page contain them.
	Address string
	Zone    string
}

// Page is a page of a list. Nobody changes it.
type Page struct {
	Rows  []byte // compact JSON with commas between the rows
	Count int64  // of the rows
	Frame media.Frame
	Links plan.Page
}

// Pages are the pages of one state of the database, of all lists that are kept. It is safe for concurrent use.
type Pages struct {
	limit        int64 // bytes
	hits, misses atomic.Uint64

	mu    sync.Mutex
	state string
	bytes int64
	pages map[Key]*Page
}

// overhead is roughly the memory of a page besides its texts.
const overhead = 512

// New returns a cache of some bytes.
func New(limit int64) *Pages { return &Pages{limit: limit} }

// Find returns the page of a key that was read in a state; nil for none.
func (p *Pages) Find(state string, key Key) *Page {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state == state {
		if page := p.pages[key]; page != nil {
			p.hits.Add(1)
			return page
		}
	}
	p.misses.Add(1)
	return nil
}

// Keep keeps a page that was read in a state. Pages of other states leave. A page without room is not kept.
func (p *Pages) Keep(state string, key Key, page *Page) {
	size := overhead + int64(len(page.Rows)+len(key.Address)+key.Reading.Size())
	if size > p.limit {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state != state || p.bytes+size > p.limit {
		p.state, p.bytes, p.pages = state, 0, map[Key]*Page{}
	}
	if p.pages[key] == nil {
		p.pages[key] = page
		p.bytes += size
	}
}

// Counts returns how many requests found their page, and how many did not.
func (p *Pages) Counts() (hits, misses uint64) { return p.hits.Load(), p.misses.Load() }
