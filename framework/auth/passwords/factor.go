// Accounts whose logins need no code.

package passwords

import (
	"context"
	"sync"
	"time"

	"example.com/resourceful/framework/auth"
)

// withoutFactor remembers for a minute that accounts have no second factor. Who confirms one raises the generation of their
// account, so that of another generation nothing is known. The zero value is ready to use.
type withoutFactor struct {
	mu    sync.Mutex
	known bounded[int64, int64] // generations, by account
}

// needsCode is auth.NeedsCode of an account that was just read.
func (c *Checker) needsCode(ctx context.Context, u *auth.User) error {
	if c.factors == nil {
		return nil
	}
	c.without.mu.Lock()
	generation, ok := c.without.known.get(u.ID)
	c.without.mu.Unlock()
	if ok && generation == u.Generation {
		return nil
	}
	if err := auth.NeedsCode(ctx, c.factors, u.ID); err != nil {
		return err
	}
	c.without.mu.Lock()
	defer c.without.mu.Unlock()
	c.without.known.put(u.ID, u.Generation, time.Now().Add(recentFor))
	return nil
}
