// The time of a token's last use, stored at intervals.

package token

import (
	"context"
	"sync"
	"time"

	"example.com/resourceful/framework/auth"
)

const (
	// usesEvery is the least time between two stored uses of a token.
	usesEvery = time.Minute
	// usesTimeout is the time limit of storing, in the background.
	usesTimeout = 10 * time.Second
	// usesMax is the largest number of remembered tokens.
	usesMax = 4096
)

// uses stores the last use of tokens, each at most once a minute.
type uses struct {
	tokens auth.Tokens

	mu    sync.Mutex
	noted map[string]time.Time // by hash, for the last minute or so
}

// note stores the use of a token in the background, unless one was stored a moment ago. It ignores a
// failure: a database without writes at the moment is no reason to refuse a token.
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

// first reports whether a token was not noted within the last minute, and notes it.
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
