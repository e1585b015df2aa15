// Audit entries of refused logins.

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
	// refusalEvery is the time between two entries of one address, and refusalsAnHour the largest number of
	// entries of all addresses: a flood must not fill the disk.
	refusalEvery   = 10 * time.Minute
	refusalsAnHour = 100
	// refusalTimeout is how long a refusal waits for its entry, the same for every account.
	refusalTimeout = 2 * time.Second
)

// refusedLogins limits the entries of refused logins.
type refusedLogins struct {
	mu     sync.Mutex
	last   *lru.Cache[string, time.Time] // time of the last entry of each address
	hour   time.Time                     // start of the current hour
	number int                           // entries since then
}

func newRefusedLogins() *refusedLogins {
	last, err := lru.New[string, time.Time](refusalsAnHour)
	if err != nil { // only for a size below 1
		panic(err)
	}
	return &refusedLogins{last: last}
}

// due reports whether a refusal gets an entry.
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

// AuditEvent writes a refused login to the audit, if the set records these. The entry does not depend on
// whether the account exists. The function is for auth.Options.Events.
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
