// Package caching says how long caches may use responses.
package caching

import (
	"fmt"
	"strings"
	"time"
)

// longest is the longest time that a response may say it is fresh.
const longest = 365 * 24 * time.Hour

// Policy determines how long caches may use a response to a safe request without asking again (RFC 9111). A response to a
// requester with credentials is for the cache of that client only. One to an anonymous request is for shared caches too: each
// response varies by the headers with credentials. The zero value lets no cache use a response unasked.
type Policy struct {
	// MaxAge is how long a response is fresh, in whole seconds.
	MaxAge time.Duration
	// StaleWhileRevalidate is how long after that a cache may still use it while it asks again (RFC 5861).
	StaleWhileRevalidate time.Duration
}

// Mistake returns what is wrong with the times, "" for nothing.
func (p Policy) Mistake() string {
	for _, of := range []struct {
		name string
		time time.Duration
	}{{"MaxAge", p.MaxAge}, {"StaleWhileRevalidate", p.StaleWhileRevalidate}} {
		switch {
		case of.time < 0 || of.time > longest:
			return fmt.Sprintf("%s is %v; write a time up to a year", of.name, of.time)
		case of.time%time.Second != 0:
			return fmt.Sprintf("%s is %v; write whole seconds", of.name, of.time)
		}
	}
	if p == (Policy{}) {
		return "no time; write MaxAge, or leave it out"
	}
	return ""
}

// Header returns the value of Cache-Control, for an anonymous or another requester.
func (p Policy) Header(anonymous bool) string {
	parts := []string{"private", fmt.Sprintf("max-age=%d", int(p.MaxAge.Seconds()))}
	if anonymous {
		parts[0] = "public"
	}
	if p.StaleWhileRevalidate > 0 {
		parts = append(parts, fmt.Sprintf("stale-while-revalidate=%d", int(p.StaleWhileRevalidate.Seconds())))
	}
	return strings.Join(parts, ", ")
}
