// Tests of logins and their sessions.

package passwords_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/standard"
	"example.com/resourceful/framework/problem"
)

// accounts is a table of users in memory.
type accounts struct {
	mu       sync.Mutex
	users    map[int64]auth.User
	finds    int // of UserByName
	writes   int
	renewing func() // called by RenewPassword; nil for nothing
	err      error
}

func (a *accounts) UserByName(_ context.Context, name string) (auth.User, bool, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.finds++
	for _, u := range a.users {
		if strings.EqualFold(u.Username, name) { // as a database with such a collation would
			return u, true, a.err
		}
	}
	return auth.User{}, false, a.err
}

func (a *accounts) UserByID(_ context.Context, id int64) (auth.User, bool, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	u, ok := a.users[id]
	return u, ok, a.err
}

func (a *accounts) RenewPassword(_ context.Context, id int64, old, renewed string) (done bool, err error) {
	if a.renewing != nil {
		a.renewing()
	}
	a.change(id, func(u *auth.User) {
		if done = u.Password == old; done {
			u.Password = renewed
			a.writes++
		}
	})
	return done, a.err
}

func (a *accounts) change(id int64, f func(*auth.User)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	u := a.users[id]
	f(&u)
	a.users[id] = u
}

// sessions is a table of sessions in memory.
type sessions struct {
	mu   sync.Mutex
	rows map[string]sessionRow
	err  error
	slow time.Duration // that a write takes
}

type sessionRow struct {
	data    []byte
	expires time.Time
}

func (s *sessions) Find(_ context.Context, token string) ([]byte, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	row, ok := s.rows[token]
	return row.data, ok && time.Now().Before(row.expires), s.err
}

func (s *sessions) Save(_ context.Context, token string, row auth.Session) error {
	time.Sleep(s.slow)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rows[token] = sessionRow{row.Data, row.Expires}
	return s.err
}

func (s *sessions) Delete(_ context.Context, token string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.rows, token)
	return s.err
}

// world is an Authenticator by the usual schemes, with its two tables.
type world struct {
	*standard.Authentication
	accounts *accounts
	sessions *sessions
}

// Identify is Authenticate where it does not matter how.
func (w *world) Identify(ctx context.Context, r *http.Request) (*auth.User, error) {
	return user(w.Authenticate(ctx, httptest.NewRecorder(), r))
}

func (w *world) Login(rec http.ResponseWriter, r *http.Request, name, password string) (*auth.User, error) {
	return user(w.Authentication.Login(rec, r, name, password))
}

// user is who asks, nil for nobody. No hash of a password leaves a scheme.
func user(c *auth.Credentials, err error) (*auth.User, error) {
	if c == nil {
		return nil, err
	}
	if c.User.Password != "" {
		err = errors.Join(err, errors.New("the hash of the password was handed on"))
	}
	return &c.User, err
}

const (
	alice = 1
	ivan  = 2 // inactive
	ghost = 3 // without a password
)

func newWorld(t testing.TB, opts auth.Options) *world {
	t.Helper()
	return newWorldOf(t, newAccounts(), opts)
}

func newWorldOf(t testing.TB, users *accounts, opts auth.Options, schemes ...auth.Scheme) *world {
	t.Helper()
	w := &world{accounts: users, sessions: &sessions{rows: map[string]sessionRow{}}}
	var err error
	w.Authentication, err = standard.New(schemes, standard.Stores{Accounts: w.accounts, Sessions: w.sessions}, opts)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func newAccounts() *accounts {
	return &accounts{users: map[int64]auth.User{
		alice: {ID: alice, Username: "alice", Active: true, Password: argonHash("alicepass123", "12345678", 8, 1, 1, 32)},
		ivan:  {ID: ivan, Username: "ivan", Password: argonHash("ivanpass123", "12345678", 8, 1, 1, 32)},
		ghost: {ID: ghost, Username: "ghost", Active: true},
	}}
}

// login logs alice in and returns the cookie of the answer.
func (w *world) login(t testing.TB) *http.Cookie {
	t.Helper()
	rec := httptest.NewRecorder()
	u, err := w.Login(rec, httptest.NewRequest("POST", "/", nil), "alice", "alicepass123")
	if err != nil || u == nil {
		t.Fatalf("Login = %v, %v, want alice", u, err)
	}
	return onlyCookie(t, rec)
}

func onlyCookie(t testing.TB, rec *httptest.ResponseRecorder) *http.Cookie {
	t.Helper()
	cookies := rec.Result().Cookies()
	if len(cookies) != 1 {
		t.Fatalf("Set-Cookie: %q, want one cookie", rec.Header()["Set-Cookie"])
	}
	return cookies[0]
}

// request builds a request from "METHOD" and "Name: value" lines.
func request(method string, headers ...string) *http.Request {
	r := httptest.NewRequest(method, "http://here:8000/snippets/", nil)
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Add(name, value)
	}
	return r
}

