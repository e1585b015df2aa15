// The format of a response, from the suffix, ?format= and Accept.

package request

import (
	"strings"
	"time"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/querystring"
)

// Negotiated is the format of a response; Rendering is nil before it was negotiated, and where none is
// acceptable.
type Negotiated struct {
	*Rendering
	Indent int
	// Version is the letter of the version, 0 for that of the plan: tags belong to it.
	Version byte
	// Zone is that of moments, nil for UTC: tags belong to it too.
	Zone *time.Location
	// Problem says that refusals are problem details, as Accept wants it.
	Problem bool
}

// IsPage reports whether the response is a page for people.
func (n Negotiated) IsPage() bool { return n.Rendering != nil && n.Page }

// Negotiate picks the format: the suffix or ?format= narrows the choice to one, which Accept must
// then allow.
func (x *Exchange) Negotiate(of *Target) (Negotiated, error) {
	name := of.Suffix
	if name == "" && x.R.URL.RawQuery != "" {
		name = querystring.Last(x.R.URL.RawQuery, "format")
	}
	all := x.Service.Negotiation.Formats
	if of.Route.MediaFormats != nil {
		all = of.Route.MediaFormats
	}
	formats, offered := all.List, all.Offered
	if name != "" {
		i := all.Named(name)
		if i < 0 {
			x.Fallback.Plain = true
			return Negotiated{}, NotFound()
		}
		formats, offered = formats[i:i+1], offered[i:i+1]
	}
	accept := strings.Join(x.R.Header["Accept"], ",")
	i, indent, ok := media.Negotiate(offered, accept)
	if !ok {
		x.Fallback.Plain = true
		return Negotiated{}, problem.New(problem.NotAcceptable, "Could not satisfy the request Accept header.")
	}
	return Negotiated{Rendering: &formats[i], Indent: indent, Problem: formats[i].Alias != "" && media.WantsProblem(accept)}, nil
}

// SettleFormat picks the format of a document that cannot be written in the negotiated one. Before
// negotiation that is whatever Accept prefers. Where nothing fits, where the format cannot hold the
// content, and for a plain response, it is the first format that holds everything.
func (x *Exchange) SettleFormat(n Negotiated, content media.Content) Negotiated {
	if n.Rendering == nil && !x.Fallback.Plain {
		accept := strings.Join(x.R.Header["Accept"], ",")
		if i, indent, ok := media.Negotiate(x.Service.Negotiation.Formats.Offered, accept); ok {
			f := &x.Service.Negotiation.Formats.List[i]
			n = Negotiated{Rendering: f, Indent: indent, Version: n.Version, Zone: n.Zone, Problem: f.Alias != "" && media.WantsProblem(accept)}
		}
	}
	if n.Rendering == nil || x.Fallback.Plain || !n.Holds(content) {
		return Negotiated{Rendering: x.Service.Negotiation.Formats.Complete, Version: n.Version, Zone: n.Zone}
	}
	return n
}
