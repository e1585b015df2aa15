// The security and cache headers of every page.

package layout

import "net/http"

// policy is the Content-Security-Policy of pages: it allows only content from the service itself.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; " +
	"form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// SetHeaders sets the headers of a page. A private page stays in the browser of the person until they log
// out: going back shows it again with the typed values. A no-store that is already set stays.
func SetHeaders(h http.Header, private bool) {
	h.Set("Content-Security-Policy", policy)
	if private && h.Get("Cache-Control") != NoStore {
		h.Set("Cache-Control", "private, no-cache")
	}
}

// NoStore is the Cache-Control of pages with credentials.
const NoStore = "no-store"
