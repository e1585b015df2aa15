package serve_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/stopwatch"
	"example.com/resourceful/framework/serve"
)

// fuzzServer is a configuration with pages on a database in memory, that reports what it logs as
// an error.
func fuzzServer(f *testing.F, set func() *rest.Set) (*server.Server, *server.Records) {
	f.Helper()
	log := &server.Records{}
	return server.New(f, server.Config{
		Set:     set,
		Pages:   server.PlainPages,
		Options: serve.Options{Logger: slog.New(slog.NewTextHandler(log, nil))},
	}, ":memory:"), log
}

// promised checks what holds for every answer: it is none of ours that failed, it is what its
// Content-Type says, and it has the headers that every answer has.
func promised(t *testing.T, log *server.Records, r *http.Request, w *httptest.ResponseRecorder) {
	t.Helper()
	body := w.Body.Bytes()
	if w.Code >= 500 {
		t.Errorf("%s %s: got %d %s, logged %q", r.Method, r.URL, w.Code, body, log.Take())
	}
	for name, values := range w.Header() {
		for _, value := range values {
			if strings.ContainsAny(value, "\r\n\x00") {
				t.Errorf("%s %s: header %s is %q", r.Method, r.URL, name, value)
			}
		}
	}
	if w.Header().Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%s %s: no security headers", r.Method, r.URL)
	}
	contentType, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
	switch {
	case len(body) == 0 || w.Header().Get("Content-Encoding") != "":
	case contentType == "application/json":
		if !json.Valid(body) {
			t.Errorf("%s %s: no JSON: %q", r.Method, r.URL, body)
		}
	case contentType == "application/yaml":
		var v any
		if err := yaml.Unmarshal(body, &v); err != nil {
			t.Errorf("%s %s: no YAML: %v: %q", r.Method, r.URL, err, body)
		}
	case contentType != "text/html" && !strings.HasPrefix(r.URL.Path, "/-/"):
		t.Errorf("%s %s: got Content-Type %q", r.Method, r.URL, contentType)
	}
}

// FuzzPage asks for pages: a number of a page that exists is 200, anything else 404, and the links
// of a page lead to pages.
func FuzzPage(f *testing.F) {
	for _, query := range []string{"page=1", "page=", "page", "page=last", "page=LAST", "page=0", "page=-1", "page=002", "page=9999999999999999999999", "page=1.0", "page=%31", "page=+1", "page=%2B1", "page=1&page=2", "x=1&page=2&x=&y", "page=2;x", "p%61ge=2", "page=%D9%A2", "a=%zz&b=%&page=2", "page=1%00"} {
		f.Add(query)
	}
	h, log := fuzzServer(f, sets.Directory)
	for i := range 15 {
		if status, answer := server.Call(h, "POST", "/groups/", "admin", `{"name":"`+strconv.Itoa(i)+`"}`); status != http.StatusCreated {
			f.Fatal(answer)
		}
	}
	f.Fuzz(func(t *testing.T, query string) {
		get := func(u *url.URL) *httptest.ResponseRecorder {
			r := httptest.NewRequest("GET", "/groups/", nil)
			r.URL, r.Host = u, "h.example"
			r.Header.Set("Accept", "application/json")
			r.SetBasicAuth("admin", "admin-password")
			w := httptest.NewRecorder()
			stop := stopwatch.Input(t)
			h.ServeHTTP(w, r)
			stop()
			promised(t, log, r, w)
			return w
		}
		w := get(&url.URL{Path: "/groups/", RawQuery: query})
		if w.Code == http.StatusNotFound || w.Code == http.StatusNotAcceptable {
			return
		}
		var page struct{ Next, Previous *string }
		if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || w.Code != http.StatusOK {
			t.Fatalf("?%s: got %d %s", query, w.Code, w.Body)
		}
		if (page.Next == nil) == (page.Previous == nil) {
			t.Errorf("?%s: got next %v, previous %v; two pages have one link each", query, page.Next, page.Previous)
		}
		for _, link := range []*string{page.Next, page.Previous} {
			if link == nil {
				continue
			}
			u, err := url.Parse(*link)
			if err != nil || u.Host != "h.example" {
				t.Fatalf("?%s: link %q: %v", query, *link, err)
			}
			if got := get(u); got.Code != http.StatusOK {
				t.Errorf("?%s: link %q: got %d", query, *link, got.Code)
			}
		}
	})
}

