// The service that requests are answered by: its plan with all that is made of it.

package serve

import (
	"reflect"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/settings"
	"example.com/resourceful/framework/traffic"
)

// service is what answers the requests of one plan: that of the set, or of some requesters. It does not change once it
// is made.
type service struct {
	plan        *plan.Plan
	db          *database.DB
	auth        *auth.Authenticator
	responses   settings.Responses
	options     settings.Options
	routes      routes
	tables      map[reflect.Type]*rowTable // for the code of a team
	prefix      request.Prefix
	site        site
	budgets     budgets
	negotiation negotiation
	replica     replica
	// newPage begins the page for people of a request, which is about a record where that is known, or about a list that
	// was asked for; nil for a service without pages.
	newPage func(x *exchange, a *admission, rec record, asked *plan.Listing) page
	// serviceOf is the service of a requester; nil where everybody may read and write all members.
	serviceOf func(who requester) (*service, error)
}

// site is who may ask under which address.
type site struct {
	hosts []string      // that are answered, in lower case; nil for all
	https bool          // clients reach the service over HTTPS, whatever reaches this process
	cors  *traffic.CORS // nil for pages of its own origin alone
}

// negotiation is what the representations of responses are chosen from.
type negotiation struct {
	formats *request.Formats  // by the header Accept
	codings []*traffic.Coding // by the header Accept-Encoding; none for a service that does not compress
	vary    vary
}

// replica is how far reads may lag behind, and how a client brings along what it has written.
type replica struct {
	lag    time.Duration // 0 without a replica
	cookie auth.CookieName
}

// vary are the values of the header Vary.
type vary struct {
	unknown []string // of responses before it is known who asks
	known   []string // of those that depend on that
}

// newVary is the header of the responses of a plan. A version that a header asks for is one reason more to differ.
func newVary(p *plan.Plan, authenticator *auth.Authenticator) vary {
	v := vary{unknown: varyAccept, known: authenticator.Vary()}
	if p.CORS != nil {
		v.unknown, v.known = []string{v.unknown[0] + ", Origin"}, []string{v.known[0] + ", Origin"}
	}
	if p.Languages != nil {
		v.unknown, v.known = []string{v.unknown[0] + ", Accept-Language"}, []string{v.known[0] + ", Accept-Language"}
	}
	if p.TimeZones != nil {
		v.unknown, v.known = []string{v.unknown[0] + ", Prefer"}, []string{v.known[0] + ", Prefer"}
	}
	for _, name := range versionHeader(p.Versions) {
		v.unknown, v.known = []string{v.unknown[0] + ", " + name}, []string{v.known[0] + ", " + name}
	}
	return v
}
