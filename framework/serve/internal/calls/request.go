// The facts of the request, for a team's code.

package calls

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/internal/querystring"
)

// callRequest implements plan.Request for a call in a request.
type callRequest struct{ *Call }

var _ plan.Request = callRequest{}

// Request implements plan.Call.
func (c *Call) Request() plan.Request {
	if x := c.origin.exchange; x == nil || x.R == nil {
		return plan.NoRequest{}
	}
	return callRequest{c}
}

// credentialHeaders hold secrets of the client, which code could log or store by mistake.
var credentialHeaders = []string{"Authorization", "Cookie", "Proxy-Authorization"}

// Header implements plan.Request.
func (c callRequest) Header(name string) string {
	name = http.CanonicalHeaderKey(name)
	if slices.Contains(credentialHeaders, name) {
		return ""
	}
	x := c.origin.exchange
	if x.R.Method == http.MethodGet || x.R.Method == http.MethodHead {
		x.VaryBy(name)
	}
	return strings.Join(x.R.Header[name], ", ")
}

// QueryParams implements plan.Request.
func (c callRequest) QueryParams(name string) (values []string) {
	for _, p := range querystring.Parse(c.origin.exchange.R.URL.RawQuery) {
		if p.Name == name {
			values = append(values, p.Value)
		}
	}
	return values
}

// Path implements plan.Request.
func (c callRequest) Path() string {
	path := c.origin.exchange.R.URL.Path
	if c.origin.suffix != "" {
		path, _ = media.SplitSuffix(path)
	}
	return path
}

// Format implements plan.Request.
func (c callRequest) Format() string {
	if c.origin.format.Rendering == nil {
		return ""
	}
	return c.origin.format.Name
}

// ClientAddress implements plan.Request.
func (c callRequest) ClientAddress() netip.Addr { return c.service.Auth.FullAddr(c.origin.exchange.R) }

// Language implements plan.Request.
func (c callRequest) Language() string {
	if l := c.origin.exchange.Locale.Language; l != nil {
		return l.Tag()
	}
	return ""
}

// SentToken implements plan.Request.
func (c callRequest) SentToken() string {
	return c.service.Auth.SentToken(c.origin.exchange.R, c.credentials)
}
