// The format of a response, from the suffix, ?format= and Accept.

package serve

import (
	"strings"
	"time"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/querystring"
	"example.com/resourceful/framework/serve/internal/request"
)

// negotiated is the format of a response; format is nil before it was negotiated, and where none is
// acceptable.
type negotiated struct {
	*request.Rendering
	indent int
	// version is the letter of the version, 0 for that of the plan: tags belong to it.
	version byte
	// zone is that of moments, nil for UTC: tags belong to it too.
	zone *time.Location
	// problem says that refusals are problem details, as Accept wants it.
	problem bool
}

// isPage reports whether the response is a page for people.
func (n negotiated) isPage() bool { return n.Rendering != nil && n.Page }

// negotiate picks the format: the suffix or ?format= narrows the choice to one, which Accept must
// then allow.
func (x *exchange) negotiate(of *target) (negotiated, error) {
	name := of.suffix
	if name == "" && x.r.URL.RawQuery != "" {
		name = querystring.Last(x.r.URL.RawQuery, "format")
	}
	all := x.h.negotiation.formats
	if of.route.formats != nil {
		all = of.route.formats
	}
	formats, offered := all.List, all.Offered
	if name != "" {
		i := all.Named(name)
		if i < 0 {
			x.fallback.plain = true
			return negotiated{}, NotFound()
		}
		formats, offered = formats[i:i+1], offered[i:i+1]
	}
	accept := strings.Join(x.r.Header["Accept"], ",")
	i, indent, ok := media.Negotiate(offered, accept)
	if !ok {
		x.fallback.plain = true
		return negotiated{}, problem.New(problem.NotAcceptable, "Could not satisfy the request Accept header.")
	}
	return negotiated{Rendering: &formats[i], indent: indent, problem: formats[i].Alias != "" && media.WantsProblem(accept)}, nil
}

// settleFormat picks the format of a document that cannot be written in the negotiated one. Before
// negotiation that is whatever Accept prefers. Where nothing fits, where the format cannot hold the
// content, and for a plain response, it is the first format that holds everything.
func (x *exchange) settleFormat(n negotiated, content media.Content) negotiated {
	if n.Rendering == nil && !x.fallback.plain {
		accept := strings.Join(x.r.Header["Accept"], ",")
		if i, indent, ok := media.Negotiate(x.h.negotiation.formats.Offered, accept); ok {
			f := &x.h.negotiation.formats.List[i]
			n = negotiated{Rendering: f, indent: indent, version: n.version, zone: n.zone, problem: f.Alias != "" && media.WantsProblem(accept)}
		}
	}
	if n.Rendering == nil || x.fallback.plain || !n.Holds(content) {
		return negotiated{Rendering: x.h.negotiation.formats.Complete, version: n.version, zone: n.zone}
	}
	return n
}
