// Tests of logins at a provider.

package oidc_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/oidc"
	"example.com/resourceful/framework/auth/oidc/oidctest"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve/pageapi"
)

// browser keeps cookies.
type browser struct {
	h       http.Handler
	cookies map[string]*http.Cookie
}

func (b *browser) get(address string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", address, nil)
	r.Header.Set("Accept", "text/html")
	for _, c := range b.cookies {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	b.h.ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		if b.cookies[c.Name] = c; c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		}
	}
	return w
}

// begin is where the login sends the browser.
func (b *browser) begin(t *testing.T, next string) string {
	t.Helper()
	w := b.get("/api-auth/oidc/login/?next=" + url.QueryEscape(next))
	if w.Code != 303 {
		t.Fatalf("begin: got %d %s", w.Code, w.Body)
	}
	return w.Header().Get("Location")
}

func loginServer(t *testing.T, issuer *oidctest.Issuer, address string) *server.Server {
	t.Helper()
	return server.New(t, server.Config{
		Set:   notes(oidc.Scheme{Issuer: issuer.URL, ClientID: issuer.ClientID, ClientSecret: issuer.ClientSecret, Create: true, Title: "the <company>"}, token.Scheme{}, session.Scheme{}),
		Pages: pages(t),
	}, address)
}

// People log in at the provider and come back to where they wanted to go, with a session.
func TestLogin(t *testing.T) {
	issuer := oidctest.New(t)
	databases(t, func(t *testing.T, address string) {
		s := loginServer(t, issuer, address)
		b := &browser{s, map[string]*http.Cookie{}}
		if w := b.get("/api-auth/login/?next=%2Fnotes%2F"); !strings.Contains(w.Body.String(), `<a href="/api-auth/oidc/login/?next=%2Fnotes%2F">Log in with the &lt;company&gt;</a>`) {
			t.Errorf("the login page: got %d %s", w.Code, w.Body)
		}
		back := issuer.Authorize(t, b.begin(t, "/notes/?search=a"), "carol", nil)
		if !strings.HasPrefix(back, "http://example.com/api-auth/oidc/callback/?") {
			t.Fatalf("the browser comes back to %s", back)
		}
		w := b.get(back)
		if w.Code != 303 || w.Header().Get("Location") != "/notes/?search=a" || w.Header().Get("Cache-Control") != "no-store" {
			t.Fatalf("back: got %d %v %s", w.Code, w.Header(), w.Body)
		}
		if len(b.cookies) != 1 || !b.cookies["sessionid"].HttpOnly {
			t.Errorf("the browser has the cookies %v", b.cookies)
		}
		if w := b.get("/notes/"); w.Code != 200 || !strings.Contains(w.Body.String(), "carol") {
			t.Errorf("with the session: got %d %s", w.Code, w.Body)
		}
		r := httptest.NewRequest("POST", "/api-auth/logout/", nil)
		r.AddCookie(b.cookies["sessionid"])
		s.ServeHTTP(httptest.NewRecorder(), r)
		if w := b.get("/notes/"); w.Code != 401 {
			t.Errorf("after the logout: got %d", w.Code)
		}
	})
}

// The audit has who logs in at the provider, and the account that is made at first sight.
func TestLoginAudit(t *testing.T) {
	issuer := oidctest.New(t)
	databases(t, func(t *testing.T, address string) {
		set := notes(oidc.Scheme{Issuer: issuer.URL, ClientID: issuer.ClientID, ClientSecret: issuer.ClientSecret, Create: true}, token.Scheme{}, session.Scheme{})
		s := server.New(t, server.Config{
			Set:   func() *rest.Set { return set().Include(rest.Audit{Path: "/audit/", Access: permission.SignedIn}) },
			Pages: pages(t),
		}, address)
		b := &browser{s, map[string]*http.Cookie{}}
		logIn := func() {
			if w := b.get(issuer.Authorize(t, b.begin(t, "/notes/"), "carol", nil)); w.Code != 303 {
				t.Fatalf("back: got %d %s", w.Code, w.Body)
			}
		}
		entries := func() (got []string) {
			var page struct {
				Results []struct{ Username, Scheme, Token, Address, Operation, Change, Resource string }
			}
			c := b.cookies["sessionid"]
			w := send(s, "GET", "/audit/", "Cookie", c.Name+"="+c.Value)
			if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || w.Code != 200 {
				t.Fatalf("the audit: got %d %s", w.Code, w.Body)
			}
			for _, e := range page.Results {
				got = append(got, strings.Join([]string{e.Username, e.Scheme + e.Token, e.Address, e.Operation, e.Change, e.Resource}, " "))
			}
			return got
		}
		logIn()
		made, login := "carol oidc 192.0.2.1 provision create User", "carol oidc 192.0.2.1 login create Session"
		if got, want := entries(), []string{login, made}; !slices.Equal(got, want) {
			t.Errorf("got the entries %q, want %q", got, want)
		}
		logIn() // nothing is new but the session, in the place of the other
		if got, want := entries(), []string{login, made}; len(got) < 3 || !slices.Equal(got[len(got)-2:], want) || slices.Contains(got[:len(got)-2], made) {
			t.Errorf("got the entries %q, want those of the log-in and %q", got, want)
		}
	})
}

