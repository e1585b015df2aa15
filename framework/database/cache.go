// Statements kept by their shape, within a limit.

package database

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Cache keeps statements whose text depends on a request, such as an update of the columns that
// were sent. The number of such texts is finite, but large and a client's to choose: beyond Limit
// the one that nobody has used for longest makes room, and is closed once nobody runs it.
type Cache[K comparable, S Retirable] struct {
	Limit int
	mu    sync.Mutex
	kept  *simplelru.LRU[K, S]
}

// Retirable is a Statement, or what has some.
type Retirable interface {
	// Retire closes the statement. Whoever still has it may run it: it is prepared for each run.
	Retire()
}

// Get returns the statement under the key, and builds it where there is none.
func (c *Cache[K, S]) Get(key K, build func() (S, error)) (S, error) {
	if q, ok := c.find(key); ok {
		return q, nil
	}
	q, err := build()
	if err != nil {
		return q, err
	}
	q, evicted := c.add(key, q)
	for _, other := range evicted {
		other.Retire()
	}
	return q, nil
}

func (c *Cache[K, S]) find(key K) (q S, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept == nil {
		return q, false
	}
	return c.kept.Get(key)
}

// add keeps a statement, unless another was built under the key meanwhile. It returns the one that is
// kept, and those that are no more.
func (c *Cache[K, S]) add(key K, q S) (kept S, evicted []S) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept == nil {
		c.kept, _ = simplelru.NewLRU[K, S](max(1, c.Limit), nil)
	}
	if have, ok := c.kept.Get(key); ok {
		return have, nil // q was prepared by nobody
	}
	if c.kept.Len() >= c.Limit {
		if _, oldest, ok := c.kept.RemoveOldest(); ok {
			evicted = append(evicted, oldest)
		}
	}
	c.kept.Add(key, q)
	return q, evicted
}
