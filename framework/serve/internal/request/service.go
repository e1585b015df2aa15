// The service behind requests: a plan with everything compiled from it.

package request

import (
	"reflect"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/settings"
	"example.com/resourceful/framework/traffic"
)

// Service answers the requests of one plan: that of the set, or that of some requesters. It is immutable.
type Service struct {
	Plan        *plan.Plan
	DB          *database.DB
	Auth        *auth.Authenticator
	Responses   settings.Responses
	Options     settings.Options
	Routes      Routes
	Tables      map[reflect.Type]*RowTable // for a team's code
	Prefix      Prefix
	Site        site
	Budgets     budgets
	Negotiation Negotiation
	Replica     Replica
	// NewCall returns a call for team code that only reads, such as for a computed member.
	NewCall func(x *Exchange, a *Admission) Call
	// NewPage begins the HTML page of a request, for a known record or a requested list; nil for a service
	// without pages.
	NewPage func(x *Exchange, a *Admission, rec Record, asked *plan.Listing) Page
	// ServiceOf returns the service of a requester; nil if everybody may read and write all members.
	ServiceOf func(who Requester) (*Service, error)
}

const (
	// AfterCommitTime is the time limit of one function after the commit.
	AfterCommitTime = 10 * time.Second
	// PurgedRows is the largest number of rows that a purge removes at once, because SQLite has one writer.
	PurgedRows = 1000
)

// site holds the accepted hosts and origins.
type site struct {
	Hosts []string      // accepted hosts in lower case; nil for all
	HTTPS bool          // clients use HTTPS, even if a proxy does not
	CORS  *traffic.CORS // nil allows only the service's own origin
}

// Negotiation holds the choices for the representation of responses.
type Negotiation struct {
	Formats *Formats          // by the header Accept
	Codings []*traffic.Coding // by the header Accept-Encoding; none for a service that does not compress
	// PageCodings are those of pages.
	PageCodings []*traffic.Coding
	Vary        vary
}

// Replica holds the allowed lag of reads, and the cookie for a client's own writes.
type Replica struct {
	Lag    time.Duration // 0 without a replica
	Cookie auth.CookieName
}

// vary holds values of the header Vary.
type vary struct {
	unknown []string // for responses before authentication
	Known   []string // for responses after it
}

// NewVary returns the header for the responses of a plan. A header for the version is included.
func NewVary(p *plan.Plan, authenticator *auth.Authenticator) vary {
	v := vary{unknown: varyAccept, Known: authenticator.Vary()}
	if p.CORS != nil {
		v.unknown, v.Known = []string{v.unknown[0] + ", Origin"}, []string{v.Known[0] + ", Origin"}
	}
	if p.Languages != nil {
		v.unknown, v.Known = []string{v.unknown[0] + ", Accept-Language"}, []string{v.Known[0] + ", Accept-Language"}
	}
	if p.TimeZones != nil {
		v.unknown, v.Known = []string{v.unknown[0] + ", Prefer"}, []string{v.Known[0] + ", Prefer"}
	}
	for _, name := range VersionHeader(p.Versions) {
		v.unknown, v.Known = []string{v.unknown[0] + ", " + name}, []string{v.Known[0] + ", " + name}
	}
	return v
}

// Call is the API for a team's code in one request.
type Call interface {
	plan.Call
	// Compute sets the computed members of a record; many reports that it is one of several.
	Compute(rec *schema.Record, many bool) error
}
