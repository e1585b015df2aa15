// The format of a response, from the suffix, ?format= and Accept.

package request

import (
	"strings"
	"time"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/querystring"
)

// Negotiated is the format of a response. Rendering is nil before negotiation, and if no format is
// acceptable.
type Negotiated struct {
	*Rendering
	Indent int
	// Version is the letter of the version in entity tags, 0 for the plan's.
	Version byte
	// Zone is the time zone of moments, nil for UTC; entity tags depend on it.
	Zone *time.Location
	// Problem makes refusals problem details, as Accept asks.
	Problem bool
}

// IsPage reports whether the response is an HTML page.
func (n Negotiated) IsPage() bool { return n.Rendering != nil && n.Page }

// Negotiate picks the format: a suffix or ?format= chooses one, which Accept must allow.
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

// FormatFor returns the format of a response with some content: the negotiated one, or another if that cannot hold it.
func (x *Exchange) FormatFor(a *Admission, content media.Content) Negotiated {
	if f := a.Format; f.Rendering != nil && !x.Fallback.Plain && (f.Only == 0 || f.Holds(content)) {
		return f
	}
	return x.SettleFormat(a.Format, content)
}

// SettleFormat picks the format of a document that the negotiated one cannot hold. Before negotiation it is
// the preferred format of Accept. If that cannot hold the content, or for a plain response, it is the first
// format that holds everything.
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
