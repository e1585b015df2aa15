// Package settings declares the settings of a service, and the interfaces that it needs from its
// environment.
package settings

import (
	"context"
	"log/slog"
	"net/netip"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/permission"
)

// EventOptions configures streams of events and webhooks.
type EventOptions struct {
	// Heartbeat is the interval of comments on an idle stream; 0 for 15 seconds.
	Heartbeat time.Duration
	// Networks are networks outside of the internet that webhooks may send to, such as a private one.
	Networks []netip.Prefix
	// Retry is roughly the wait after the first failure of a webhook; it doubles after each further one. 0
	// means 5 seconds.
	Retry time.Duration
}

// Options are the settings of a Handler. The zero value is useful.
type Options struct {
	Limits Limits
	// BaseURL is the address of the service in links, such as "https://api.example.com"; "" takes scheme
	// and host from the request. With a path, as in "https://example.com/tracker", the whole service is
	// below the path. Requests may contain it, or lack it behind a proxy or http.StripPrefix; all links
	// contain it.
	BaseURL string
	Files   FileOptions  // the store of the rows' files
	Mailer  mail.Mailer  // the result of rest.Call.Mailer; nil for none
	Logger  *slog.Logger // nil for slog.Default
	Now     func() time.Time
	Keys    KeyOptions // keys of forms, cursors and addresses

	Throttles ThrottleOptions // the counters of throttled operations

	// AllowedHosts are the accepted values of Host beside that of BaseURL. ".example.com" accepts that host
	// and all below it. Others get 400, because links contain the host. "*", and nil without a BaseURL,
	// accept every well-formed host. The port and letter case do not matter.
	AllowedHosts []string

	Events EventOptions // streams of events and webhooks

	// Observe receives an observation at the end of each request; nil for none.
	Observe func(context.Context, Observation)

	// DocumentAccess is the rule for the OpenAPI document at /-/openapi.json and the schemas at
	// /-/schemas/; nil lets everybody read them. With permission.Nobody they do not exist.
	DocumentAccess permission.Rule

	// ServerTiming sends the header Server-Timing with the time of each step, in milliseconds. Use it in
	// development: it reveals more than clients need.
	ServerTiming bool
	// NoCompression turns compression off, for a service behind a proxy that compresses.
	NoCompression bool
}

// FileOptions sets the store of the rows' files.
type FileOptions struct {
	Store files.Store // nil if no resource has files
	// Prefix returns the prefix of this service's keys in a shared store; nil for "".
	Prefix func() string
}

// KeyOptions makes secrets.
type KeyOptions struct {
	// Form returns a random key for each shown form; nil for rand.Text.
	Form func() string
	// Cursor returns the secret that seals the cursors of lists. nil makes one for this process; other
	// processes then refuse its cursors.
	Cursor func() []byte
	// Address returns the secret that signs addresses of files: see rest.Call.SignedAddress. nil makes one for this process; other
	// processes then refuse its addresses.
	Address func() []byte
}

// ThrottleOptions sets the counters of throttled operations.
type ThrottleOptions struct {
	// Rates counts for all throttles except exact ones; nil counts in this process only.
	Rates Rates
	// Exact counts for exact throttles, across all processes; nil for Rates.
	Exact Rates
}

// Observation is one request for operators. Of the client's input it holds only the method and the route.
type Observation struct {
	Method     string // of the request
	Route      string // such as "/snippets/:key/"; "" without a route
	Status     int    // 0 if the client left before the response
	Duration   time.Duration
	Bytes      int64 // of the sent body
	UserID     int64 // 0 for anonymous
	Statements int   // number of database statements
}

// Responses stores the responses to writes under the clients' Idempotency-Keys. Package accounts implements
// it.
type Responses interface {
	// FindStored returns the stored response of a key, unless it has expired.
	FindStored(ctx context.Context, key string) (response []byte, found bool, err error)
	// ReserveKey reserves a key for a transaction, and reports whether it was free. It waits for another
	// transaction that has reserved it.
	ReserveKey(ctx context.Context, tx database.Session, key string, expires time.Time) (free bool, err error)
	// StoreResponse stores the response of a key that the transaction has reserved.
	StoreResponse(ctx context.Context, tx database.Session, key string, response []byte) error
}
