package passwords

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"hash"
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
	from netip.Addr // as auth.Clients.Place has it
}

// recent remembers who gave the right password in the last minute. It knows neither password nor
// hash: only a keyed sum of both, so a changed hash misses at once. The zero value is ready to use.
type recent struct {
	mu     sync.Mutex
	secret []byte // random, of this process
	known  bounded[credential, [sha256.Size]byte]
	macs   sync.Pool // of *mac
}

// mac is a keyed hash, with room for what it is made of.
type mac struct {
	hash.Hash
	text []byte
}

// mac is one that is keyed with the secret.
func (c *recent) mac() *mac {
	if m, ok := c.macs.Get().(*mac); ok {
		m.Reset()
		return m
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.secret == nil {
		c.secret = make([]byte, sha256.Size)
		rand.Read(c.secret)
	}
	return &mac{Hash: hmac.New(sha256.New, c.secret)}
}

// sum is the name of one comparison. A hash contains no NUL, so the join is unambiguous.
func (c *recent) sum(hash, password string) (sum [sha256.Size]byte) {
	m := c.mac()
	m.text = append(append(append(m.text[:0], hash...), 0), password...)
	m.Write(m.text)
	copy(sum[:], m.Sum(m.text[:0]))
	clear(m.text)
	c.macs.Put(m)
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
