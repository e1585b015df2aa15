// Uploads of forms that are sent twice: which files are stored, and which are not.

package served_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
)

// uploadOnce sends a form whose bytes are the same each time.
func uploadOnce(h http.Handler, method, path, content string, fields map[string]string, headers ...string) *httptest.ResponseRecorder {
	var b strings.Builder
	for _, name := range []string{"_key", "_method", "drawer", "title"} {
		if value, sent := fields[name]; sent {
			b.WriteString("--b\r\nContent-Disposition: form-data; name=" + name + "\r\n\r\n" + value + "\r\n")
		}
	}
	b.WriteString("--b\r\nContent-Disposition: form-data; name=scan; filename=a.txt\r\n\r\n" + content + "\r\n--b--\r\n")
	return server.SendAs(h, "alice", method, path, b.String(), append(headers, "Content-Type", "multipart/form-data; boundary=b")...)
}

// A form of a page that is sent again with another file is another form.
func TestFormFileOnce(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, store, _ := newArchive(t, address)
		fields := map[string]string{"_key": "0123456789012345678901234567", "drawer": "1", "title": "t"}
		for _, tt := range []struct {
			content string
			code    int
		}{{"one", http.StatusSeeOther}, {"one", http.StatusSeeOther}, {"two", http.StatusUnprocessableEntity}} {
			w := uploadOnce(s, "POST", "/sheets/", tt.content, fields, "Accept", "text/html", "Sec-Fetch-Site", "same-origin")
			if w.Code != tt.code {
				t.Errorf("%s: got %d, want %d", tt.content, w.Code, tt.code)
			}
		}
		if keys := store.Keys(t); len(keys) != 1 {
			t.Errorf("%q are stored", keys)
		}
	})
}
