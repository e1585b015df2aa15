// Package settings has the settings of a service, and what a service asks of its surroundings.
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

// EventOptions are those of streams of events and of webhooks.
type EventOptions struct {
	// Heartbeat is how often a stream says that it is there; 0 for every 15 seconds.
	Heartbeat time.Duration
	// Networks are those beside the internet to which webhooks may lead, such as one of the service's own.
	Networks []netip.Prefix
	// Retry is about how long is waited after the first failure of a webhook, and twice as long after each further one;
	// 0 for 5 seconds.
	Retry time.Duration
}

// Options are the settings of a Handler. The zero value is useful.
type Options struct {
	Limits Limits
	// BaseURL is the address of the service for links, such as "https://api.example.com"; "" takes scheme
	// and host of the request. One with a path, as "https://example.com/tracker", puts the whole service
	// below that: the paths of requests may begin with it, or come without it from a proxy or
	// http.StripPrefix, and all addresses that the service gives have it.
	BaseURL string
	Files   FileOptions  // where the files of rows are kept
	Mailer  mail.Mailer  // what rest.Call.Mailer gives the code of a team; nil for none
	Logger  *slog.Logger // nil for slog.Default
	Now     func() time.Time
	Keys    KeyOptions // of forms and cursors

	Throttles ThrottleOptions // who counts the requests of throttled operations

	// AllowedHosts are the values of Host that are answered beside that of BaseURL, such as
	// "api.example.com" or ".example.com" for it and all below it; others are refused with 400, because
	// links are made of what the client says. "*", and nil without a BaseURL, answer every well-formed
	// host. Neither the port counts nor letter case.
	AllowedHosts []string

	Events EventOptions // how changes of rows are told

	// Observe is called at the end of each request with what it was; nil for none.
	Observe func(context.Context, Observation)

	// DocumentAccess says who may read the OpenAPI document at /-/openapi.json and the schemas at /-/schemas/; nil for
	// everybody. Of permission.Nobody there are none.
	DocumentAccess permission.Rule

	// ServerTiming sends the header Server-Timing with the time of each step, in milliseconds. It
	// tells clients more than they need to know: for development.
	ServerTiming bool
	// NoCompression leaves compression to a proxy.
	NoCompression bool
}

// FileOptions says where the files of rows are kept.
type FileOptions struct {
	Store files.Store // nil for a service whose rows have no files
	// Prefix begins the keys of the files that this service stores, so that several may share a store; nil for "".
	Prefix func() string
}

// KeyOptions makes what nobody may guess.
type KeyOptions struct {
	// Form makes the key of each form that a page shows; nil for rand.Text.
	Form func() string
	// Cursor is the secret of the service that seals the cursors of its lists; nil for one of this
	// process, whose cursors no other process takes.
	Cursor func() []byte
}

// ThrottleOptions says who counts the requests of throttled operations.
type ThrottleOptions struct {
	// Rates counts those of all throttles but of exact ones; nil for this process alone.
	Rates Rates
	// Exact counts those of throttles that are exact, for all processes together; nil for Rates.
	Exact Rates
}

// Observation is one request as operators see it. It holds nothing of what clients said but the
// method and the kind of path.
type Observation struct {
	Method     string // of the request
	Route      string // such as "/snippets/:key/"; "" where no route was found
	Status     int    // 0 when the client went away before an answer
	Duration   time.Duration
	Bytes      int64 // of the body as it was sent
	UserID     int64 // 0 for anonymous
	Statements int   // database statements
}

// Responses stores the responses to writes under the keys that clients give to them. It is
// implemented by framework/accounts.
type Responses interface {
	// FindStored returns the response that is stored under a key and has not expired.
	FindStored(ctx context.Context, key string) (response []byte, found bool, err error)
	// ReserveKey takes a key for a transaction, and reports whether it is free. It waits for another
	// transaction that has taken it.
	ReserveKey(ctx context.Context, tx database.Session, key string, expires time.Time) (free bool, err error)
	// StoreResponse stores the response under a key that the transaction has reserved.
	StoreResponse(ctx context.Context, tx database.Session, key string, response []byte) error
}
