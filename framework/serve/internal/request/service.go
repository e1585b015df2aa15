// The service that requests are answered by: its plan with all that is made of it.

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

// Service is what answers the requests of one plan: that of the set, or of some requesters. It does not change once it
// is made.
type Service struct {
	Plan        *plan.Plan
	DB          *database.DB
	Auth        *auth.Authenticator
	Responses   settings.Responses
	Options     settings.Options
	Routes      Routes
	Tables      map[reflect.Type]*RowTable // for the code of a team
	Prefix      Prefix
	Site        site
	Budgets     budgets
	Negotiation Negotiation
	Replica     Replica
	// NewCall begins the call of code of the team that only reads, such as that of a computed member.
	NewCall func(x *Exchange, a *Admission) Call
	// NewPage begins the page for people of a request, which is about a record where that is known, or about a list that
	// was asked for; nil for a service without pages.
	NewPage func(x *Exchange, a *Admission, rec Record, asked *plan.Listing) Page
	// ServiceOf is the service of a requester; nil where everybody may read and write all members.
	ServiceOf func(who Requester) (*Service, error)
}

const (
	// AfterCommitTime is how long one thing may take that is done after the commit.
	AfterCommitTime = 10 * time.Second
	// PurgedRows is how many rows a purge removes at once, at most: SQLite has one writer.
	PurgedRows = 1000
)

// site is who may ask under which address.
type site struct {
	Hosts []string      // that are answered, in lower case; nil for all
	HTTPS bool          // clients reach the service over HTTPS, whatever reaches this process
	CORS  *traffic.CORS // nil for pages of its own origin alone
}

// Negotiation is what the representations of responses are chosen from.
type Negotiation struct {
	Formats *Formats          // by the header Accept
	Codings []*traffic.Coding // by the header Accept-Encoding; none for a service that does not compress
	Vary    vary
}

// Replica is how far reads may lag behind, and how a client brings along what it has written.
type Replica struct {
	Lag    time.Duration // 0 without a replica
	Cookie auth.CookieName
}

// vary are the values of the header Vary.
type vary struct {
	unknown []string // of responses before it is known who asks
	Known   []string // of those that depend on that
}

// NewVary is the header of the responses of a plan. A version that a header asks for is one reason more to differ.
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

// Call is one request as the code of a team sees it.
type Call interface {
	plan.Call
	// Compute gives the computed members of a record their values; many says that it is one of several.
	Compute(rec *schema.Record, many bool) error
}
