// Statements kept by their shape, within a limit.

package database

import "sync"

// Cache keeps statements whose text depends on a request, such as an update of the columns that
// were sent. The number of such texts is finite, but large and a client's to choose: beyond Limit
// they are built, used once and forgotten.
type Cache[S interface{ makeSingleUse() }] struct {
	Limit      int
	mu         sync.RWMutex
	statements map[string]S
}

// Get returns the statement under the key, and builds it where there is none.
func (c *Cache[S]) Get(key string, build func() (S, error)) (S, error) {
	c.mu.RLock()
	q, ok := c.statements[key]
	c.mu.RUnlock()
	if ok {
		return q, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if q, ok := c.statements[key]; ok {
		return q, nil
	}
	q, err := build()
	if err != nil {
		return q, err
	}
	if len(c.statements) >= c.Limit {
		q.makeSingleUse()
		return q, nil
	}
	if c.statements == nil {
		c.statements = map[string]S{}
	}
	c.statements[key] = q
	return q, nil
}
