// Passwords that were right in the last minute.

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

// credential is a login name and a place.
type credential struct {
	name string
	from netip.Addr // from auth.Clients.Place
}

// recent remembers right passwords for a minute. It stores only a keyed sum of password and hash, so that a
// changed hash never matches. The zero value is ready to use.
type recent struct {
	mu     sync.Mutex
	secret []byte // random, for this process
	known  bounded[credential, [sha256.Size]byte]
	macs   sync.Pool // of *mac
}

// mac is a hash keyed with the secret, with its buffer.
type mac struct {
	hash.Hash
	text []byte
}

// sum returns a keyed sum of two texts, such as a hash and a password. The first contains no NUL, so the
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

// key returns the secret.
func (c *recent) key() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.secret == nil {
		c.secret = make([]byte, sha256.Size)
		rand.Read(c.secret)
	}
	return c.secret
}

// has reports whether the password with that sum was right within the last minute.
func (c *recent) has(who credential, sum [sha256.Size]byte) bool {
	c.mu.Lock()
	known, ok := c.known.get(who)
	c.mu.Unlock()
	return ok && hmac.Equal(known[:], sum[:])
}

// add remembers a right password.
func (c *recent) add(who credential, sum [sha256.Size]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known.put(who, sum, time.Now().Add(recentFor))
}

// forget removes an entry, so that the next password is compared again.
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

// get returns the value of an entry whose time has not come.
func (b *bounded[K, V]) get(key K) (value V, ok bool) {
	e, ok := b.entries[key]
	return e.value, ok && time.Now().Before(e.until)
}

// put adds an entry. If there is no room, it removes the expired entries, or else any one.
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
