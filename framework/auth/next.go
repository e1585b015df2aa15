// Where a login may lead to.

package auth

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"unicode"
)

// maxNext bounds an address to return to, in bytes.
const maxNext = 2048

// SafeNext returns the address to go to after login or logout: next itself, in a form fit for a
// Location header, when it stays on the host of the request. For "" and for everything that
// could lead elsewhere it returns "/" and false.
func SafeNext(r *http.Request, next string) (target string, ok bool) {
	next = strings.Trim(next, " ")
	if next == "" || len(next) > maxNext || strings.ContainsFunc(next, unicode.IsControl) {
		return "/", false
	}
	// Browsers read a backslash before the query as a slash, and skip slashes after "http:".
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

// sameScheme allows what does not leave HTTPS: a request in clear may come through a proxy that
// speaks HTTPS to the browser.
func sameScheme(r *http.Request, scheme string) bool {
	return scheme == "" || scheme == "https" || scheme == "http" && r.TLS == nil
}

// escapeQuery escapes the bytes that have no place in a header, and leaves all others.
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
