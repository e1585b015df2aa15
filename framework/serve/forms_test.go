// Tests of forms and bodies that cannot be read.

package serve_test

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/worlds"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/serve/pageapi"
)

// A form of which something cannot be read is a 400 that names it; nothing is stored, and no file is left.
func TestUnreadableForms(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, store, _ := worlds.Archive(t, address, server.PlainPages)
		part := func(disposition, content string) string {
			return "--b\r\nContent-Disposition: " + disposition + "\r\n\r\n" + content + "\r\n"
		}
		file := part(`form-data; name="scan"; filename="a.txt"`, "0123456789")
		drawer := part("form-data; name=drawer", "1")
		for _, tt := range []struct{ body, want string }{
			{file + part("form-data", "1"), `{"detail":"Multipart form parse error - part 2 has no name"}`},
			{drawer + file + part(`form-data; name="title`, "x"), `{"detail":"Multipart form parse error - part 3 has a Content-Disposition that cannot be read"}`},
			{part(`form-data; name="scan"; filename="a"b.txt"`, "0"), `{"detail":"Multipart form parse error - part 1 has a Content-Disposition that cannot be read"}`},
			{file + part("form-data; name=drawer", "\xff"), `{"drawer":["Not a valid string: it has invalid UTF-8."]}`},
		} {
			w := server.SendAs(s, "alice", "POST", "/sheets/", tt.body+"--b--\r\n", "Content-Type", "multipart/form-data; boundary=b")
			if w.Code != 400 || w.Body.String() != tt.want {
				t.Errorf("%q: got %d %s, want 400 %s", tt.body, w.Code, w.Body, tt.want)
			}
		}
		if _, got := server.Call(s, "GET", "/sheets/", "alice", ""); got != "[]" {
			t.Errorf("stored: got %s, want nothing", got)
		}
		if left := store.Keys(t); len(left) != 0 {
			t.Errorf("got the files %q, want none", left)
		}
	})
}

// The bound of uploads is not that of lists and of forms without files, and a form may name as many rows as may be written at once.
func TestBoundsOfLists(t *testing.T) {
	options := serve.Options{}
	options.Limits.Limits = media.Limits{Body: 2000, Upload: 1 << 20, Fields: 10}
	s := server.New(t, server.Config{Set: sets.PostedForms(rest.RequestRules{}), Pages: server.PlainPages, Options: options}, ":memory:")
	list := `[{"title":"` + strings.Repeat("x", 2000) + `"}]`
	if w := server.SendAs(s, "alice", "POST", "/posted/", list, "Content-Type", typeJSON); w.Code != 413 {
		t.Errorf("a list of %d bytes: got %d, want 413", len(list), w.Code)
	}
	file := "--b\r\nContent-Disposition: form-data; name=x; filename=y\r\n\r\n" + strings.Repeat("x", 5000) + "\r\n--b--\r\n"
	if w := server.SendAs(s, "alice", "POST", "/posted/", file, "Content-Type", "multipart/form-data; boundary=b"); w.Code != 413 {
		t.Errorf("a file that nobody wants: got %d %s, want 413", w.Code, w.Body)
	}
	server.Must(t, s, "POST", "/posted/", "admin", `[{"title":"a"},{"title":"b"}]`)
	form := "_method=DELETE" + strings.Repeat("&"+pageapi.RowsField+"=1", 40) + strings.Repeat("&"+pageapi.RowsField+"=2", 40)
	w := server.SendAs(s, "alice", "POST", "/posted/", form, "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
	if strings.Contains(w.Body.String(), "more than 10 fields") {
		t.Errorf("a form with 80 rows: got %d, and that it has more than ten fields", w.Code)
	}
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
	set := func() *rest.Set { return sets.Cellar().Parsers(parsers...) }
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
