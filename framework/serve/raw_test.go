package serve_test

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

func cellar() *rest.Set {
	return rest.NewSet("cellar", rest.ViewSet[room]{Path: "/rooms/", Access: permission.Admin})
}

// What a form carries as a body is decoded when it is known that it may be sent, not before.
func TestBodyOfFormIsDecodedLast(t *testing.T) {
	decoded := 0
	parsers := media.Parsers()
	for i := range parsers {
		if parse := parsers[i].Parse; parsers[i].MediaType == "application/json" {
			parsers[i].Parse = func(body []byte, params map[string]string, limits media.Limits) (media.Body, error) {
				decoded++
				return parse(body, params, limits)
			}
		}
	}
	set := func() *rest.Set { return cellar().Parsers(parsers...) }
	config := server.Config{Set: set, Pages: server.PlainPages}
	h := server.New(t, config, ":memory:")
	form := url.Values{"_content_type": {"application/json"}, "_content": {`{"name":"green"`}}.Encode()
	for _, tt := range []struct {
		user, method, path string
		status, decoded    int
	}{
		{"", "POST", "/rooms/", 403, 0},
		{"nobody", "POST", "/rooms/", 403, 0},
		{"alice", "POST", "/rooms/", 403, 0},
		{"admin", "PUT", "/rooms/9/", 404, 0},
		{"admin", "POST", "/rooms/", 400, 1},
	} {
		decoded = 0
		r := httptest.NewRequest("POST", tt.path, strings.NewReader(form+"&_method="+tt.method))
		if tt.method == "POST" {
			r = httptest.NewRequest("POST", tt.path, strings.NewReader(form))
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Accept", "text/html")
		if tt.user != "" {
			r.SetBasicAuth(tt.user, tt.user+"-password")
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != tt.status || decoded != tt.decoded {
			t.Errorf("%s %s as %q: got %d, decoded %d times, want %d, %d times", tt.method, tt.path, tt.user, w.Code, decoded, tt.status, tt.decoded)
		}
	}
}