// An account that has a password gets a session that lives, until the password changes.
func TestLoginWithPassword(t *testing.T) {
	issuer := oidctest.New(t)
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{
			Set: notes(oidc.Scheme{Issuer: issuer.URL, ClientID: issuer.ClientID, ClientSecret: issuer.ClientSecret, LinkExisting: true}, token.Scheme{}, session.Scheme{}), Pages: pages(t),
		}, address)
		users := accounts.NewUsers(s.DB)
		bob, _, err := users.UserByName(t.Context(), "bob")
		if err != nil || bob.Password == "" {
			t.Fatalf("got %+v, %v", bob, err)
		}
		b := &browser{s, map[string]*http.Cookie{}}
		if w := b.get(issuer.Authorize(t, b.begin(t, "/notes/"), "bob", nil)); w.Code != 303 {
			t.Fatalf("back: got %d %s", w.Code, w.Body)
		}
		if w := b.get("/notes/"); w.Code != 200 {
			t.Errorf("with the session: got %d %s", w.Code, w.Body)
		}
		if err := users.SetPassword(t.Context(), bob.ID, "other"); err != nil {
			t.Fatal(err)
		}
		if w := b.get("/notes/"); w.Code == 200 {
			t.Error("after a new password: got 200")
		}
	})
}

// Whatever comes back that this browser has not begun just now, or that the provider does not stand for, is refused
// with a page, and nobody is logged in.
func TestLoginRefused(t *testing.T) {
	issuer := oidctest.New(t)
	s := loginServer(t, issuer, ":memory:")
	const expired, refused, nobody = "This login has expired, or was not begun in this browser.", "The identity provider did not log you in.", "You have no active account here."
	// param replaces a parameter of an address.
	param := func(address, name, value string) string {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		q := u.Query()
		if q.Del(name); value != "" {
			q.Set(name, value)
		}
		u.RawQuery = q.Encode()
		return u.String()
	}
	for _, tt := range []struct {
		about  string
		claims map[string]any
		change func(b *browser, back string) string // the address that the browser comes back to
		status int
		want   string
	}{
		{"a state of somebody else", nil, func(_ *browser, back string) string { return param(back, "state", "x") }, 400, expired},
		{"no state", nil, func(_ *browser, back string) string { return param(back, "state", "") }, 400, expired},
		{"two states", nil, func(_ *browser, back string) string { return back + "&state=x" }, 400, expired},
		{"no code", nil, func(_ *browser, back string) string { return param(back, "code", "") }, 403, refused},
		{"two codes", nil, func(_ *browser, back string) string { return back + "&code=x" }, 403, refused},
		{"an error", nil, func(_ *browser, back string) string { return back + "&error=access_denied" }, 403, refused},
		{"another code", nil, func(_ *browser, back string) string { return param(back, "code", "guess") }, 403, refused},
		{"an oversized code", nil, func(_ *browser, back string) string { return param(back, "code", strings.Repeat("x", 5000)) }, 403, refused},
		{"another issuer", nil, func(_ *browser, back string) string { return back + "&iss=https%3A%2F%2Fother.example.com" }, 403, refused},
		{"another browser", nil, func(b *browser, back string) string { clear(b.cookies); return back }, 400, expired},
		{"a broken cookie", nil, func(b *browser, back string) string { b.cookies["sessionid-login"].Value = "e30"; return back }, 400, expired},
		{"a code of another login", nil, func(b *browser, back string) string {
			other := &browser{s, map[string]*http.Cookie{}}
			theirs, _ := url.Parse(issuer.Authorize(t, other.begin(t, "/"), "mallory", nil))
			return param(back, "code", theirs.Query().Get("code"))
		}, 403, refused},
		{"a replayed login", nil, func(b *browser, back string) string {
			cookie := b.cookies["sessionid-login"]
			b.get(back)
			clear(b.cookies)
			b.cookies[cookie.Name] = cookie
			return back
		}, 400, expired},
		{"another nonce", map[string]any{"nonce": "x"}, nil, 403, refused},
		{"no nonce", map[string]any{"nonce": ""}, nil, 403, refused},
		{"another audience", map[string]any{"aud": "other"}, nil, 403, refused},
		{"another party", map[string]any{"azp": "other"}, nil, 403, refused},
		{"many audiences", map[string]any{"aud": []string{"shelf", "other"}}, nil, 403, refused},
		{"expired", map[string]any{"exp": 1}, nil, 403, refused},
		{"a name that is taken", map[string]any{"preferred_username": "alice"}, nil, 403, nobody},
	} {
		b := &browser{s, map[string]*http.Cookie{}}
		back := issuer.Authorize(t, b.begin(t, "/notes/"), "carol", tt.claims)
		if tt.about == "a name that is taken" {
			back = issuer.Authorize(t, b.begin(t, "/notes/"), "impostor", tt.claims)
		}
		if tt.change != nil {
			back = tt.change(b, back)
		}
		w := b.get(back)
		if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.want) || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") || b.cookies["sessionid"] != nil || b.cookies["sessionid-login"] != nil {
			t.Errorf("%s: got %d %s %v, want %d %s", tt.about, w.Code, w.Body, b.cookies, tt.status, tt.want)
		}
	}
}

