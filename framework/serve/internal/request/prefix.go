// The path prefix of the whole service, from the base URL.

package request

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"example.com/resourceful/framework/plan"
)

// Prefix is the path below which the whole service is, as in "/tracker"; "" for none. Paths within the
// service lack it: it is removed from requests, and added to the addresses in responses.
type Prefix string

// NewPrefix returns the prefix of a base address. It refuses a prefix that equals the beginning of a path
// of the plan, because requests may lack the prefix.
func NewPrefix(base string, p *plan.Plan) (Prefix, error) {
	u, err := url.Parse(base)
	if err != nil {
		return "", fmt.Errorf("base address %q: %w", base, err)
	}
	prefix := Prefix(u.Path)
	if prefix == "" {
		return "", nil
	}
	if !strings.HasPrefix(u.Path, "/") || strings.HasSuffix(u.Path, "/") || strings.Contains(u.Path, "//") {
		return "", fmt.Errorf("base address %q: write its path as /tracker, with a slash before each name and none at the end", base)
	}
	for _, r := range p.Routes {
		if prefix.has(r.Pattern) {
			return "", fmt.Errorf("base address %q: the service has a path %s, which could not be told from one below %s; write another base address", base, r.Pattern, prefix)
		}
	}
	return prefix, nil
}

// has reports whether a path is below the prefix.
func (prefix Prefix) has(path string) bool {
	rest, found := strings.CutPrefix(path, string(prefix))
	return found && (rest == "" || rest[0] == '/')
}

// Strip returns the request without the prefix.
func (prefix Prefix) Strip(r *http.Request) *http.Request {
	if !prefix.has(r.URL.Path) {
		return r
	}
	inner, address := *r, *r.URL
	address.Path = strings.TrimPrefix(address.Path, string(prefix))
	address.RawPath = strings.TrimPrefix(address.RawPath, string(prefix))
	inner.URL = &address
	return &inner
}

// Before returns a path of the service with the prefix. Other addresses stay unchanged.
func (prefix Prefix) Before(path string) string {
	if prefix == "" || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || prefix.has(path) {
		return path
	}
	return string(prefix) + path
}
