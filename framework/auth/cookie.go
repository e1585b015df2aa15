// The names and attributes of the service's cookies.

package auth

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"
)

// DefaultCookieName is the name of the session cookie if the options have none.
const DefaultCookieName = "sessionid"

// hostPrefix makes browsers refuse a cookie that is not Secure, is not for all paths, or comes from another
// host or over plain HTTP: no other host can plant one.
const hostPrefix = "__Host-"

// CookieName is the name of a cookie, with the prefix "__Host-" if the cookie is sent only over HTTPS.
type CookieName struct{ plain, secure string }

func newCookieName(name string) CookieName { return CookieName{name, hostPrefix + name} }

// For returns the name for a request, by whether its cookies are sent only over HTTPS: see
// Cookies.SecureFor.
func (n CookieName) For(secure bool) string {
	if secure {
		return n.secure
	}
	return n.plain
}

// Cookies holds the names and attributes of the service's cookies.
type Cookies struct {
	Name   string // name of the session cookie; DefaultCookieName if empty
	Secure bool   // cookies are sent only over HTTPS; always so in response to a request over TLS
}

// Session returns the name of the session cookie.
func (c Cookies) Session() CookieName { return newCookieName(cmp.Or(c.Name, DefaultCookieName)) }

// For returns the name of another cookie for all paths of the service. It begins with the session cookie's
// name: browsers send cookies to all services on a host, whatever the port, so each service needs only one
// name.
func (c Cookies) For(use string) CookieName { return newCookieName(c.Session().plain + "-" + use) }

// SecureFor reports whether the response's cookies are sent only over HTTPS: by the settings, or because
// the request came over TLS.
func (c Cookies) SecureFor(r *http.Request) bool { return c.Secure || r.TLS != nil }

// CheckCookieName returns the mistake in a name for the session cookie, nil for none.
func CheckCookieName(name string) error {
	switch {
	case (&http.Cookie{Name: name}).Valid() != nil || len(name) > 64:
		return fmt.Errorf("%q is not a cookie name; write up to 64 letters, digits, - or _", name)
	case strings.HasPrefix(name, "__"):
		return fmt.Errorf("%q begins with __, which has a meaning for browsers; __Host- is put before the name where the cookie goes over HTTPS only", name)
	}
	return nil
}
