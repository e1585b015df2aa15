// How the cookies of the service are called, and how they travel.

package auth

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"
)

// DefaultCookieName is the name of the session cookie where the options give none.
const DefaultCookieName = "sessionid"

// hostPrefix makes browsers refuse a cookie that is not Secure, is not for all paths, or comes from
// another host or over plain HTTP: nobody beside this host can plant one.
const hostPrefix = "__Host-"

// CookieName is the name of one of the service's cookies: with "__Host-" before it where the cookie goes
// over HTTPS only.
type CookieName struct{ plain, secure string }

func newCookieName(name string) CookieName { return CookieName{name, hostPrefix + name} }

// For is the name for a request whose cookies go over HTTPS only, or not: see Cookies.SecureFor.
func (n CookieName) For(secure bool) string {
	if secure {
		return n.secure
	}
	return n.plain
}

// Cookies are how the service's cookies are called, and how they travel.
type Cookies struct {
	Name   string // of the session cookie; DefaultCookieName if empty
	Secure bool   // they go over HTTPS only; always so for a request that came over TLS
}

// Session is the name of the session cookie.
func (c Cookies) Session() CookieName { return newCookieName(cmp.Or(c.Name, DefaultCookieName)) }

// For is the name of another cookie for all paths of the service. It begins with that of the
// session cookie, so that services on one host, to which browsers send each other's cookies whatever
// the port, need no more than one name each.
func (c Cookies) For(use string) CookieName { return newCookieName(c.Session().plain + "-" + use) }

// SecureFor reports whether cookies that answer the request are to go over HTTPS only: by the
// settings, or because the request came over TLS.
func (c Cookies) SecureFor(r *http.Request) bool { return c.Secure || r.TLS != nil }

// CheckCookieName returns the mistake in a name for the session cookie, nil for none.
func CheckCookieName(name string) error {
	switch {
	case (&http.Cookie{Name: name}).Valid() != nil || len(name) > 64:
		return fmt.Errorf("%q is no name of a cookie; write up to 64 letters, digits, - or _", name)
	case strings.HasPrefix(name, "__"):
		return fmt.Errorf("%q begins with __, which has a meaning for browsers; __Host- is put before the name where the cookie goes over HTTPS only", name)
	}
	return nil
}
