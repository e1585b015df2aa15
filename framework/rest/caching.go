// How long caches may use responses.

package rest

import (
	"example.com/resourceful/framework/caching"
	"example.com/resourceful/framework/rest/internal/declaration"
)

// Caching determines how long caches may use a response to a safe request without asking again (RFC 9111):
//
//	Cache: rest.Caching{MaxAge: time.Minute, StaleWhileRevalidate: time.Hour},
//
// A response to a requester with credentials is private: the cache of that client may use it. One to an anonymous request is
// for shared caches too; caches tell them apart by Vary. A cached response may show what has changed since, and what the
// requester may no longer see, for that long. Pages and errors are never cached so.
type Caching = caching.Policy

// Cached is [Caching] for a GET action, a [Sublist] or an endpoint.
func Cached(c Caching) Option { return optionFunc(func(a *declaration.Action) { a.Cache = &c }) }
