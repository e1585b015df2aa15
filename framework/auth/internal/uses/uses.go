// Package uses stores the last use of credentials in the background, at intervals.
package uses

import (
	"context"
	"sync"
	"time"
)

const (
	// timeout is the time limit of storing.
	timeout = 10 * time.Second
	// most is the largest number of remembered credentials.
	most = 4096
)

// Uses stores the uses of credentials, each at most once in Every by this process.
type Uses struct {
	Every time.Duration

	mu    sync.Mutex
	noted map[string]time.Time // by a name of the credentials, such as their hash
}

// Note lets store run in the background, unless it has for the same credentials a moment ago. It ignores a failure: a
// database without writes at the moment is no reason to refuse credentials.
func (u *Uses) Note(name string, now time.Time, store func(context.Context) error) {
	if !u.first(name, now) {
		return
	}
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		defer cancel()
		_ = store(ctx)
	}()
}

// first reports whether credentials were not noted within the last interval, and notes them. A time after now is of a
// clock that has jumped back since.
func (u *Uses) first(name string, now time.Time) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if since := now.Sub(u.noted[name]); 0 <= since && since < u.Every {
		return false
	}
	if u.noted == nil || len(u.noted) >= most {
		u.noted = map[string]time.Time{}
	}
	u.noted[name] = now
	return true
}
