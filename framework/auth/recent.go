package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"net/netip"
	"sync"
	"time"
)

const (
	recentFor = time.Minute
	recentMax = 4096
)

// credential is whose password is given, and from where.
type credential struct {
	name string
	from netip.Addr // as place has it
}

// recent remembers who gave the right password in the last minute. It knows neither password nor
// hash: only a keyed sum of both, so a changed hash misses at once. The zero value is ready to use.
type recent struct {
	mu     sync.Mutex
	secret []byte // random, of this process
	known  bounded[credential, [sha256.Size]byte]
}

// sum is the name of one comparison. A hash contains no NUL, so the join is unambiguous.
func (c *recent) sum(hash, password string) (sum [sha256.Size]byte) {
	c.mu.Lock()
	if c.secret == nil {
		c.secret = make([]byte, sha256.Size)
		rand.Read(c.secret)
	}
	c.mu.Unlock()
	mac := hmac.New(sha256.New, c.secret)
	mac.Write([]byte(hash))
	mac.Write([]byte{0})
	mac.Write([]byte(password))
	mac.Sum(sum[:0])
	return sum
}

func (c *recent) has(who credential, sum [sha256.Size]byte) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	known, ok := c.known.get(who)
	return ok && hmac.Equal(known[:], sum[:])
}

func (c *recent) add(who credential, sum [sha256.Size]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known.put(who, sum, time.Now().Add(recentFor))
}

// forget makes the next password of somebody be compared again.
func (c *recent) forget(who credential) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.known.entries, who)
}

// bounded is a map of at most recentMax entries, each for a time. The zero value is ready to use.
type bounded[K comparable, V any] struct{ entries map[K]timed[V] }

type timed[V any] struct {
	value V
	until time.Time
}

func (b *bounded[K, V]) get(key K) (value V, ok bool) {
	e, ok := b.entries[key]
	return e.value, ok && time.Now().Before(e.until)
}

// put adds an entry. When there is no room, those past their time leave, or else any one.
func (b *bounded[K, V]) put(key K, value V, until time.Time) {
	if b.entries == nil {
		b.entries = make(map[K]timed[V])
	}
	if _, there := b.entries[key]; !there && len(b.entries) >= recentMax {
		b.makeRoom()
	}
	b.entries[key] = timed[V]{value, until}
}

func (b *bounded[K, V]) makeRoom() {
	now := time.Now()
	for k, e := range b.entries {
		if !now.Before(e.until) {
			delete(b.entries, k)
		}
	}
	if len(b.entries) >= recentMax {
		for k := range b.entries {
			delete(b.entries, k)
			break
		}
	}
}
