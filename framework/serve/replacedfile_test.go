// Contents of files that go while they are asked for, and many parts of one.

package serve_test

import (
	"net/http"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
)

// A file that is replaced after its row was read is answered as it then is. One that is gone is a 404, and one that is not
// in the store a 503.
func TestReplacedFile(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, store, _ := newArchive(t, address)
		for _, tt := range []struct {
			name string
			code int
			body string
			do   func(key string)
		}{
			{"replaced", http.StatusOK, "two", func(string) { upload(s, "PATCH", "/sheets/1/", nil, text("a.txt", "two")) }},
			{"lost", http.StatusServiceUnavailable, "The file is not there for the moment.", func(key string) {
				if err := store.Remove(t.Context(), key); err != nil {
					t.Error(err)
				}
			}},
			{"deleted", http.StatusNotFound, "Not found.", func(string) { server.Must(t, s, "DELETE", "/sheets/1/", "alice", "") }},
		} {
			method, path := "PUT", "/sheets/1/"
			if tt.name == "replaced" {
				method, path = "POST", "/sheets/"
			}
			upload(s, method, path, inDrawer, text("a.txt", "one"))
			store.Opened = func(key string) {
				store.Opened = nil
				tt.do(key)
			}
			w := download(s, "GET", "/sheets/1/content/")
			if w.Code != tt.code || !strings.Contains(w.Body.String(), tt.body) || tt.code == 503 && w.Header().Get("Retry-After") == "" {
				t.Errorf("%s: got %d %s, want %d with %s", tt.name, w.Code, w.Body, tt.code, tt.body)
			}
		}
	})
}

// More than a few parts of a file are answered by the whole.
func TestManyRanges(t *testing.T) {
	s, _, _ := newArchive(t, ":memory:")
	upload(s, "POST", "/sheets/", inDrawer, text("a.txt", strings.Repeat("0123456789", 50)))
	for n, want := range map[int]int{1: http.StatusPartialContent, 16: http.StatusPartialContent, 17: http.StatusOK, 1000: http.StatusOK} {
		w := download(s, "GET", "/sheets/1/content/", "Range", "bytes=0-0"+strings.Repeat(",2-3", n-1))
		if w.Code != want || w.Code == http.StatusOK && w.Body.Len() != 500 {
			t.Errorf("%d ranges: got %d with %d bytes, want %d", n, w.Code, w.Body.Len(), want)
		}
	}
}
