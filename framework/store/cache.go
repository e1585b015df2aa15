package store

import "sync"

// cache keeps statements whose text depends on a request, such as an update of the columns that
// were sent. The number of such texts is finite, but large and a client's to choose: beyond the
// limit they are built, used once and forgotten.
type cache struct {
	mu    sync.RWMutex
	limit int
	kept  map[string]*statement
}

func (c *cache) get(key string, build func() (*statement, error)) (*statement, error) {
	c.mu.RLock()
	q := c.kept[key]
	c.mu.RUnlock()
	if q != nil {
		return q, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if q := c.kept[key]; q != nil {
		return q, nil
	}
	q, err := build()
	if err != nil {
		return nil, err
	}
	if len(c.kept) >= c.limit {
		q.once = true
		return q, nil
	}
	if c.kept == nil {
		c.kept = map[string]*statement{}
	}
	c.kept[key] = q
	return q, nil
}
