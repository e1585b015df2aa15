// Pages of other origins: preflights, and what answers say to browsers.

package traffic

import (
	"net/http"
	"time"

	"github.com/rs/cors"
)

// CORS answers preflights and lets browsers give answers to pages of other origins.
type CORS struct{ cors *cors.Cors }

// exposedHeaders are what pages may read of an answer, beside what browsers let them read anyway.
var exposedHeaders = [...]string{
	"ETag", "Link", "Location", "Allow", "Retry-After", "RateLimit", "RateLimit-Policy", "X-Request-Id", "Content-Disposition", "Preference-Applied", "WWW-Authenticate",
	"Deprecation", "Sunset", "Accept-Patch", "Idempotency-Replayed",
}

// sentHeaders are what pages may send, beside what browsers let them send anyway.
var sentHeaders = [...]string{
	"Accept", "Authorization", "Content-Type", "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "Idempotency-Key", "Prefer", "X-Requested-With", "Range",
}

const defaultPreflightAge = 10 * time.Minute

// NewCORS returns what lets pages of some origins send requests, with more headers and with credentials where that is
// said.
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

// Answers adds the headers for a page of another origin, and reports whether the request was a preflight, which is then
// answered.
func (c *CORS) Answers(w http.ResponseWriter, r *http.Request) bool {
	c.cors.HandlerFunc(w, r)
	return r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != ""
}
