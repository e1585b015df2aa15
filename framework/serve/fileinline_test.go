// Tests of files that browsers show.

package serve_test

import (
	"net/http"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type leaflet struct {
	ID      int64     `rest:"id,readonly"`
	Scan    rest.File `rest:"scan" file:"inline"`
	Archive rest.File `rest:"archive,optional"`
}

// A browser shows a file of a safe type if its field has the word inline, also in parts and as HEAD. It downloads any
// other, such as SVG and HTML, which may contain script.
func TestInlineFiles(t *testing.T) {
	s := server.New(t, server.Config{
		Set: func() *rest.Set {
			return rest.NewSet("leaflets", rest.ViewSet[leaflet]{Path: "/leaflets/", Access: permission.Anyone})
		},
		Options: serve.Options{Files: serve.FileOptions{Store: server.NewFileStore(t)}},
	}, ":memory:")
	for _, tt := range []struct{ name, contentType, shown string }{
		{"a.png", "image/png", "inline"},
		{"a.JPG", "image/jpeg", "inline"},
		{"a.gif", "image/gif", "inline"},
		{"a.webp", "image/webp", "inline"},
		{"a.avif", "image/avif", "inline"},
		{"a.pdf", "application/pdf", "inline"},
		{"a.txt", "text/plain; charset=utf-8", "inline"},
		{"a.html.txt", "text/plain; charset=utf-8", "inline"},
		{"a.svg", "image/svg+xml", "attachment"},
		{"a.html", "text/html", "attachment"},
		{"a.txt.html", "text/html", "attachment"},
		{"a.xml", "text/xml", "attachment"},
		{"a.js", "text/javascript", "attachment"},
		{"a.md", "text/markdown", "attachment"},
		{"a.mp4", "video/mp4", "attachment"},
		{"a", "application/octet-stream", "attachment"},
	} {
		content := []byte("<script>0</script>")
		made := uploadAs(s, "alice", "POST", "/leaflets/", nil, nil, server.File{Field: "scan", Name: tt.name, Content: content}, server.File{Field: "archive", Name: tt.name, Content: content})
		path := made.Header().Get("Location")
		if made.Code != 201 {
			t.Fatalf("%s: got %d %s", tt.name, made.Code, made.Body)
		}
		path = strings.TrimPrefix(path, "http://example.com")
		for _, ask := range []struct {
			method, path, shown string
			status              int
			headers             []string
		}{
			{"GET", "scan/", tt.shown, 200, nil},
			{"HEAD", "scan/", tt.shown, 200, nil},
			{"GET", "scan/", tt.shown, 206, []string{"Range", "bytes=0-1"}},
			{"GET", "archive/", "attachment", 200, nil},
		} {
			w := server.SendAs(s, "", ask.method, path+ask.path, "", ask.headers...)
			contentType := tt.contentType
			if ask.path == "archive/" {
				contentType, _, _ = strings.Cut(contentType, ";")
			}
			h := w.Header()
			if want := ask.shown + `; filename="` + tt.name + `"`; w.Code != ask.status || h.Get("Content-Disposition") != want || h.Get("Content-Type") != contentType {
				t.Errorf("%s %s of %s: got %d, %s, %s, want %d, %s, %s", ask.method, ask.path, tt.name, w.Code, h.Get("Content-Disposition"), h.Get("Content-Type"), ask.status, want, contentType)
			}
			if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("X-Frame-Options") != "DENY" || h.Get("Content-Security-Policy") != "default-src 'none'; frame-ancestors 'none'" {
				t.Errorf("%s %s of %s: got the headers %v", ask.method, ask.path, tt.name, h)
			}
		}
		if w := server.SendAs(s, "", "GET", path+"scan/", "", "If-None-Match", server.SendAs(s, "", "GET", path+"scan/", "").Header().Get("Etag")); w.Code != http.StatusNotModified {
			t.Errorf("%s under its tag: got %d, want 304", tt.name, w.Code)
		}
	}
}
