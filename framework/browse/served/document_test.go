// Tests of the documents that pages show.

package served_test

import (
	"net/http"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// Members with rules are only in the document of people who may read or write them.
func TestDocumentOfAudience(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) { documentsOfAudiences(t, staffOf(t, sets.Staff, address)) })
}

func documentsOfAudiences(t *testing.T, s http.Handler) {
	for _, tt := range []struct {
		user, path string
		tells      bool
	}{
		{"", "/-/openapi.json", false},
		{"admin", "/-/openapi.json", false},
		{"", "/-/openapi.yaml?for=me", false},
		{"alice", "/-/openapi.json?for=me", false},
		{"admin", "/-/openapi.json?for=me", true},
		{"alice", "/-/schemas/HireCreate.json", false},
		{"admin", "/-/schemas/HireCreate.json?for=me", true},
		{"admin", "/-/api", false},
		{"alice", "/-/api?for=me", false},
		{"admin", "/-/api?for=me", true},
	} {
		w := server.SendAs(s, tt.user, "GET", tt.path, "")
		if w.Code != http.StatusOK {
			t.Errorf("GET %s as %q: got %d %s", tt.path, tt.user, w.Code, w.Body)
		}
		for _, secret := range []string{"salary", "remark", "worth", "badge", "mentor_pay"} {
			if got := strings.Contains(w.Body.String(), secret); got && !tt.tells {
				t.Errorf("GET %s as %q tells of %s", tt.path, tt.user, secret)
			} else if !got && tt.tells && secret == "salary" {
				t.Errorf("GET %s as %q does not tell of %s", tt.path, tt.user, secret)
			}
		}
	}
}

// The page is revalidated, compressed, kept from caches where it greets somebody, and bounded to GET and HEAD.
func TestReferenceHTTP(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.Snippets, Pages: pages(t)}, ":memory:")
	first := server.SendAs(s, "", "GET", "/-/api", "", "Accept-Encoding", "gzip")
	h := first.Header()
	if first.Code != http.StatusOK || h.Get("Content-Encoding") != "gzip" || h.Get("Cache-Control") != "public, no-cache" ||
		h.Get("Content-Type") != "text/html; charset=utf-8" || !strings.Contains(h.Get("Vary"), "Cookie") {
		t.Errorf("got %d with the headers %v, want a page that is compressed and public", first.Code, h)
	}
	if got := h.Get("Content-Security-Policy"); !strings.HasPrefix(got, "default-src 'none'; style-src 'self'; img-src data:;") || strings.Contains(got, "script-src") {
		t.Errorf("got the policy %q, want one without scripts", got)
	}
	if w := server.SendAs(s, "", "GET", "/-/api", "", "If-None-Match", h.Get("Etag")); w.Code != http.StatusNotModified || w.Body.Len() != 0 {
		t.Errorf("under its tag: got %d with %d bytes, want 304", w.Code, w.Body.Len())
	}
	head := server.SendAs(s, "", "HEAD", "/-/api", "")
	if head.Code != http.StatusOK || head.Body.Len() != 0 || head.Header().Get("Etag") != h.Get("Etag") {
		t.Errorf("HEAD: got %d with %d bytes and %v, want the headers of GET", head.Code, head.Body.Len(), head.Header())
	}
	mine := server.SendAs(s, "alice", "GET", "/-/api", "")
	if got := mine.Header().Get("Cache-Control"); got != "private, no-cache" || !strings.Contains(mine.Body.String(), "alice") {
		t.Errorf("as alice: got %d under Cache-Control %q, want a private page that names her", mine.Code, got)
	}
	if mine.Header().Get("Etag") == h.Get("Etag") {
		t.Error("the page of alice has the tag of that of nobody")
	}
	for _, tt := range []struct {
		method, path, want string
		status             int
	}{
		{"POST", "/-/api", `{"detail":"Method \"POST\" not allowed."}`, 405},
		{"GET", "/-/api?for=you", `{"for":["\"you\" is not a valid choice."]}`, 400},
		{"GET", "/-/api?version=2", `{"detail":"Invalid version in query parameter."}`, 404},
	} {
		if w := server.SendAs(s, "", tt.method, tt.path, ""); w.Code != tt.status || w.Body.String() != tt.want {
			t.Errorf("%s %s: got %d %s, want %d %s", tt.method, tt.path, w.Code, w.Body, tt.status, tt.want)
		}
	}
}

// With for=me the page has the operations that the requester may do.
func TestReferenceForMe(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.Snippets, Pages: pages(t)}, ":memory:")
	for _, tt := range []struct {
		user, path string
		creates    bool
	}{{"", "/-/api", true}, {"", "/-/api?for=me", false}, {"alice", "/-/api?for=me", true}} {
		page := server.SendAs(s, tt.user, "GET", tt.path, "").Body.String()
		if got := strings.Contains(page, `id="op-snippets_create"`); got != tt.creates {
			t.Errorf("GET %s as %q tells of the create: got %v, want %v", tt.path, tt.user, got, tt.creates)
		}
		if !strings.Contains(page, `id="op-snippets_list"`) {
			t.Errorf("GET %s as %q does not tell of the list", tt.path, tt.user)
		}
	}
}
