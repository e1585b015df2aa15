// The passwords that were right in the last minute.

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

// mac is a hash that is keyed with the secret, with room for what it is made of.
type mac struct {
	hash.Hash
	text []byte
}

// sum is a keyed sum of two texts, such as a hash and a password. The first contains no NUL, so the
// join is unambiguous.
func (c *recent) sum(first, second string) (sum [sha256.Size]byte) {
	m, ok := c.macs.Get().(*mac)
	if !ok {
		m = &mac{Hash: hmac.New(sha256.New, c.key())}
	}
	m.text = append(append(append(m.text[:0], first...), 0), second...)
	m.Write(m.text)
	copy(sum[:], m.Sum(m.text[:0]))
	clear(m.text)
	m.Reset()
	c.macs.Put(m)
	return sum
}

// key is the secret.
func (c *recent) key() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.secret == nil {
		c.secret = make([]byte, sha256.Size)
		rand.Read(c.secret)
	}
	return c.secret
}

// has reports whether somebody gave the right password, with that sum, a moment ago.
func (c *recent) has(who credential, sum [sha256.Size]byte) bool {
	c.mu.Lock()
	known, ok := c.known.entries[who]
	c.mu.Unlock()
	return ok && time.Now().Before(known.until) && hmac.Equal(known.value[:], sum[:])
}

// add remembers that.
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
