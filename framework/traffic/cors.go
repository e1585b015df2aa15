// Requests from pages of other origins (CORS).

package traffic

import (
	"net/http"
	"time"

	"github.com/rs/cors"
)

// CORS answers preflights and adds the headers that let pages of other origins read responses.
type CORS struct{ cors *cors.Cors }

// exposedHeaders are the response headers that pages may read, in addition to the safelisted ones.
var exposedHeaders = [...]string{
	"ETag", "Link", "Location", "Allow", "Retry-After", "RateLimit", "RateLimit-Policy", "X-Request-Id", "Content-Disposition", "Preference-Applied", "WWW-Authenticate",
	"Deprecation", "Sunset", "Accept-Patch", "Idempotency-Replayed",
}

// sentHeaders are the request headers that pages may send, in addition to the safelisted ones.
var sentHeaders = [...]string{
	"Accept", "Authorization", "Content-Type", "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "Idempotency-Key", "Prefer", "X-Requested-With", "Range",
}

const defaultPreflightAge = 10 * time.Minute

// NewCORS allows requests from pages of some origins, with additional headers, and with credentials if
// requested.
func NewCORS(origins, headers []string, credentials bool, maxAge time.Duration) *CORS {
	if maxAge <= 0 {
		maxAge = defaultPreflightAge
	}
	return &CORS{cors.New(cors.Options{
		AllowedOrigins: origins, AllowedHeaders: append(sentHeaders[:len(sentHeaders):len(sentHeaders)], headers...),
		AllowedMethods: []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions},
		ExposedHeaders: exposedHeaders[:], AllowCredentials: credentials, MaxAge: int(maxAge / time.Second),
	})}
}

// Answers adds the headers for a page of another origin, and reports whether the request was a preflight,
// which it has answered.
func (c *CORS) Answers(w http.ResponseWriter, r *http.Request) bool {
	c.cors.HandlerFunc(w, r)
	return r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != ""
}
