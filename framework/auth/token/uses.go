// When a token was last used, noted now and then.

package token

import (
	"context"
	"sync"
	"time"

	"example.com/resourceful/framework/auth"
)

const (
	// usesEvery is how often the last use of a token is stored, at most.
	usesEvery = time.Minute
	// usesTimeout is for the storing, which no request waits for.
	usesTimeout = 10 * time.Second
	// usesMax is how many tokens are remembered.
	usesMax = 4096
)

// uses stores when tokens were last used, each at most once a minute.
type uses struct {
	tokens auth.Tokens

	mu    sync.Mutex
	noted map[string]time.Time // by hash, in the last minute or so
}

// note stores that a token was used, unless that was done a moment ago. Nobody waits for it, and a
// database that takes no writes for the moment is no reason to refuse a token.
func (u *uses) note(t *auth.Token, now time.Time) {
	if now.Sub(t.LastUsed) < usesEvery || !u.first(t.Hash, now) {
		return
	}
	hash := t.Hash
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), usesTimeout)
		defer cancel()
		_ = u.tokens.TokenUsed(ctx, hash, now)
	}()
}

// first reports whether a token has not been noted within the last minute, and notes it.
func (u *uses) first(hash string, now time.Time) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if now.Sub(u.noted[hash]) < usesEvery {
		return false
	}
	if u.noted == nil || len(u.noted) >= usesMax {
		u.noted = map[string]time.Time{}
	}
	u.noted[hash] = now
	return true
}
