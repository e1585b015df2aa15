// A bounded cache of statements by their shape.

package database

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Cache holds statements whose text depends on the request, such as an update of the sent columns. The
// number of such texts is finite, but large, and clients choose them. Beyond Limit the least recently used
// one is removed, and closed when it no longer runs.
type Cache[K comparable, S Retirable] struct {
	Limit int
	mu    sync.Mutex
	kept  *simplelru.LRU[K, S]
}

// Retirable is a Statement, or a value with statements.
type Retirable interface {
	// Retire closes the statement. Holders may still run it: it is then prepared for each run.
	Retire()
}

// Get returns the statement under the key, and builds a missing one.
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

// add adds a statement, unless another was built under the key meanwhile. It returns the one in the cache,
// and the removed ones.
func (c *Cache[K, S]) add(key K, q S) (kept S, evicted []S) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept == nil {
		c.kept, _ = simplelru.NewLRU[K, S](max(1, c.Limit), nil)
	}
	if have, ok := c.kept.Get(key); ok {
		return have, nil // q was never prepared
	}
	if c.kept.Len() >= c.Limit {
		if _, oldest, ok := c.kept.RemoveOldest(); ok {
			evicted = append(evicted, oldest)
		}
	}
	c.kept.Add(key, q)
	return q, evicted
}