func basic(credentials string) string {
	return "Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte(credentials))
}

// outcome is the name of the user, "" for an anonymous request, or the detail of the refusal.
func outcome(t testing.TB, u *auth.User, err error) string {
	t.Helper()
	switch p := problem.As(err); {
	case p != nil:
		if p.Code != problem.Forbidden || u != nil {
			t.Errorf("got user %v and problem with code %v, want only Forbidden", u, p.Code)
		}
		return p.Detail
	case err != nil:
		t.Errorf("got an error that is ours: %v", err)
		return ""
	case u == nil:
		return ""
	default:
		return u.Username
	}
}

func TestIdentifyBasic(t *testing.T) {
	const wrong = "Invalid username/password."
	w := newWorld(t, auth.Options{})
	tests := []struct {
		header, want string
	}{
		{"X: y", ""},
		{basic("alice:alicepass123"), "alice"},
		{basic("alice:wrong"), wrong},
		{basic("alice:"), wrong},
		{basic("alice"), wrong},
		{basic("alice:alicepass123:x"), wrong},
		{basic("alice:alicepass123 "), wrong},
		{basic(" alice:alicepass123"), wrong},
		{basic("Alice:alicepass123"), wrong},
		{basic("alice:Alicepass123"), wrong},
		{basic("nobody:alicepass123"), wrong},
		{basic(":alicepass123"), wrong},
		{basic("ivan:ivanpass123"), wrong},
		{basic("ghost:"), wrong},
		{basic("ghost:x"), wrong},
		{basic("alice\x00:alicepass123"), wrong},
		{basic("ali\xe9:x"), wrong},
		{basic(strings.Repeat("a", 151) + ":x"), wrong},
		{basic("alice:" + strings.Repeat("x", 5000)), wrong},
		{"Authorization: Basic", "Invalid basic header. No credentials provided."},
		{"Authorization: Bearer abc.def.ghi", ""},
		{"Authorization: ", ""},
	}
	for _, tt := range tests {
		for range 2 { // the second may come from the cache
			u, err := w.Identify(t.Context(), request("POST", tt.header, "Sec-Fetch-Site: cross-site"))
			if got := outcome(t, u, err); got != tt.want {
				t.Errorf("Identify with %q = %q, want %q", tt.header, got, tt.want)
			}
		}
	}
	if len(w.sessions.rows) != 0 {
		t.Errorf("Basic started %d sessions, want none", len(w.sessions.rows))
	}
}

func TestIdentifyTwoAuthorizations(t *testing.T) {
	w := newWorld(t, auth.Options{})
	u, err := w.Identify(t.Context(), request("GET", basic("alice:alicepass123"), basic("alice:alicepass123")))
	const want = "Invalid basic header. Credentials string should not contain spaces."
	if got := outcome(t, u, err); got != want {
		t.Errorf("Identify with two credentials = %q, want %q", got, want)
	}
}

