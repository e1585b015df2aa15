// Tests of the limits and pages of a service.

package resttest_test

import (
	"crypto/tls"
	"database/sql"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// send sends a request with perhaps a body of JSON, as somebody or nobody.
func send(h http.Handler, method, path, user, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if user != "" {
		r.SetBasicAuth(user, user+"-password")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// Without settings a body may have 10 MiB and 100 levels. A larger body is refused, never a fault.
func TestDefaultLimits(t *testing.T) {
	h := resttest.NewServer(t, resttest.Config{Set: sets.Snippets}, ":memory:")
	tests := []struct {
		name, body string
		status     int
		want       string
	}{
		{"10 MiB and a byte", `{"code":"` + strings.Repeat("x", 10<<20-10) + `"}`, 413, `{"detail":"Request body is larger than the limit of 10485760 bytes."}`},
		{"10 MiB", `{"linenos":"` + strings.Repeat("x", 10<<20-14) + `"}`, 400, `{"code":["This field is required."],"linenos":["Must be a valid boolean."]}`},
		{"100,000 levels", strings.Repeat("[", 100_000), 400, `{"detail":"JSON parse error - Nested deeper than 100 levels: line 1 column 101"}`},
	}
	for _, tt := range tests {
		if w := send(h, "POST", "/snippets/", "alice", tt.body); w.Code != tt.status || w.Body.String() != tt.want {
			t.Errorf("%s: got %d %.200s, want %d %s", tt.name, w.Code, w.Body, tt.status, tt.want)
		}
	}
}

// Every save makes the highlighted page anew, from code, title, language, style and linenos.
func TestHighlighted(t *testing.T) {
	for driver, address := range map[string]func(*testing.T) string{
		"sqlite":   func(t *testing.T) string { return filepath.Join(t.TempDir(), "test.sqlite") },
		"postgres": func(t *testing.T) string { return pg.Postgres(t) },
	} {
		t.Run(driver, func(t *testing.T) {
			address := address(t)
			h := resttest.NewServer(t, resttest.Config{Set: sets.Snippets}, address)
			db, err := sql.Open(driver, address)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			saves := []struct{ method, path, body, has, hasNot string }{
				{"POST", "/snippets/", `{"code":"first = 1"}`, "first", "<title>"},
				{"PUT", "/snippets/1/", `{"code":"second = 2"}`, "second", "first"},
				{"PUT", "/snippets/1/", `{"code":"second = 2","title":"a <b>"}`, "<title>a &lt;b&gt;</title>", "<table"},
				{"PUT", "/snippets/1/", `{"code":"second = 2","linenos":true}`, "<table", "first"},
				{"PUT", "/snippets/1/", `{"code":"second = 2","title":"","linenos":false}`, "second", "<table"},
			}
			for _, s := range saves {
				if w := send(h, s.method, s.path, "alice", s.body); w.Code >= 300 || strings.Contains(w.Body.String(), "highlighted") {
					t.Fatalf("%s %s: got %d %s", s.method, s.body, w.Code, w.Body)
				}
				var page string
				if err := db.QueryRow("SELECT highlighted FROM snippets WHERE id = 1").Scan(&page); err != nil {
					t.Fatal(err)
				}
				if !strings.Contains(page, s.has) || strings.Contains(page, s.hasNot) {
					t.Errorf("%s %s: got a page of %d bytes, want it with %q and without %q", s.method, s.body, len(page), s.has, s.hasNot)
				}
			}
		})
	}
}

// Links have the scheme of the request, or the address that the settings give.
func TestLinkScheme(t *testing.T) {
	base := func(options serve.Options, secure bool) string {
		h := resttest.NewServer(t, resttest.Config{Set: sets.Directory, Options: options}, ":memory:")
		r := httptest.NewRequest("GET", "/users/1/", nil)
		r.SetBasicAuth("admin", "admin-password")
		r.Host, r.TLS = "h.example:8443", nil
		if secure {
			r.TLS = &tls.ConnectionState{}
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		link, _, _ := strings.Cut(strings.TrimPrefix(w.Body.String(), `{"url":"`), `/users/1/"`)
		return link
	}
	for _, tt := range []struct {
		base   string
		secure bool
		want   string
	}{
		{"", false, "http://h.example:8443"},
		{"", true, "https://h.example:8443"},
		{"https://api.example", false, "https://api.example"},
	} {
		if got := base(serve.Options{BaseURL: tt.base, AllowedHosts: []string{"*"}}, tt.secure); got != tt.want {
			t.Errorf("base URL %q, TLS %v: got %s, want %s", tt.base, tt.secure, got, tt.want)
		}
	}
}
