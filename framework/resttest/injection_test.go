// Tests of foreign hosts and injected headers.

package resttest_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// A host that is not allowed gets no link, redirect, page or login, wherever it asks, and is not
// even named.
func TestForeignHost(t *testing.T) {
	h := resttest.NewServer(t, resttest.Config{Set: sets.Directory, Pages: pages, Options: serve.Options{AllowedHosts: []string{"testserver"}}}, ":memory:")
	ask := func(host, method, path, accept string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, path, strings.NewReader("username=admin&password=admin-password&next=http://"+host+"/"))
		r.SetBasicAuth("admin", "admin-password")
		r.Header.Set("Content-Type", formType)
		r.Header.Set("Accept", accept)
		r.Host = host
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	for method := range strings.FieldsSeq("GET POST OPTIONS") {
		for path := range strings.FieldsSeq("/ /users/ /users/1/ /users /users/1.json /nowhere/ /api-auth/login/ /api-auth/logout/ /-/static/style.css") {
			for _, accept := range []string{"application/json", "text/html"} {
				w := ask("evil.example", method, path, accept)
				if w.Code != 400 || strings.Contains(w.Body.String(), "evil") || w.Header().Get("Location")+w.Header().Get("Set-Cookie") != "" {
					t.Errorf("%s %s, %s: got %d %s with %v", method, path, accept, w.Code, w.Body, w.Header())
				}
				if w := ask("testserver", method, path, accept); w.Code == 400 && path != "/users/" {
					t.Errorf("%s %s, %s, of the own host: got %d %s", method, path, accept, w.Code, w.Body)
				}
			}
		}
	}
}

// What a client says never becomes a header, or a part of one that ends it, by any of the ways on
// which texts of clients get into headers.
func TestHeaderInjection(t *testing.T) {
	const lines, plain = "%0d%0aInjected:%20x%0a%0a<p>", "\r\nInjected: x\n\n<p>"
	h := resttest.NewServer(t, resttest.Config{Set: sets.Directory, Pages: pages}, ":memory:")
	login := "username=admin&password=admin-password&next="
	name := strings.Repeat("n", 20)
	tests := []struct {
		method, path, body string
		headers            []string
		status             int
	}{
		{"GET", "/users/" + lines, "", nil, 301},
		{"GET", "/users?a=" + lines, "", nil, 301},
		{"PUT", "/users/1%0d?b=" + lines, "", nil, 308},
		{"POST", "/api-auth/login/", login + "/" + lines, nil, 303},
		{"POST", "/api-auth/login/?next=/" + lines, "username=admin&password=admin-password", nil, 303},
		{"POST", "/api-auth/login/", login + "/users/%3Fa=" + lines, nil, 303},
		{"POST", "/api-auth/login/", login + "%25/" + lines, nil, 303},
		{"POST", "/api-auth/logout/", "next=/" + lines, nil, 303},
		{"POST", "/users/1/", "_method=" + lines, nil, 405},
		{"POST", "/users/", "username=" + name, []string{"Host", "testserver" + plain}, 400},
		{"POST", "/users/", "username=" + name, []string{"Host", "testserver:80/" + plain}, 400},
		{"POST", "/users/", "username=" + name, []string{"X-Forwarded-Host", plain, "Forwarded", "host=" + plain}, 201},
		{"POST", "/users/", "username=" + name + "1", []string{"Idempotency-Key", "1" + plain}, 400},
		{"POST", "/users/", "x", []string{"Content-Type", "text/" + plain}, 415},
		{"GET", "/users/", "", []string{"Accept", "application/json; indent=4" + plain + ", text/" + plain}, 200},
		{"GET", "/users/?format=" + lines, "", nil, 404},
		{"GET", "/users/1." + lines, "", nil, 301},
		{"GET", "/users/", "", []string{"Accept", "text/html", "Cookie", "notice=" + plain}, 200},
		{"POST", "/users/1/", "_method=PUT&username=x" + lines, []string{"Accept", "text/html"}, 400},
		{"GET", "/users/", "", []string{"X-Request-Id", plain, "Traceparent", plain, "Consistency-Token", plain, "Origin", plain}, 200},
	}
	for _, tt := range tests {
		r := httptest.NewRequest(tt.method, tt.path, strings.NewReader(tt.body))
		r.SetBasicAuth("admin", "admin-password")
		r.Header.Set("Content-Type", formType)
		for i := 0; i < len(tt.headers); i += 2 {
			r.Header.Set(tt.headers[i], tt.headers[i+1])
			if tt.headers[i] == "Host" {
				r.Host = tt.headers[i+1]
			}
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != tt.status {
			t.Errorf("%s %s, %s, %q: got %d %s, want %d", tt.method, tt.path, tt.body, tt.headers, w.Code, w.Body, tt.status)
		}
		if err := (resttest.Step{Request: r, Answer: w}).Broken(); err != nil {
			t.Errorf("%s %s, %s, %q: %v", tt.method, tt.path, tt.body, tt.headers, err)
		}
	}
}
