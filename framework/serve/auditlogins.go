// Refused log-ins in the audit.

package serve

import (
	"context"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/schema"
)

const (
	// refusalEvery is how often an address has an entry of its refused log-ins, and refusalsAnHour how many entries there
	// are of all addresses: a flood fills no disk.
	refusalEvery   = 10 * time.Minute
	refusalsAnHour = 100
	// refusalTimeout is how long a refusal waits for its entry, whoever is refused.
	refusalTimeout = 2 * time.Second
)

// refusedLogins bounds the entries of refused log-ins.
type refusedLogins struct {
	mu     sync.Mutex
	last   *lru.Cache[string, time.Time] // when an address had its last entry
	hour   time.Time                     // when the hour began
	number int                           // of entries since
}

func newRefusedLogins() *refusedLogins {
	last, err := lru.New[string, time.Time](refusalsAnHour)
	if err != nil { // of a size below 1 alone
		panic(err)
	}
	return &refusedLogins{last: last}
}

// due reports whether a refusal has an entry.
func (l *refusedLogins) due(of string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if last, ok := l.last.Get(of); ok && now.Sub(last) < refusalEvery {
		return false
	}
	if now.Sub(l.hour) >= time.Hour {
		l.hour, l.number = now, 0
	}
	if l.number >= refusalsAnHour {
		return false
	}
	l.number++
	l.last.Add(of, now)
	return true
}

// AuditEvent writes an entry of a refused log-in to the audit of the set, where that keeps them. The entry is the same
// whether or not there is an account of the name. It is for auth.Options.Events.
func (h *Handler) AuditEvent(ctx context.Context, e auth.Event) {
	if h.refused == nil || e.Kind != auth.LoginFailedEvent && e.Kind != auth.LoginThrottledEvent {
		return
	}
	now, address := h.all.Options.Now(), ""
	if e.Client.IsValid() {
		address = e.Client.String()
	}
	if !h.refused.due(e.Scheme+" "+address, now) {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), refusalTimeout)
	defer cancel()
	err := h.all.Routes.Audit.Add(ctx, schema.AuditEntry{
		At: now.UTC().Truncate(time.Microsecond), Scheme: e.Scheme, Address: address, Operation: "login", Change: schema.Refused,
	})
	if err != nil {
		h.all.Options.Logger.WarnContext(ctx, "a refused log-in is not in the audit", "error", err)
	}
}
