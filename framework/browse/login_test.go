package browse_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

// site serves the views of the pages. An error that a view returns becomes its status and text.
func site(t *testing.T) (*httptest.Server, *browse.Pages) {
	t.Helper()
	pages := newPages(t, rest.Look{})
	views := pages.Views()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		view := views[r.URL.Path]
		if view == nil {
			http.NotFound(w, r)
			return
		}
		if err := view(w, r); err != nil {
			refusal := problem.As(err)
			if refusal == nil {
				t.Errorf("%s %s: %v", r.Method, r.URL, err)
				refusal = problem.New(problem.Internal, "")
			}
			http.Error(w, refusal.Detail, refusal.Code.Status())
		}
	}))
	t.Cleanup(s.Close)
	return s, pages
}

type reply struct {
	*http.Response
	body string
}

func send(t *testing.T, method, address, body string, header ...string) reply {
	t.Helper()
	req, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, Transport: &http.Transport{DisableCompression: true}}
	defer client.CloseIdleConnections()
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{resp, string(text)}
}

func credentials(name, password, next string) string {
	return url.Values{"username": {name}, "password": {password}, "next": {next}}.Encode()
}

func TestLoginPage(t *testing.T) {
	s, _ := site(t)
	r := send(t, "GET", s.URL+"/api-auth/login/?next=/notes/%3Fa%3Db%26c", "")
	contains(t, r.body, `name="next" value="/notes/?a=b&amp;c"`, `type="text" id="username" name="username"`, `type="password"`, `method="post"`)
	strict(t, r.body)
	if r.StatusCode != 200 || r.Header.Get("Cache-Control") != "no-store" || r.Header.Get("Content-Security-Policy") == "" || len(r.Cookies()) != 0 {
		t.Errorf("login page: %s, %v", r.Status, r.Header)
	}
	if r := send(t, "GET", s.URL+"/api-auth/login/?next=//evil.example/", ""); strings.Contains(r.body, "evil") {
		t.Error("the login page keeps a next that leads elsewhere")
	}
	if r := send(t, "HEAD", s.URL+"/api-auth/login/", ""); r.StatusCode != 200 || r.body != "" {
		t.Errorf("HEAD: %s %q", r.Status, r.body)
	}
	if r := send(t, "OPTIONS", s.URL+"/api-auth/login/", ""); r.StatusCode != 200 || r.Header.Get("Allow") != "GET, POST, HEAD, OPTIONS" {
		t.Errorf("OPTIONS: %s, Allow %q", r.Status, r.Header.Get("Allow"))
	}
	for _, path := range []string{"/api-auth/login/", "/api-auth/logout/"} {
		r := send(t, "PUT", s.URL+path, "")
		if r.StatusCode != 405 || r.Header.Get("Allow") != "GET, POST, HEAD, OPTIONS" || !strings.Contains(r.body, `Method "PUT" not allowed.`) {
			t.Errorf("PUT %s: %s, Allow %q, %s", path, r.Status, r.Header.Get("Allow"), r.body)
		}
	}
}

func TestLogin(t *testing.T) {
	const wrong = "Please enter a correct username and password. Note that both fields may be case-sensitive."
	const missing = "This field is required."
	tests := []struct {
		name, user, password, next string
		location                   string // "" for the form again
		message                    string
	}{
		{"right", "alice", password, "/notes/?a=b", "/notes/?a=b", ""},
		{"no next", "alice", password, "", "/", ""},
		{"another host", "alice", password, "http://evil.example/x", "/", ""},
		{"two slashes", "alice", password, "//evil.example/x", "/", ""},
		{"another scheme", "alice", password, "javascript:alert(1)", "/", ""},
		{"wrong password", "alice", "s3cr3t-wrong", "/notes/", "", wrong},
		{"inactive", "ivan", password, "/notes/", "", wrong},
		{"other letter case", "Alice", password, "/notes/", "", wrong},
		{"markup", `"><script>alert(2)</script>`, "x", "/notes/", "", wrong},
		{"no name", "", password, "/notes/", "", missing},
		{"no password", "alice", "", "/notes/", "", missing},
		{"nothing", "", "", "", "", missing},
	}
	s, _ := site(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := send(t, "POST", s.URL+"/api-auth/login/", credentials(tt.user, tt.password, tt.next))
			if got := r.Header.Get("Cache-Control"); got != "no-store" {
				t.Errorf("Cache-Control = %q", got)
			}
			if tt.location != "" {
				if r.StatusCode != 303 || r.Header.Get("Location") != tt.location || len(r.Cookies()) != 1 {
					t.Errorf("got %s to %q with %d cookies, want 303 to %q with one", r.Status, r.Header.Get("Location"), len(r.Cookies()), tt.location)
				}
				return
			}
			if r.StatusCode != 200 || len(r.Cookies()) != 0 {
				t.Errorf("got %s with %d cookies, want 200 with none", r.Status, len(r.Cookies()))
			}
			contains(t, r.body, tt.message, `name="next" value="`+tt.next+`"`)
			strict(t, r.body)
			if strings.Contains(r.body, "s3cr3t") {
				t.Error("the password is echoed")
			}
			if !strings.Contains(tt.user, "<") {
				contains(t, r.body, `name="username" value="`+tt.user+`"`)
			}
		})
	}
}

