// Access to the responses for pages of other origins.

package plan

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// CORS determines which pages of other origins may send requests and read the responses.
type CORS struct {
	// Origins are those of the pages, "https://app.example.com"; "https://*.example.com" is any below a
	// domain, and "*" every one.
	Origins []string
	// Headers are those that pages may send besides those of the service; nil for none.
	Headers []string
	// Credentials lets browsers send cookies and passwords for Basic with requests that read. Writing
	// requests with either are refused as before: they need tokens. It cannot be combined with "*".
	Credentials bool
	// MaxAge is how long a browser keeps the response to a preflight; 0 for 10 minutes.
	MaxAge time.Duration
}

// Mistake returns the mistake and its correction, "" for none.
func (c *CORS) Mistake() string {
	switch {
	case len(c.Origins) == 0:
		return `names no origin; write Origins: []string{"https://app.example.com"}`
	case c.Credentials && slices.ContainsFunc(c.Origins, func(o string) bool { return strings.Trim(o, "*") == "" || strings.HasSuffix(o, "://*") }):
		return "lets every origin send credentials; name the origins, or leave Credentials out"
	case c.MaxAge < 0:
		return "has a MaxAge below 0; leave it out for 10 minutes"
	}
	for _, o := range c.Origins {
		if o != "*" && !isOrigin(o) {
			return "has the origin " + strconv.Quote(o) + `, which is none; write a scheme and a host, "https://app.example.com", or "*"`
		}
	}
	return ""
}

// isOrigin reports whether a text is an origin, whose host may begin with "*.".
func isOrigin(text string) bool {
	u, err := url.Parse(strings.Replace(text, "://*.", "://any.", 1))
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.Path == "" && u.User == nil &&
		u.RawQuery == "" && u.Fragment == "" && !strings.Contains(u.Host, "*") && text == strings.ToLower(text)
}