// FuzzRoute asks for any path under any host: without a panic, and without a redirect that leaves
// the service.
func FuzzRoute(f *testing.F) {
	for _, s := range [][2]string{
		{"/", "h"},
		{"/snippets", "h:80"},
		{"/snippets/1", "[::1]:8000"},
		{"//evil.example", "h"},
		{"/\\evil.example", "h"},
		{"//evil.example/snippets", "h"},
		{"/snippets/%2f", "a b"},
		{"/snippets.json", "h/x"},
		{"/snippets/:key/", "h@x"},
		{"/.json", "é"},
		{"/api-auth/login", ""},
		{"/snippets/..", "[::1"},
		{"*", "h"},
		{"", "h"},
		{"/users/2.yaml/", "H:"},
		{"http://evil.example/snippets", "h"},
		{"/snippets?x=\u2028", "h"},
	} {
		f.Add(s[0], s[1])
	}
	h, log := fuzzServer(f, sets.Snippets)
	f.Fuzz(func(t *testing.T, target, host string) {
		u, err := url.Parse(target)
		if err != nil {
			t.Skip()
		}
		for _, method := range []string{"GET", "POST"} {
			r := httptest.NewRequest(method, "/", nil)
			r.URL, r.Host = u, host
			w := httptest.NewRecorder()
			stop := stopwatch.Input(t)
			h.ServeHTTP(w, r)
			stop()
			promised(t, log, r, w)
			location := w.Header().Get("Location")
			if location == "" {
				continue
			}
			if w.Code != http.StatusMovedPermanently && w.Code != http.StatusPermanentRedirect {
				t.Errorf("%s %q: got %d to %q", method, target, w.Code, location)
			}
			to, err := url.Parse(location)
			if err != nil || to.Host != "" || to.Scheme != "" || !strings.HasPrefix(location, "/") || strings.HasPrefix(location, "//") || strings.HasPrefix(location, `/\`) {
				t.Errorf("%s %q: redirect to %q, %v", method, target, location, err)
			}
		}
	})
}

// FuzzQuery reads any query as the root does, with a format in it or not.
func FuzzQuery(f *testing.F) {
	for _, query := range []string{"format=json", "format=", "format", "format=xml&format=json", "f%6Frmat=yaml", "format=%FF", "a=%&format=api", "&&=&format=yaml&", "format=json%00", "format=%u0041", "format+=json", ";format=yaml"} {
		f.Add(query)
	}
	h, log := fuzzServer(f, sets.Snippets)
	types := map[string]string{"": "application/json", "json": "application/json", "api": "text/html; charset=utf-8", "yaml": "application/yaml; charset=utf-8"}
	f.Fuzz(func(t *testing.T, query string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.URL = &url.URL{Path: "/", RawQuery: query}
		w := httptest.NewRecorder()
		stop := stopwatch.Input(t)
		h.ServeHTTP(w, r)
		stop()
		promised(t, log, r, w)
		// The standard library agrees where it understands the query.
		values, err := url.ParseQuery(query)
		if err != nil {
			return
		}
		format := ""
		if all := values["format"]; len(all) > 0 {
			format = all[len(all)-1]
		}
		want, known := types[format]
		if !known && w.Code != http.StatusNotFound || known && w.Header().Get("Content-Type") != want {
			t.Errorf("?%s: got %d, %q, want format %q", query, w.Code, w.Header().Get("Content-Type"), format)
		}
	})
}

// A query of a list with filters, a search and an order is a list, or a refusal under the names of parameters.
func FuzzListing(f *testing.F) {
	for _, query := range []string{
		"state=open,lent&state=x", "pages__gte=1e9999&price=.5e-9", "due=2030-02-30&arrived__date=9999-12-31&due__year=10000", "genres=1,2,x&next=1&shelf=a",
		"title__regex=(((a*)*)*)$", "title__icontains=%25_%5C%27%22%00", "search=%E2%80%8Ba+b,c&size=thin", "weight__gte=NaN&weight__gte=1e309", "code=urn:uuid:&loan__gte=P1D",
		"next__isnull=TRUE&price__isnull=0", "id=%2B1&pages=-0&=&&=&a=%zz", "page=1&page_size=9&_x&format=json",
		"_actions=maybe&limit=1&offset=-2", "_actions=true&fields=id,x.y&omit=&expand=shelf..name", "ordering=-title,,title&cursor=AAAA&page=last", "format=csv&search=a", "_etags=1&expand=%00",
	} {
		f.Add(query)
	}
	s, log := fuzzServer(f, sets.Library)
	for _, body := range []string{`{"slug":"a","public":true}`, `{"slug":"b","public":false}`} {
		if status, answer := server.Call(s, "POST", "/shelves/", "admin", body); status != http.StatusCreated {
			f.Fatal(answer)
		}
	}
	f.Fuzz(func(t *testing.T, query string) {
		r := httptest.NewRequest("GET", "/books/", nil)
		r.URL = &url.URL{Path: "/books/", RawQuery: query}
		r.Header.Set("Accept", "application/json")
		r.SetBasicAuth("alice", "alice-password")
		w := httptest.NewRecorder()
		stop := stopwatch.Input(t)
		s.ServeHTTP(w, r)
		stop()
		promised(t, log, r, w)
		var messages map[string][]string
		switch {
		case w.Code == http.StatusBadRequest && strings.Contains(w.Body.String(), `{"detail":"Query has`):
		case w.Code == http.StatusBadRequest:
			if err := json.Unmarshal(w.Body.Bytes(), &messages); err != nil || len(messages) == 0 {
				t.Errorf("?%s: got %s, want messages under the names of parameters", query, w.Body)
			}
		case w.Code != http.StatusOK && w.Code != http.StatusNotFound && w.Code != http.StatusNotAcceptable && w.Code != http.StatusRequestURITooLong:
			t.Errorf("?%s: got %d %s", query, w.Code, w.Body)
		}
	})
}