func TestLoginBodies(t *testing.T) {
	s, _ := site(t)
	address := s.URL + "/api-auth/login/"
	t.Run("multipart", func(t *testing.T) {
		var b bytes.Buffer
		w := multipart.NewWriter(&b)
		for name, value := range map[string]string{"username": "alice", "password": password, "next": "/notes/"} {
			if err := w.WriteField(name, value); err != nil {
				t.Fatal(err)
			}
		}
		w.Close()
		r := send(t, "POST", address, b.String(), "Content-Type", w.FormDataContentType())
		if r.StatusCode != 303 || r.Header.Get("Location") != "/notes/" {
			t.Errorf("got %s to %q", r.Status, r.Header.Get("Location"))
		}
	})
	t.Run("next in the query", func(t *testing.T) {
		r := send(t, "POST", address+"?next=/users/", "username=alice&password="+password)
		if r.Header.Get("Location") != "/users/" {
			t.Errorf("got %s to %q", r.Status, r.Header.Get("Location"))
		}
	})
	t.Run("too large", func(t *testing.T) {
		if r := send(t, "POST", address, "username="+strings.Repeat("a", 1<<20)); r.StatusCode != 413 {
			t.Errorf("got %s, want 413", r.Status)
		}
	})
	t.Run("another type", func(t *testing.T) {
		r := send(t, "POST", address, `{"username":"alice"}`, "Content-Type", "application/json")
		if r.StatusCode != 200 || strings.Count(r.body, "This field is required.") != 2 {
			t.Errorf("got %s %s", r.Status, r.body)
		}
	})
	for name, header := range map[string][]string{"cross-site": {"Sec-Fetch-Site", "cross-site"}, "origin": {"Origin", "http://evil.example"}} {
		t.Run(name, func(t *testing.T) {
			for _, body := range []string{credentials("alice", password, ""), credentials("", "", "")} {
				r := send(t, "POST", address, body, header...)
				if r.StatusCode != 403 || len(r.Cookies()) != 0 || !strings.HasPrefix(r.body, "CSRF Failed: ") {
					t.Errorf("got %s %s", r.Status, r.body)
				}
			}
		})
	}
}

func TestLogout(t *testing.T) {
	s, _ := site(t)
	in := send(t, "POST", s.URL+"/api-auth/login/", credentials("alice", password, ""))
	cookie := in.Cookies()[0].Name + "=" + in.Cookies()[0].Value
	asAlice := func(path string) bool {
		return strings.Contains(send(t, "GET", s.URL+path, "", "Cookie", cookie).body, `<b><bdi dir="auto">alice</bdi></b>`)
	}

	page := send(t, "GET", s.URL+"/api-auth/logout/?next=/notes/", "", "Cookie", cookie)
	contains(t, page.body, `<form method="post" action="/api-auth/logout/">`, `name="next" value="/notes/"`, `<b><bdi dir="auto">alice</bdi></b>`)
	strict(t, page.body)
	if r := send(t, "POST", s.URL+"/api-auth/logout/", "", "Cookie", cookie, "Sec-Fetch-Site", "cross-site"); r.StatusCode != 403 {
		t.Errorf("cross-site logout: %s", r.Status)
	}
	if !asAlice("/api-auth/login/") {
		t.Fatal("the session ended before its time")
	}
	r := send(t, "POST", s.URL+"/api-auth/logout/", "next=/notes/", "Cookie", cookie)
	if r.StatusCode != 303 || r.Header.Get("Location") != "/notes/" {
		t.Errorf("logout: %s to %q", r.Status, r.Header.Get("Location"))
	}
	if got := r.Header.Get("Clear-Site-Data"); got != `"cache"` { // no cookies: they may be another service's
		t.Errorf("logout clears %q", got)
	}
	if asAlice("/api-auth/logout/") {
		t.Error("the old cookie still works")
	}
	for next, want := range map[string]string{"": "/", "//evil.example/": "/"} {
		if r := send(t, "POST", s.URL+"/api-auth/logout/", "next="+url.QueryEscape(next)); r.Header.Get("Location") != want {
			t.Errorf("logout with next %q leads to %q, want %q", next, r.Header.Get("Location"), want)
		}
	}
}
