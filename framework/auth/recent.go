package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"sync"
	"time"
)

const (
	recentFor = time.Minute
	recentMax = 4096
)

// recent remembers which comparisons of a password with a stored hash came out right in the last
// minute. It knows neither: only a keyed digest of both, so a changed hash misses at once. The
// zero value is ready to use.
type recent struct {
	mu     sync.Mutex
	secret []byte // random, of this process
	until  map[[sha256.Size]byte]time.Time
}

// key is the name of one comparison. A hash contains no NUL, so the join is unambiguous.
func (c *recent) key(hash, password string) (key [sha256.Size]byte) {
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
	mac.Sum(key[:0])
	return key
}

func (c *recent) has(key [sha256.Size]byte) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	until, ok := c.until[key]
	return ok && time.Now().Before(until)
}

// add remembers a comparison. When there is no room, those past their time leave, or else any one.
func (c *recent) add(key [sha256.Size]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if c.until == nil {
		c.until = make(map[[sha256.Size]byte]time.Time)
	}
	if len(c.until) >= recentMax {
		for k, until := range c.until {
			if !now.Before(until) {
				delete(c.until, k)
			}
		}
	}
	if len(c.until) >= recentMax {
		for k := range c.until {
			delete(c.until, k)
			break
		}
	}
	c.until[key] = now.Add(recentFor)
}