func TestBasicSeesChangesAtOnce(t *testing.T) {
	changes := map[string]func(*auth.User){
		"password": func(u *auth.User) { u.Password = argonHash("new", "87654321", 8, 1, 1, 32) },
		"same password": func(u *auth.User) {
			u.Password = argonHash("alicepass123", "87654321", 8, 1, 1, 32)
		},
		"no password": func(u *auth.User) { u.Password = "" },
		"deactivated": func(u *auth.User) { u.Active = false },
		"renamed":     func(u *auth.User) { u.Username = "carol" },
	}
	for name, change := range changes {
		w := newWorld(t, auth.Options{})
		identify := func() string {
			u, err := w.Identify(t.Context(), request("GET", basic("alice:alicepass123")))
			return outcome(t, u, err)
		}
		if got := identify(); got != "alice" {
			t.Fatalf("Identify = %q, want alice", got)
		}
		w.accounts.change(alice, change)
		want := "Invalid username/password."
		if name == "same password" {
			want = "alice"
		}
		if got := identify(); got != want {
			t.Errorf("%s: Identify = %q, want %q", name, got, want)
		}
	}
}

func TestBasicManyAtOnce(t *testing.T) {
	w := newWorld(t, auth.Options{})
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			credentials, want := "alice:alicepass123", "alice"
			if i%5 == 0 {
				credentials, want = "alice:no", "Invalid username/password."
			}
			u, err := w.Identify(t.Context(), request("GET", basic(credentials)))
			if got := outcome(t, u, err); got != want {
				t.Errorf("Identify = %q, want %q", got, want)
			}
		})
	}
	wg.Wait()
}

