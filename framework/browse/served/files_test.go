// Tests of pages with files.

package served_test

import (
	"log/slog"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// newArchive is the service with a drawer.
func newArchive(t *testing.T, address string) (*server.Server, *server.FileStore, *server.Records) {
	t.Helper()
	folder, err := files.Folder(filepath.Join(t.TempDir(), "files"))
	if err != nil {
		t.Fatal(err)
	}
	log, store := &server.Records{}, &server.FileStore{Store: folder}
	options := serve.Options{Logger: slog.New(slog.NewTextHandler(log, nil)), Files: serve.FileOptions{Store: store}, Now: time.Now}
	s := server.New(t, server.Config{Set: sets.Archived, Pages: pages(t), Options: options}, address)
	server.Must(t, s, "POST", "/cabinets/", "alice", `{"name":"c"}`)
	server.Must(t, s, "POST", "/drawers/", "alice", `{"cabinet":1}`)
	return s, store, log
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
