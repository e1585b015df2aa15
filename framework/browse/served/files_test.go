// Tests of pages with files.

package served_test

import (
	"net/http"
	"testing"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/worlds"
)

// A form of a page that is sent again with another file is another form.
func TestFormFileOnce(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, store, _ := worlds.Archive(t, address, pages(t))
		fields := map[string]string{"_key": "0123456789012345678901234567", "drawer": "1", "title": "t"}
		for _, tt := range []struct {
			content string
			code    int
		}{{"one", http.StatusSeeOther}, {"one", http.StatusSeeOther}, {"two", http.StatusUnprocessableEntity}} {
			w := server.UploadOnce(s, "POST", "/sheets/", tt.content, fields, "Accept", "text/html", "Sec-Fetch-Site", "same-origin")
			if w.Code != tt.code {
				t.Errorf("%s: got %d, want %d", tt.content, w.Code, tt.code)
			}
		}
		if keys := store.Keys(t); len(keys) != 1 {
			t.Errorf("%q are stored", keys)
		}
	})
}
