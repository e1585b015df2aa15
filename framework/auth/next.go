// Safe addresses to return to after a login.

package auth

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"unicode"
)

// maxNext is the largest length of such an address, in bytes.
const maxNext = 2048

// SafeNext returns the address to go to after login or logout: next, in a form for the Location header, if
// it stays on the host of the request. For "" and for every address that might lead elsewhere it returns
// "/" and false.
func SafeNext(r *http.Request, next string) (target string, ok bool) {
	next = strings.Trim(next, " ")
	if next == "" || len(next) > maxNext || strings.ContainsFunc(next, unicode.IsControl) {
		return "/", false
	}
	// Browsers treat a backslash before the query as a slash, and skip slashes after "http:".
	place, _, _ := strings.Cut(next, "?")
	place, _, _ = strings.Cut(place, "#")
	if strings.Contains(place, `\`) {
		return "/", false
	}
	u, err := url.Parse(next)
	if err != nil || u.Opaque != "" || u.User != nil {
		return "/", false
	}
	if u.Scheme == "" && u.Host == "" {
		if strings.HasPrefix(u.Path, "//") {
			return "/", false
		}
	} else if u.Host == "" || u.Host != r.Host || !sameScheme(r, u.Scheme) {
		return "/", false
	}
	u.RawQuery = escapeQuery(u.RawQuery)
	return u.String(), true
}

// sameScheme accepts a scheme that does not leave HTTPS: a plain request may come through a proxy that uses
// HTTPS with the browser.
func sameScheme(r *http.Request, scheme string) bool {
	return scheme == "" || scheme == "https" || scheme == "http" && r.TLS == nil
}

// escapeQuery escapes the bytes that a header must not contain.
func escapeQuery(query string) string {
	var b strings.Builder
	for _, c := range []byte(query) {
		if c <= ' ' || c >= 0x7f {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
