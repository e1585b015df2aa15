// Tests of second factors: their set-up, the login, and what refuses accounts that have one.

package manage_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/session"
	factor "example.com/resourceful/framework/auth/totp"
	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/serve/pageapi"
)

// app is the authenticator app of an account.
type app struct {
	*service
	secret string
}

// code is the code at the present time of the service, or some time before or after.
func (a *app) code(t *testing.T, after time.Duration) string {
	t.Helper()
	code, err := totp.GenerateCode(a.secret, a.now.Add(after))
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// vault is a resource for people with a second factor.
func vault() rest.Resource {
	return rest.Endpoint("/vault/", func(*rest.Call, rest.None) (struct {
		Open bool `rest:"open"`
	}, error,
	) {
		return struct {
			Open bool `rest:"open"`
		}{true}, nil
	}, rest.GET, rest.Allow(permission.SecondFactor))
}

// form posts a form to the login.
func (s *service) form(cookie string, values ...string) *httptest.ResponseRecorder {
	v := url.Values{}
	for i := 0; i < len(values); i += 2 {
		v.Set(values[i], values[i+1])
	}
	return s.send("", "POST", "/api-auth/login/", v.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html", "Cookie", cookie,
		"Origin", "https://shelf.example.com", "Sec-Fetch-Site", "same-origin")
}

// cookie is the session cookie that a response sets, "" for none.
func cookie(w *httptest.ResponseRecorder) string {
	for _, c := range w.Result().Cookies() {
		if c.Name == "__Host-sessionid" || c.Name == "sessionid" {
			return c.Name + "=" + c.Value
		}
	}
	return ""
}

// enrol sets a second factor of alice up by a session, and returns her app, her new session and the recovery codes.
func enrol(t *testing.T, s *service, session string) (*app, string, []string) {
	t.Helper()
	w := s.call("", "/second-factor/", `{"password":"alice-password"}`, "Cookie", session)
	var begun struct{ Secret, Address, Picture, Confirm string }
	if err := json.Unmarshal(w.Body.Bytes(), &begun); err != nil || w.Code != 200 {
		t.Fatalf("begin: got %d %s", w.Code, w.Body)
	}
	if !strings.HasPrefix(begun.Address, "otpauth://totp/Shelf:alice?") || !strings.Contains(begun.Address, "secret="+begun.Secret) ||
		!strings.HasPrefix(begun.Picture, "data:image/png;base64,") || begun.Confirm != "https://shelf.example.com/second-factor/confirm/" {
		t.Fatalf("got %+v", begun)
	}
	a := &app{s, begun.Secret}
	check(t, s.call("", "/second-factor/confirm/", `{"code":"`+a.code(t, time.Hour)+`"}`, "Cookie", session), 400, `{"code":["This code is wrong, or was used already."]}`)
	w = s.call("", "/second-factor/confirm/", `{"code":"`+a.code(t, 0)+`"}`, "Cookie", session)
	var made struct {
		Codes []string `json:"recovery_codes"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &made); err != nil || w.Code != 200 || len(made.Codes) != 10 || cookie(w) == "" {
		t.Fatalf("confirm: got %d %s, cookie %q", w.Code, w.Body, cookie(w))
	}
	return a, cookie(w), made.Codes
}

// An account with a second factor has no credentials that were obtained without it, and a code is right once.
func TestSecondFactor(t *testing.T) {
	more := []rest.Resource{rest.SecondFactor("/second-factor/", factor.Factor{Issuer: "Shelf"}), vault(), rest.Audit{Path: "/audit/"}, rest.Tokens("/tokens/"), rest.Sessions("/sessions/"), rest.ObtainAuthToken("/api-token-auth/")}
	databases(t, func(t *testing.T, s *service) {
		const basic = "alice:alice-password"
		first, other := s.logIn(t, "alice", "alice-password"), s.logIn(t, "alice", "alice-password")
		var made struct{ Token string }
		w := s.call(basic, "/tokens/", `{"name":"laptop"}`)
		if err := json.Unmarshal(w.Body.Bytes(), &made); err != nil || made.Token == "" {
			t.Fatalf("token: got %d %s", w.Code, w.Body)
		}
		bearer := []string{"Authorization", "Bearer " + made.Token}
		check(t, s.get("/vault/", "Cookie", first), 403, `{"detail":"You need a second factor for this."}`)
		check(t, s.call("", "/second-factor/", `{"password":"alice-password"}`, bearer...), 403, "")
		check(t, s.call("", "/second-factor/", `{"password":"wrong"}`, "Cookie", first), 400, `{"password":["Your password was entered incorrectly. Please enter it again."]}`)
		check(t, s.call("", "/second-factor/confirm/", `{"code":"123456"}`, "Cookie", first), 400, `{"code":["This code is wrong, or was used already."]}`)
		e := &entries{service: s}
		e.read(t)
		alice, session, recovery := enrol(t, s, first)
		if got := e.read(t); !slices.Contains(got, "alice session confirm create SecondFactor 2") {
			t.Errorf("the audit has %q", got)
		}
		check(t, s.get("/vault/", "Cookie", session), 200, `{"open":true}`)
		check(t, s.call("", "/second-factor/", `{"password":"alice-password"}`, "Cookie", session), 409, `{"detail":"You have a second factor already. Remove it first."}`)
		for name, headers := range map[string][]string{"first": {"Cookie", first}, "other": {"Cookie", other}, "token": bearer} {
			if w := s.get("/notes/", headers...); w.Code != 401 {
				t.Errorf("the %s session from before: got %d", name, w.Code)
			}
		}

		if w := s.get("/sessions/", "Cookie", session); strings.Count(w.Body.String(), `"id"`) != 1 {
			t.Errorf("the sessions: got %s", w.Body)
		}
		const noCode = `{"detail":"This account has a second factor. Log in on the pages, and make a token there."}`
		check(t, s.send(basic, "GET", "/notes/", ""), 403, noCode)
		check(t, s.call("", "/api-token-auth/", `{"username":"alice","password":"alice-password"}`), 403, noCode)
		check(t, s.send("alice:wrong", "GET", "/notes/", ""), 401, "") // says nothing about the factor
		check(t, s.send("admin:admin-password", "GET", "/notes/", ""), 200, "")

		s.now = s.now.Add(time.Minute)
		begin := func() string {
			t.Helper()
			w := s.form("", "username", "alice", "password", "alice-password", "next", "/notes/")
			if w.Code != 303 || w.Header().Get("Location") != "/api-auth/login/?step=code&next=%2Fnotes%2F" {
				t.Fatalf("got %d %s %s", w.Code, w.Header(), w.Body)
			}
			return cookie(w)
		}
		waits := begin()
		if w := s.get("/sessions/", "Cookie", session); strings.Count(w.Body.String(), `"id"`) != 1 {
			t.Errorf("with one that waits for its code, the sessions are %s", w.Body)
		}
		if w := s.get("/notes/", "Cookie", waits); w.Code != 401 {
			t.Errorf("a session without its code: got %d", w.Code)
		}
		if w := s.get("/api-auth/login/?step=code", "Cookie", waits, "Accept", "text/html"); !strings.Contains(w.Body.String(), `name="code"`) || strings.Contains(w.Body.String(), `name="password"`) {
			t.Errorf("the page of the code: got %s", w.Body)
		}
		const wrong = "This code is wrong, or was used already."
		shows(t, s.form(waits, "code", alice.code(t, time.Hour)), 200, wrong)
		shows(t, s.form("", "code", alice.code(t, 0)), 200, "The login took too long. Please begin again.")
		shows(t, s.form(first, "code", alice.code(t, 0)), 200, "The login took too long. Please begin again.")
		code := alice.code(t, 0)
		w = s.form(waits, "code", code[:3]+" "+code[3:], "next", "/notes/")
		if w.Code != 303 || w.Header().Get("Location") != "/notes/" {
			t.Fatalf("a right code: got %d %s", w.Code, w.Body)
		}
		in := cookie(w)
		check(t, s.get("/vault/", "Cookie", in), 200, `{"open":true}`)
		if w := s.get("/notes/", "Cookie", waits); w.Code != 401 {
			t.Errorf("the session that has waited: got %d", w.Code)
		}
		if got := e.read(t); !slices.ContainsFunc(got, func(line string) bool { return strings.HasPrefix(line, "alice form login create Session ") }) || slices.ContainsFunc(got, func(line string) bool { return strings.Contains(line, "login delete") }) {
			t.Errorf("the audit has %q", got)
		}

		waits = begin()
		shows(t, s.form(waits, "code", code), 200, wrong)                                                            // used already
		shows(t, s.form(waits, "code", alice.code(t, -time.Minute)), 200, wrong)                                     // before it
		w = s.form(waits, "code", strings.ToUpper(strings.ReplaceAll(recovery[3], "-", " ")))                        // as people type it
		if w.Code != 303 || s.get("/vault/", "Cookie", cookie(w)).Code != 200 || w.Header().Get("Location") != "/" { // without next
			t.Fatalf("a recovery code: got %d %s", w.Code, w.Header())
		}
		waits = begin()
		shows(t, s.form(waits, "code", recovery[3]), 200, wrong)
		for range 4 {
			shows(t, s.form(waits, "code", "000000"), 200, wrong)
		}
		s.now = s.now.Add(29 * time.Second)
		w = s.form(waits, "code", alice.code(t, 0))
		shows(t, w, 429, "Please try again in 1 seconds.")
		s.now = s.now.Add(2 * time.Second)
		if w := s.form(waits, "code", alice.code(t, 0)); w.Code != 303 {
			t.Errorf("after the wait: got %d %s", w.Code, w.Body)
		}

		s.now = s.now.Add(time.Minute)
		w = s.call("", "/tokens/", `{"name":"desktop"}`, "Cookie", in)
		if err := json.Unmarshal(w.Body.Bytes(), &made); err != nil || !strings.HasPrefix(made.Token, "rsf_1") {
			t.Fatalf("token: got %d %s", w.Code, w.Body)
		}
		check(t, s.get("/vault/", "Authorization", "Bearer "+made.Token), 200, "")
		e.read(t)
		admin := s.logIn(t, "admin", "admin-password")
		e.read(t)
		s.form(admin, "username", "alice", "password", "alice-password")
		e.want(t, "a login that waits in the place of another", "alice form login delete Session "+string(rune('a'+len(e.known)-1)))
		check(t, s.get("/notes/", "Cookie", admin), 401, "")
		check(t, s.call("", "/second-factor/recovery-codes/", `{"code":"000000"}`, "Cookie", in), 400, "")
		check(t, s.call("", "/second-factor/recovery-codes/", `{"code":"`+recovery[4]+`"}`, "Cookie", in), 200, "")
		check(t, s.call("", "/second-factor/remove/", `{"code":"`+recovery[5]+`"}`, "Cookie", in), 400, "") // replaced
		check(t, s.call("", "/second-factor/remove/", `{"code":"`+alice.code(t, 0)+`"}`, "Cookie", in), 200, `{"detail":"The second factor is removed."}`)
		check(t, s.get("/vault/", "Cookie", in), 403, "")
		check(t, s.get("/vault/", "Authorization", "Bearer "+made.Token), 403, "")
		check(t, s.send(basic, "GET", "/notes/", ""), 200, "")
	}, more...)
}

// Of equal codes that come at the same time one is right.
func TestSecondFactorOnce(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		alice, _, _ := enrol(t, s, s.logIn(t, "alice", "alice-password"))
		s.now = s.now.Add(time.Minute)
		code, results := alice.code(t, 0), make(chan int)
		const logins = 4
		for range logins {
			waits := cookie(s.form("", "username", "alice", "password", "alice-password"))
			go func() { results <- s.form(waits, "code", code).Code }()
		}
		right := 0
		for range logins {
			if status := <-results; status == 303 {
				right++
			} else if status != 200 {
				t.Errorf("got %d", status)
			}
		}
		if right != 1 {
			t.Errorf("the code was right %d times", right)
		}
	}, rest.SecondFactor("/second-factor/", factor.Factor{Issuer: "Shelf"}))
}

// A secret is confirmed within ten minutes, and guesses of its code have to wait.
func TestSecondFactorGuessed(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		session := s.logIn(t, "alice", "alice-password")
		begin := func() *app {
			t.Helper()
			w := s.call("", "/second-factor/", `{"password":"alice-password"}`, "Cookie", session)
			var begun struct{ Secret string }
			if err := json.Unmarshal(w.Body.Bytes(), &begun); err != nil || w.Code != 200 {
				t.Fatalf("begin: got %d %s", w.Code, w.Body)
			}
			return &app{s, begun.Secret}
		}
		confirm := func(code string) *httptest.ResponseRecorder {
			return s.call("", "/second-factor/confirm/", `{"code":"`+code+`"}`, "Cookie", session)
		}
		alice := begin()
		for range 5 {
			check(t, confirm("000000"), 400, "")
		}
		check(t, confirm(alice.code(t, 0)), 429, "")
		s.now = s.now.Add(10*time.Minute + time.Second)
		check(t, confirm(alice.code(t, 0)), 400, "")
		alice = begin()
		check(t, confirm(alice.code(t, 0)), 200, "")
	}, rest.SecondFactor("/second-factor/", factor.Factor{Issuer: "Shelf"}))
}

// A session of before makes no token that outlives the set-up of the factor.
func TestSecondFactorAgainstTokens(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		stolen := s.logIn(t, "alice", "alice-password")
		made, stop := make(chan string, 10_000), make(chan struct{})
		var makers sync.WaitGroup
		for i := range 4 {
			makers.Go(func() {
				for n := 0; ; n++ {
					select {
					case <-stop:
						return
					default:
					}
					w := s.call("", "/tokens/", fmt.Sprintf(`{"name":"stolen %d %d"}`, i, n), "Cookie", stolen)
					var token struct{ Token string }
					if json.Unmarshal(w.Body.Bytes(), &token) == nil && w.Code == 201 {
						made <- token.Token
					}
				}
			})
		}
		for len(made) == 0 {
			runtime.Gosched()
		}
		_, session, _ := enrol(t, s, s.logIn(t, "alice", "alice-password"))
		close(stop)
		makers.Wait()
		close(made)
		for token := range made {
			if w := s.get("/notes/", "Authorization", "Bearer "+token); w.Code != 401 {
				t.Fatalf("a token of the stolen session: got %d", w.Code)
			}
		}
		check(t, s.get("/vault/", "Cookie", session), 200, "")
	}, rest.SecondFactor("/second-factor/", factor.Factor{Issuer: "Shelf"}), vault(), rest.Tokens("/tokens/"))
}

// seal is a row that administrators read.
type seal struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
}

// Where administrators need a second factor, those without have the rights of other accounts by every way in. A session of a
// process whose set has no second factors is no proof, though its account has one.
func TestAdminsNeedSecondFactor(t *testing.T) {
	set := func(more ...rest.Resource) func() *rest.Set {
		return func() *rest.Set {
			return rest.NewSet("shelf", rest.ViewSet[seal]{Path: "/seals/", Access: permission.Admin}).Include(more...).Schemes(session.Scheme{}, basic.Scheme{})
		}
	}
	pages := func(a *auth.Authenticator) pageapi.Pages {
		p, err := browse.New(a, rest.Theme{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	s := &service{now: server.Clock()}
	address := filepath.Join(t.TempDir(), "shelf.sqlite")
	config := server.Config{
		Set: set(rest.SecondFactor("/second-factor/", factor.Factor{Issuer: "Shelf"})), Pages: pages, Auth: auth.Options{AdminsNeedFactor: true},
		Options:  serve.Options{BaseURL: "https://shelf.example.com", Now: func() time.Time { return s.now }},
		Accounts: []server.Account{{Name: "alice", Password: "alice-password", Admin: true}},
	}
	s.Server = server.New(t, config, address)
	before := s.logIn(t, "alice", "alice-password")
	check(t, s.get("/seals/", "Cookie", before), 403, "")
	check(t, s.send("alice:alice-password", "GET", "/seals/", ""), 403, "")
	within := url.Values{pageapi.UsernameField: {"alice"}, pageapi.PasswordField: {"alice-password"}, "text": {"x"}}
	w := s.send("", "POST", "/seals/", within.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html",
		"Origin", "https://shelf.example.com", "Sec-Fetch-Site", "same-origin")
	if w.Code != 403 {
		t.Errorf("the login within a page: got %d %s", w.Code, w.Body)
	}
	alice, session, _ := enrol(t, s, before)
	check(t, s.get("/seals/", "Cookie", session), 200, "")

	config.Set, config.Auth, config.Accounts = set(), auth.Options{}, []server.Account{{Name: "bob", Password: "bob-password"}}
	older := &service{Server: server.New(t, config, address)}
	check(t, s.get("/seals/", "Cookie", older.logIn(t, "alice", "alice-password")), 403, "")
	s.now = s.now.Add(time.Minute)
	waits := cookie(s.form("", "username", "alice", "password", "alice-password"))
	check(t, older.get("/seals/", "Cookie", waits), 403, "") // it takes the session that waits for none
	in := cookie(s.form(waits, "code", alice.code(t, 0)))
	check(t, s.get("/seals/", "Cookie", in), 200, "")
}

// A password alone ends no session: those that wait for the code count apart.
func TestSecondFactorKeepsSessions(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		_, session, _ := enrol(t, s, s.logIn(t, "alice", "alice-password"))
		for range auth.MaxSessions + 5 {
			if w := s.form("", "username", "alice", "password", "alice-password"); w.Code != 303 {
				t.Fatalf("got %d %s", w.Code, w.Body)
			}
		}
		check(t, s.get("/notes/", "Cookie", session), 200, "")
	}, rest.SecondFactor("/second-factor/", factor.Factor{Issuer: "Shelf"}))
}
