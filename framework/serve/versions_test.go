package serve_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// A request says its version where the scheme has it.
func TestVersionSchemes(t *testing.T) {
	for _, tt := range []struct {
		name    string
		scheme  rest.VersionScheme
		path    string
		headers []string
		status  int
		want    string
	}{
		{"accept", rest.InAccept("version"), "/albums/", []string{"Accept", "application/json; version=v1"}, 200, `"name":"a"`},
		{"accept today", rest.InAccept("version"), "/albums/", []string{"Accept", "*/*; version=v2"}, 200, `"title":"a"`},
		{"accept none", rest.InAccept("version"), "/albums/", []string{"Accept", "application/json; indent=0"}, 200, `"title":"a"`},
		{"accept of another range", rest.InAccept("version"), "/albums/", []string{"Accept", "text/html;q=0.1; version=v1, application/json"}, 200, `"title":"a"`},
		{"accept of problems", rest.InAccept("version"), "/albums/", []string{"Accept", "application/problem+json; version=v1"}, 200, `"name":"a"`},
		{"accept unknown", rest.InAccept("version"), "/albums/77/", []string{"Accept", "application/json; version=v3"}, 406, `{"detail":"Invalid version in \"Accept\" header."}`},
		{"header", rest.InHeader("Api-Version"), "/albums/", []string{"Api-Version", "v1"}, 200, `"name":"a"`},
		{"header unknown", rest.InHeader("Api-Version"), "/", []string{"Api-Version", "v3"}, 406, `{"detail":"Invalid version in \"Api-Version\" header."}`},
		{"query", rest.InQuery("v"), "/albums/?v=v1&limit=1&offset=1", nil, 200, `"previous":"http://example.com/albums/?limit=1&v=v1"`},
		{"query unknown", rest.InQuery("v"), "/albums/?v=v3", nil, 404, `{"detail":"Invalid version in query parameter."}`},
		{"path", rest.InPath(), "/v1/albums/?limit=1&offset=1", nil, 200, `"previous":"http://example.com/v1/albums/?limit=1"`},
		{"path of the root", rest.InPath(), "/v1/", nil, 200, `"albums":"http://example.com/v1/albums/"`},
		{"path without a slash", rest.InPath(), "/v1/albums", nil, 301, ""},
		{"path unknown", rest.InPath(), "/v3/albums/", nil, 404, `{"detail":"Not found."}`},
		{"path of none", rest.InPath(), "/albums/", nil, 200, `"title":"a"`},
		{"host", rest.InHost(), "http://v1.example.com/albums/", nil, 200, `"name":"a"`},
		{"host of none", rest.InHost(), "http://example.com/albums/", nil, 200, `"title":"a"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := server.New(t, server.Config{Set: sets.Albums(tt.scheme)}, t.TempDir()+"/test.sqlite")
			must(t, s, "POST", "/bands/", "", `{"name":"b"}`)
			must(t, s, "POST", "/albums/", "", `{"band":"b","title":"a"}`)
			r := httptest.NewRequest("GET", tt.path, nil)
			for i := 0; i < len(tt.headers); i += 2 {
				r.Header.Set(tt.headers[i], tt.headers[i+1])
			}
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.want) {
				t.Errorf("got %d %s, want %d with %s", w.Code, w.Body, tt.status, tt.want)
			}
			if want := "/v1/albums/"; tt.status == 301 && w.Header().Get("Location") != want {
				t.Errorf("Location is %q, want %q", w.Header().Get("Location"), want)
			}
		})
	}
}