func TestLoginCookie(t *testing.T) {
	w := newWorld(t, auth.Options{})
	c := w.login(t)
	if c.Name != "sessionid" || c.Path != "/" || !c.HttpOnly || c.Secure || c.SameSite != http.SameSiteLaxMode || c.Domain != "" {
		t.Errorf("Set-Cookie: %v, want sessionid; Path=/; HttpOnly; SameSite=Lax", c)
	}
	if c.MaxAge != 14*24*3600 || time.Until(c.Expires).Round(time.Minute) != 14*24*time.Hour {
		t.Errorf("Set-Cookie: %v, want 14 days", c)
	}
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`).MatchString(c.Value) {
		t.Errorf("session token %q, want 32 random bytes in base64url", c.Value)
	}
	for token := range w.sessions.rows {
		if strings.Contains(token, c.Value) {
			t.Error("the store knows the token; want its hash only")
		}
	}
	if c2 := w.login(t); c2.Value == c.Value {
		t.Error("two logins got the same token")
	}

	w = newWorldOf(t, newAccounts(), auth.Options{CookieName: "sid", Secure: true}, session.Scheme{Lifetime: time.Hour})
	if c := w.login(t); c.Name != "__Host-sid" || !c.Secure || c.MaxAge != 3600 {
		t.Errorf("Set-Cookie: %v, want the options' name, lifetime and Secure", c)
	}
}

// What a cookie says of its life does not depend on how long the database took.
func TestLoginCookieOfSlowStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, auth.Options{})
		w.sessions.slow = 5 * time.Second
		if c := w.login(t); c.MaxAge != 14*24*3600 {
			t.Errorf("Set-Cookie: %v, want 14 days", c)
		}
	})
}

// Whatever the settings, a cookie that answers a request over TLS never goes without.
func TestCookiesOverTLS(t *testing.T) {
	w := newWorld(t, auth.Options{})
	r := request("POST")
	r.TLS = &tls.ConnectionState{}
	if plain := w.login(t); plain.Name != "sessionid" {
		t.Errorf("over plain HTTP the cookie is %v, want sessionid", plain)
	} else {
		// Another host, or a page over plain HTTP, may have planted it.
		r.AddCookie(plain)
		if u, err := w.Identify(t.Context(), r); outcome(t, u, err) != "" {
			t.Errorf("the cookie of plain HTTP is %v's over TLS, %v, want nobody's", u, err)
		}
	}
	rec := httptest.NewRecorder()
	if _, err := w.Login(rec, r, "alice", "alicepass123"); err != nil {
		t.Fatal(err)
	}
	cookies := []*http.Cookie{onlyCookie(t, rec)}
	if c := cookies[0]; c.Name != "__Host-sessionid" || c.Path != "/" || c.Domain != "" {
		t.Errorf("Set-Cookie: %v, want __Host-sessionid; Path=/", c)
	}
	r.AddCookie(cookies[0])
	rec = httptest.NewRecorder()
	w.LeaveFlash(rec, r, "/", "text")
	r.AddCookie(&http.Cookie{Name: "sessionid-notice", Value: "x"})
	w.TakeFlash(rec, r, "/")
	if err := w.Logout(rec, r); err != nil {
		t.Fatal(err)
	}
	if cookies = append(cookies, rec.Result().Cookies()...); len(cookies) != 4 {
		t.Errorf("got %d cookies, want 4", len(cookies))
	}
	for _, c := range cookies {
		if !c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode {
			t.Errorf("Set-Cookie: %v, want Secure, HttpOnly and SameSite=Lax", c)
		}
	}
}

func TestLoginRefuses(t *testing.T) {
	w := newWorld(t, auth.Options{})
	old := w.login(t)
	tests := []struct{ username, password string }{
		{"alice", "wrong"},
		{"Alice", "alicepass123"},
		{"alice ", "alicepass123"},
		{"nobody", "x"},
		{"ivan", "ivanpass123"},
		{"ghost", ""},
		{"", ""},
		{"alice\x00", "alicepass123"},
		{"\xff", "x"},
		{"alice", strings.Repeat("x", 1<<20)},
	}
	for _, tt := range tests {
		rec := httptest.NewRecorder()
		u, err := w.Login(rec, request("POST", "Cookie: sessionid="+old.Value), tt.username, tt.password)
		if u != nil || err != nil {
			t.Errorf("Login(%q, %.20q) = %v, %v, want nil, nil", tt.username, tt.password, u, err)
		}
		if len(rec.Header()) != 0 {
			t.Errorf("Login(%q, %.20q) set %v, want no header", tt.username, tt.password, rec.Header())
		}
	}
	if len(w.sessions.rows) != 1 {
		t.Errorf("%d sessions, want the old one alone", len(w.sessions.rows))
	}
}

func TestLoginNeverTakesTheClientsToken(t *testing.T) {
	w := newWorld(t, auth.Options{})
	old := w.login(t)
	for _, sent := range []string{
		old.Value, "fixedfixedfixedfixedfixedfixed12", strings.Repeat("A", 43), "", `"x"`, "../../x",
	} {
		rec := httptest.NewRecorder()
		r := request("POST", "Cookie: sessionid="+sent)
		if u, err := w.Login(rec, r, "alice", "alicepass123"); u == nil || err != nil {
			t.Fatalf("Login = %v, %v, want alice", u, err)
		}
		if c := onlyCookie(t, rec); c.Value == sent {
			t.Errorf("Login kept the client's token %q", sent)
		}
	}
	if u, err := user(w.LoggedIn(t.Context(), request("GET", "Cookie: sessionid="+old.Value))); u != nil || err != nil {
		t.Errorf("the session before a login on the same cookie is %v, %v, want none", u, err)
	}
}

func TestLoginRenewsOutdatedHash(t *testing.T) {
	w := newWorld(t, auth.Options{})
	w.accounts.change(alice, func(u *auth.User) { u.Password = djangoHash(t, "alicepass123", "salt", 1000) })
	c := w.login(t)
	hash := w.accounts.users[alice].Password
	if w.Passwords.Outdated(hash) {
		t.Errorf("after a login the stored hash is %q, want a fresh one", hash)
	}
	if u, err := w.Identify(t.Context(), request("GET", "Cookie: sessionid="+c.Value)); outcome(t, u, err) != "alice" {
		t.Errorf("the session of that login is %v, %v, want alice", u, err)
	}
	w.login(t)
	if w.accounts.writes != 1 {
		t.Errorf("two logins wrote %d hashes, want 1", w.accounts.writes)
	}
}

// A login whose hash is out of date may meet another one, or a change of the password: the stored hash then
// stays, and decides.
func TestLoginWhilePasswordChanges(t *testing.T) {
	for password, want := range map[string]string{"alicepass123": "alice", "another": ""} {
		w := newWorld(t, auth.Options{})
		meanwhile := argonHash(password, "87654321", 19<<10, 2, 1, 32)
		w.accounts.change(alice, func(u *auth.User) { u.Password = djangoHash(t, "alicepass123", "salt", 1000) })
		w.accounts.renewing = func() {
			w.accounts.change(alice, func(u *auth.User) { u.Password = meanwhile })
		}
		rec := httptest.NewRecorder()
		u, err := w.Login(rec, request("POST"), "alice", "alicepass123")
		if got := outcome(t, u, err); got != want {
			t.Errorf("%s: Login = %q, want %q", password, got, want)
		}
		if got := w.accounts.users[alice].Password; got != meanwhile {
			t.Errorf("%s: the stored hash is %q, want %q", password, got, meanwhile)
		}
		if want == "" {
			continue
		}
		u, err = w.Identify(t.Context(), request("GET", "Cookie: sessionid="+onlyCookie(t, rec).Value))
		if got := outcome(t, u, err); got != want {
			t.Errorf("%s: the session is of %q, want %q", password, got, want)
		}
	}
}

func TestSessionEnds(t *testing.T) {
	ends := map[string]func(*world, *http.Cookie){
		"logout": func(w *world, c *http.Cookie) {
			w.Logout(httptest.NewRecorder(), request("POST", "Cookie: sessionid="+c.Value))
		},
		"removed":      func(w *world, _ *http.Cookie) { delete(w.accounts.users, alice) },
		"deactivated":  func(w *world, _ *http.Cookie) { w.accounts.change(alice, func(u *auth.User) { u.Active = false }) },
		"new password": func(w *world, _ *http.Cookie) { w.accounts.change(alice, func(u *auth.User) { u.Password = "x" }) },
		"generation":   func(w *world, _ *http.Cookie) { w.accounts.change(alice, func(u *auth.User) { u.Generation++ }) },
		"expired": func(w *world, _ *http.Cookie) {
			for token, row := range w.sessions.rows {
				row.expires = time.Now().Add(-time.Second)
				w.sessions.rows[token] = row
			}
		},
		"unreadable data": func(w *world, _ *http.Cookie) {
			for token, row := range w.sessions.rows {
				row.data = []byte("\x00gob")
				w.sessions.rows[token] = row
			}
		},
	}
	for name, end := range ends {
		w := newWorld(t, auth.Options{})
		c := w.login(t)
		r := request("DELETE", "Cookie: sessionid="+c.Value)
		if u, err := w.Identify(t.Context(), r); outcome(t, u, err) != "alice" {
			t.Errorf("%s: before it Identify = %v, %v, want alice", name, u, err)
		}
		end(w, c)
		// A dead session is no session: the cross-origin rule does not apply either.
		r = request("DELETE", "Cookie: sessionid="+c.Value, "Sec-Fetch-Site: cross-site")
		if u, err := w.Identify(t.Context(), r); outcome(t, u, err) != "" {
			t.Errorf("%s: Identify = %v, %v, want an anonymous request", name, u, err)
		}
	}
}

// A session that was seen dead stays dead, even if the account becomes again what it was. One of an
// older release has no generation, and goes on.
func TestSessionEndsForGood(t *testing.T) {
	for name, change := range map[string]func(*auth.User){
		"deactivated":  func(u *auth.User) { u.Active = false },
		"renamed":      func(u *auth.User) { u.Username = "alicia" },
		"new password": func(u *auth.User) { u.Password = "x" },
	} {
		w := newWorld(t, auth.Options{})
		c, before := w.login(t), w.accounts.users[alice]
		r := request("GET", "Cookie: sessionid="+c.Value)
		for token, row := range w.sessions.rows {
			row.data = bytes.Replace(row.data, []byte(`"generation":0,`), nil, 1)
			w.sessions.rows[token] = row
		}
		if u, err := w.Identify(t.Context(), r); outcome(t, u, err) != "alice" {
			t.Errorf("%s: before it Identify = %v, %v, want alice", name, u, err)
		}
		w.accounts.change(alice, change)
		for range 2 {
			if u, err := w.Identify(t.Context(), r); outcome(t, u, err) != "" {
				t.Errorf("%s: Identify = %v, %v, want an anonymous request", name, u, err)
			}
			w.accounts.change(alice, func(u *auth.User) { *u = before })
		}
	}
}

func TestLogout(t *testing.T) {
	w := newWorld(t, auth.Options{})
	mine, other := w.login(t), w.login(t)
	rec := httptest.NewRecorder()
	if err := w.Logout(rec, request("POST", "Cookie: sessionid="+mine.Value)); err != nil {
		t.Fatal(err)
	}
	if c := onlyCookie(t, rec); c.Name != "sessionid" || c.Value != "" || c.MaxAge >= 0 || c.Path != "/" {
		t.Errorf("Set-Cookie: %v, want sessionid cleared", c)
	}
	if u, err := user(w.LoggedIn(t.Context(), request("GET", "Cookie: sessionid="+other.Value))); u == nil || err != nil {
		t.Errorf("the session on another device is %v, %v, want alice", u, err)
	}

	rec = httptest.NewRecorder()
	if err := w.Logout(rec, request("POST")); err != nil || len(rec.Header()) != 0 {
		t.Errorf("Logout without a cookie = %v with %v, want nothing", err, rec.Header())
	}
	rec = httptest.NewRecorder()
	if err := w.Logout(rec, request("POST", "Cookie: sessionid=garbage")); err != nil {
		t.Errorf("Logout with garbage = %v, want none", err)
	}
	if c := onlyCookie(t, rec); c.MaxAge >= 0 {
		t.Errorf("Set-Cookie: %v, want sessionid cleared", c)
	}
}

func TestGarbageCookies(t *testing.T) {
	w := newWorld(t, auth.Options{})
	for _, value := range []string{
		"", "x", "fixedfixedfixedfixedfixedfixed12", strings.Repeat("A", 43), strings.Repeat("A", 100_000),
		strings.Repeat("é", 43), "\x00", `"quoted"`, "a b", "%00",
	} {
		r := request("POST", "Cookie: sessionid="+value, "Sec-Fetch-Site: cross-site")
		if u, err := w.Identify(t.Context(), r); u != nil || err != nil {
			t.Errorf("Identify with cookie %.50q = %v, %v, want nil, nil", value, u, err)
		}
	}
}

func TestCrossOrigin(t *testing.T) {
	tests := []struct {
		method  string
		headers []string
		refused bool
	}{
		{"POST", nil, false},
		{"POST", []string{"Sec-Fetch-Site: same-origin"}, false},
		{"POST", []string{"Sec-Fetch-Site: none"}, false},
		{"POST", []string{"Sec-Fetch-Site: same-origin", "Origin: http://evil.example"}, false},
		{"POST", []string{"Origin: http://here:8000"}, false},
		{"POST", []string{"X-CSRFToken: wrong"}, false},
		{"POST", []string{"Sec-Fetch-Site: cross-site"}, true},
		{"POST", []string{"Sec-Fetch-Site: same-site"}, true},
		{"POST", []string{"Sec-Fetch-Site: cross-site", "Origin: http://here:8000"}, true},
		{"POST", []string{"Sec-Fetch-Site: cross-site", basic("alice:alicepass123")}, true},
		{"POST", []string{"Origin: http://evil.example"}, true},
		{"POST", []string{"Origin: http://here"}, true},
		{"POST", []string{"Origin: http://here:8001"}, true},
		{"POST", []string{"Origin: null"}, true},
		{"PUT", []string{"Origin: null"}, true},
		{"PATCH", []string{"Origin: null"}, true},
		{"DELETE", []string{"Sec-Fetch-Site: cross-site"}, true},
		{"BREW", []string{"Sec-Fetch-Site: cross-site"}, true},
		{"GET", []string{"Sec-Fetch-Site: cross-site", "Origin: http://evil.example"}, false},
		{"HEAD", []string{"Sec-Fetch-Site: cross-site"}, false},
		{"OPTIONS", []string{"Sec-Fetch-Site: cross-site"}, false},
	}
	w := newWorld(t, auth.Options{})
	c := w.login(t)
	for _, tt := range tests {
		r := request(tt.method, append(tt.headers, "Cookie: sessionid="+c.Value)...)
		u, err := w.Identify(t.Context(), r)
		got := outcome(t, u, err)
		if refused := strings.HasPrefix(got, "CSRF Failed: "); refused != tt.refused || !refused && got != "alice" {
			t.Errorf("Identify of %s with %q = %q, want refused %v", tt.method, tt.headers, got, tt.refused)
		}
		// Pages show who is logged in, whatever page led to them.
		if u, err := user(w.LoggedIn(t.Context(), r)); u == nil || err != nil {
			t.Errorf("LoggedIn for %s with %q = %v, %v, want alice", tt.method, tt.headers, u, err)
		}
	}
}

func TestCrossOriginLoginAndLogout(t *testing.T) {
	w := newWorld(t, auth.Options{})
	c := w.login(t)
	for _, header := range []string{"Sec-Fetch-Site: cross-site", "Origin: null"} {
		for _, cookie := range []string{"X: y", "Cookie: sessionid=" + c.Value} {
			rec := httptest.NewRecorder()
			r := request("POST", header, cookie)
			u, err := w.Login(rec, r, "alice", "alicepass123")
			if got := outcome(t, u, err); !strings.HasPrefix(got, "CSRF Failed: ") {
				t.Errorf("Login with %q = %q, want a refusal", header, got)
			}
			if got := outcome(t, nil, w.Logout(rec, r)); !strings.HasPrefix(got, "CSRF Failed: ") {
				t.Errorf("Logout with %q = %q, want a refusal", header, got)
			}
			if got := outcome(t, nil, auth.CheckOrigin(r, nil)); !strings.HasPrefix(got, "CSRF Failed: ") {
				t.Errorf("CheckOrigin with %q = %q, want a refusal", header, got)
			}
			if len(rec.Header()) != 0 {
				t.Errorf("a refusal set %v, want no header", rec.Header())
			}
		}
	}
	if got := slices.Collect(maps.Keys(w.sessions.rows)); len(got) != 1 {
		t.Errorf("sessions after refusals: %q, want the old one alone", got)
	}
}

func TestStoreErrorsAreOurs(t *testing.T) {
	down := errors.New("database is down")
	w := newWorld(t, auth.Options{})
	c := w.login(t)
	check := func(what string, err error) {
		t.Helper()
		if !errors.Is(err, down) || problem.As(err) != nil {
			t.Errorf("%s = %v, want %v", what, err, down)
		}
	}
	w.accounts.err = down
	_, err := w.Identify(t.Context(), request("GET", basic("alice:alicepass123")))
	check("Identify by Basic", err)
	_, err = w.Identify(t.Context(), request("GET", "Cookie: sessionid="+c.Value))
	check("Identify by session", err)
	_, err = w.Login(httptest.NewRecorder(), request("POST"), "alice", "alicepass123")
	check("Login", err)

	w.accounts.err, w.sessions.err = nil, down
	_, err = w.Identify(t.Context(), request("GET", "Cookie: sessionid="+c.Value))
	check("Identify", err)
	_, err = w.Login(httptest.NewRecorder(), request("POST"), "alice", "alicepass123")
	check("Login", err)
	err = w.Logout(httptest.NewRecorder(), request("POST", "Cookie: sessionid="+c.Value))
	check("Logout", err)
}

func BenchmarkIdentify(b *testing.B) {
	w := newWorld(b, auth.Options{})
	for name, r := range map[string]*http.Request{
		"anonymous": request("GET"),
		"basic":     request("GET", basic("alice:alicepass123")),
		"session":   request("GET", "Cookie: sessionid="+w.login(b).Value),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				w.Identify(r.Context(), r)
			}
		})
	}
}