// A login leads nowhere but to this host, and says so when the provider is down.
func TestLoginNext(t *testing.T) {
	issuer := oidctest.New(t)
	s := loginServer(t, issuer, ":memory:")
	for _, next := range []string{"https://evil.example.com/", "//evil.example.com/", `/\evil.example.com`, ""} {
		b := &browser{s, map[string]*http.Cookie{}}
		if w := b.get(issuer.Authorize(t, b.begin(t, next), "carol", nil)); w.Code != 303 || w.Header().Get("Location") != "/" {
			t.Errorf("next %q: got %d to %q", next, w.Code, w.Header().Get("Location"))
		}
	}
	for _, path := range []string{"/api-auth/oidc/login/", "/api-auth/oidc/callback/"} {
		if w := send(s, "POST", path); w.Code != 405 || w.Header().Get("Allow") != "GET" {
			t.Errorf("POST %s: got %d", path, w.Code)
		}
	}
	down := oidctest.New(t)
	down.SetDown(true)
	b := &browser{loginServer(t, down, ":memory:"), map[string]*http.Cookie{}}
	if w := b.get("/api-auth/oidc/login/"); w.Code != 503 || !strings.Contains(w.Body.String(), "The identity provider cannot be reached.") {
		t.Errorf("a provider that is down: got %d %s", w.Code, w.Body)
	}
}

// A login at the provider needs sessions.
func TestLoginWithoutSessions(t *testing.T) {
	_, err := auth.New([]auth.Scheme{oidc.Scheme{Issuer: "https://id.example.com", ClientID: "shelf"}}, auth.Services{Identities: everybody{}})
	if err == nil || !strings.Contains(err.Error(), "list session.Scheme{} too") {
		t.Errorf("got %v", err)
	}
}

func pages(t testing.TB) func(*auth.Authenticator) pageapi.Pages {
	return func(a *auth.Authenticator) pageapi.Pages {
		p, err := browse.New(a, rest.Theme{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

// FuzzLogin tries what a browser may bring back: nothing of it logs anybody in.
func FuzzLogin(f *testing.F) {
	for _, seed := range [][2]string{{"", ""}, {"state=a&code=b", "e30"}, {"state=a&state=b", "eyJzIjoiYSIsIm4iOiJiIiwidiI6ImMiLCJ1Ijo5OTk5OTk5OTk5fQ"}, {"state=%ff&code=%00", "!"}} {
		f.Add(seed[0], seed[1])
	}
	a, err := auth.New([]auth.Scheme{oidc.Scheme{Issuer: "http://127.0.0.1:1", ClientID: "shelf"}, session.Scheme{}}, auth.Services{Identities: everybody{}})
	if err != nil {
		f.Fatal(err)
	}
	d := a.Redirects()[0]
	f.Fuzz(func(t *testing.T, query, cookie string) {
		r := &http.Request{Method: "GET", URL: &url.URL{Path: "/", RawQuery: query}, Header: http.Header{"Cookie": {"sessionid-login=" + cookie}}}
		w := httptest.NewRecorder()
		if next, err := a.FinishLogin(&d, w, r, "http://127.0.0.1/"); err == nil || next != "" {
			t.Errorf("%q with %q: got %q, %v", query, cookie, next, err)
		}
	})
}
