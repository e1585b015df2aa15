// The headers of a page.

package frame

import "net/http"

// policy allows what the pages consist of, all of it from the service itself.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; " +
	"form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// SetHeaders sets the headers of a page. What is made for one person stays with that person: their
// browser shows it again when they come back, with what they typed, until they log out. What is
// already not to be stored stays so.
func SetHeaders(h http.Header, private bool) {
	h.Set("Content-Security-Policy", policy)
	if private && h.Get("Cache-Control") != NoStore {
		h.Set("Cache-Control", "private, no-cache")
	}
}

// NoStore is for the pages of credentials.
const NoStore = "no-store"
