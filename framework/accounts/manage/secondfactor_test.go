// Tests of second factors: their set-up, the login, and what refuses accounts that have one.

package manage_test

import (
	"encoding/json"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	factor "example.com/resourceful/framework/auth/totp"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
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
	more := []rest.Resource{rest.SecondFactor("/second-factor/", factor.Factor{Issuer: "Shelf"}), vault(), rest.Audit{Path: "/audit/"}, rest.Tokens("/tokens/"), rest.ObtainAuthToken("/api-token-auth/")}
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
		check(t, s.call("", "/second-factor/recovery-codes/", `{"code":"000000"}`, "Cookie", in), 400, "")
		check(t, s.call("", "/second-factor/recovery-codes/", `{"code":"`+recovery[4]+`"}`, "Cookie", in), 200, "")
		check(t, s.call("", "/second-factor/remove/", `{"code":"`+recovery[5]+`"}`, "Cookie", in), 400, "") // replaced
		check(t, s.call("", "/second-factor/remove/", `{"code":"`+alice.code(t, 0)+`"}`, "Cookie", in), 200, `{"detail":"The second factor is removed."}`)
		check(t, s.get("/vault/", "Cookie", in), 403, "")
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
