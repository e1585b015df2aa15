// Tests of the endpoints for accounts.

package manage_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/accounts/manage"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/serve/pageapi"
)

// box keeps the sent mails.
type box struct {
	mu   sync.Mutex
	list []mail.Message
}

func (b *box) Send(_ context.Context, m mail.Message) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.list = append(b.list, m)
	return nil
}

// last is the newest message to an address, which has to be there.
func (b *box) last(t *testing.T, to string) mail.Message {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.list) == 0 || b.list[len(b.list)-1].To != to {
		t.Fatalf("the newest mail is not to %s: %+v", to, b.list)
	}
	return b.list[len(b.list)-1]
}

var tokenOf = regexp.MustCompile(`\?token=([A-Z2-7]+)`)

// link is the path of the link of the newest message to an address, and its token.
func (b *box) link(t *testing.T, to string) (path, token string) {
	t.Helper()
	text := b.last(t, to).Text
	found := tokenOf.FindStringSubmatch(text)
	at := strings.Index(text, "https://shelf.example.com/")
	if found == nil || at < 0 {
		t.Fatalf("there is no link in %q", text)
	}
	path, _, _ = strings.Cut(text[at+len("https://shelf.example.com"):], "\n")
	return path, found[1]
}

// badge is a scheme whose credentials browsers send by themselves, and which has no session.
type badge struct{ auth.Services }

func (badge) Name() string      { return "badge" }
func (badge) Challenge() string { return "" }
func (badge) Vary() string      { return "Badge" }
func (badge) Header() string    { return "Badge" }

func (badge) Bind(s auth.Services) (auth.Verifier, error) { return badge{s}, nil }

func (b badge) Authenticate(ctx context.Context, r *http.Request) (*auth.Credentials, error) {
	u, _, err := b.Accounts.UserByName(ctx, r.Header.Get("Badge"))
	return &auth.Credentials{User: u, Cookie: true}, err
}

type service struct {
	*server.Server
	box *box
	now time.Time
}

type note struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
}

// client is a scheme that names a client in its credentials, as OpenID Connect does: "X-Badge: laptop" is alice.
type client struct{ accounts auth.Accounts }

func (client) Name() string      { return "client" }
func (client) Challenge() string { return "" }
func (client) Vary() string      { return "X-Badge" }

func (client) Bind(s auth.Services) (auth.Verifier, error) { return client{s.Accounts}, nil }

func (c client) Authenticate(ctx context.Context, r *http.Request) (*auth.Credentials, error) {
	named := r.Header.Get("X-Badge")
	if named == "" {
		return nil, nil
	}
	u, _, err := c.accounts.UserByName(ctx, "alice")
	return &auth.Credentials{User: u, Token: named}, err
}

func databases(t *testing.T, f func(t *testing.T, s *service), more ...rest.Resource) {
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			address := ":memory:"
			if name == "postgres" {
				address = pg.Postgres(t)
			}
			s := &service{box: &box{}, now: server.Clock()}
			set := func() *rest.Set {
				return rest.NewSet("shelf",
					rest.ViewSet[note]{Path: "/notes/", Access: permission.SignedIn},
				).Include(more...).Include(manage.Endpoints(manage.Options{Mailer: s.box, Service: "Shelf", ResetLifetime: 90 * time.Minute, Rates: []rest.Rate{{Requests: 1000, Per: time.Second}}})...).
					Schemes(token.Scheme{}, client{}, badge{}, session.Scheme{}, basic.Scheme{})
			}
			pages := func(a *auth.Authenticator) pageapi.Pages {
				p, err := browse.New(a, rest.Theme{})
				if err != nil {
					t.Fatal(err)
				}
				return p
			}
			s.Server = server.New(t, server.Config{
				Set: set, Pages: pages, Options: serve.Options{BaseURL: "https://shelf.example.com", Now: func() time.Time { return s.now }},
				Accounts: []server.Account{
					{Name: "admin", Email: "admin@example.com", Password: "admin-password", Admin: true},
					{Name: "alice", Email: "Alice@example.com", Password: "alice-password"},
					{Name: "ivan", Email: "ivan@example.com", Password: "ivan-password", Inactive: true},
					{Name: "Bob@example.com", Password: "bob-password"},
				},
			}, address)
			f(t, s)
		})
	}
}

// call sends JSON, as an account by Basic where user is not "".
func (s *service) call(user, path, body string, headers ...string) *httptest.ResponseRecorder {
	return s.send(user, http.MethodPost, path, body, headers...)
}

// send is call by another method.
func (s *service) send(user, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host = "shelf.example.com"
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	if name, password, ok := strings.Cut(user, ":"); ok {
		r.SetBasicAuth(name, password)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func (s *service) get(path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Host = "shelf.example.com"
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// logsIn reports whether a name and a password are right.
func (s *service) logsIn(name, password string) bool {
	r := httptest.NewRequest(http.MethodGet, "/notes/", nil)
	r.Host = "shelf.example.com"
	r.SetBasicAuth(name, password)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Code == 200
}

func check(t *testing.T, w *httptest.ResponseRecorder, status int, body string) {
	t.Helper()
	if w.Code != status || body != "" && w.Body.String() != body {
		t.Errorf("got %d %s, want %d %s", w.Code, w.Body, status, body)
	}
}

const badLink = `{"token":["This link is invalid, or has expired, or was used."]}`

// Whoever reads the mail of an address chooses the password of the account of that name, once. Who has only asked for
// the mail chooses nothing.
func TestSignUp(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		const sent = `{"detail":"A link to confirm the address was sent there. It makes the account."}`
		check(t, s.call("", "/accounts/sign-up/", `{"email":"Carol@example.com"}`), 200, sent)
		path, first := s.box.link(t, "carol@example.com")
		check(t, s.call("", "/accounts/sign-up/", `{"email":"carol@example.com","password":"strangers-horse"}`), 400, `{"password":["Unknown field."]}`)
		check(t, s.call("", "/accounts/sign-up/", `{"email":"carol@example.com"}`), 200, sent)
		_, second := s.box.link(t, "carol@example.com")
		confirm := func(token, password string) *httptest.ResponseRecorder {
			return s.call("", "/accounts/sign-up/confirm/", `{"token":"`+token+`","password":"`+password+`"}`)
		}
		if w := s.get(path); w.Code != 200 {
			t.Errorf("opening the link: got %d", w.Code)
		}
		check(t, s.call("", "/accounts/password-reset/confirm/", `{"token":"`+first+`","new_password":"correct-horse"}`), 400, badLink)
		check(t, s.call("", "/accounts/sign-up/confirm/", `{"token":"`+second+`"}`), 400, `{"password":["This field is required."]}`)
		check(t, confirm(first, "12345678"), 400, `{"password":["This password is too common.","This password is entirely numeric."]}`)
		check(t, confirm(first, "CarolExample"), 400, `{"password":["The password is too similar to the email address."]}`)
		check(t, confirm(first, "correct-horse"), 200, `{"detail":"The account is there. Log in with the address and the password."}`)
		for _, used := range []string{first, second, "", "x", strings.Repeat("A", 9999)} {
			w := confirm(used, "another-horse")
			if used != "" {
				check(t, w, 400, badLink)
			}
		}
		if !s.logsIn("carol@example.com", "correct-horse") || s.logsIn("carol@example.com", "strangers-horse") {
			t.Error("the account has another password than its owner has chosen")
		}
		// Somebody who has an account learns so by mail, and nobody else does.
		const active, inactive = "There is one already.", "The account of this address is deactivated."
		for known, want := range map[string]string{"carol@example.com": active, "alice@EXAMPLE.com": active, "ivan@example.com": inactive, "bob@example.com": active} {
			check(t, s.call("", "/accounts/sign-up/", `{"email":"`+known+`"}`), 200, sent)
			if text := s.box.last(t, strings.ToLower(known)).Text; !strings.Contains(text, want) || tokenOf.MatchString(text) {
				t.Errorf("%s is told %q", known, text)
			}
		}
		databasetest.Exec(t, s.DB, "UPDATE users SET email = 'ivan@example.com' WHERE username = 'Bob@example.com'")
		check(t, s.call("", "/accounts/sign-up/", `{"email":"ivan@example.com"}`), 200, sent)
		if text := s.box.last(t, "ivan@example.com").Text; !strings.Contains(text, active) {
			t.Errorf("the address of an active account and of an inactive one is told %q", text)
		}
		check(t, s.call("", "/accounts/sign-up/", `{"email":"nobody"}`), 400, `{"email":["Enter a valid email address."]}`)
	})
}

// Whom an administrator invites chooses the password of an account, once and within the time, unless the account of the administrator
// has changed, or its rights. Who has an account already gets another mail.
func TestInvite(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		e := &entries{service: s}
		const alice, admin = "alice:alice-password", "admin:admin-password"
		const sent = `{"detail":"An invitation was sent to the address."}`
		invite := func(email string) (token string) {
			t.Helper()
			check(t, s.call(admin, "/accounts/invite/", `{"email":"`+email+`"}`), 200, sent)
			e.want(t, "an invitation", "admin basic invite create Invitation "+strings.ToLower(email))
			_, token = s.box.link(t, strings.ToLower(email))
			return token
		}
		confirm := func(token string, status int, body string) {
			t.Helper()
			check(t, s.call("", "/accounts/invite/confirm/", `{"token":"`+token+`","password":"correct-horse"}`), status, body)
		}
		check(t, s.call("", "/accounts/invite/", `{"email":"carol@example.com"}`), 401, "")
		check(t, s.call(alice, "/accounts/invite/", `{"email":"carol@example.com"}`), 403, "")
		check(t, s.call(admin, "/accounts/invite/", `{"email":"carol"}`), 400, `{"email":["Enter a valid email address."]}`)
		if len(s.box.list) > 0 {
			t.Errorf("refused invitations are mailed: %+v", s.box.list)
		}
		first, second := invite("Carol@example.com"), invite("carol@example.com")
		check(t, s.call("", "/accounts/sign-up/confirm/", `{"token":"`+first+`","password":"correct-horse"}`), 400, badLink)
		check(t, s.call("", "/accounts/invite/confirm/", `{"token":"`+first+`","password":"12345678"}`), 400, "")
		confirm(first, 200, `{"detail":"The account is there. Log in with the address and the password."}`)
		e.want(t, "an account", "confirm create User 5")
		confirm(first, 400, badLink)
		confirm(second, 400, badLink) // the address has an account since
		if !s.logsIn("carol@example.com", "correct-horse") {
			t.Error("who is invited has no account with their password")
		}
		check(t, s.call("", "/accounts/sign-up/", `{"email":"dave@example.com"}`), 200, "")
		_, other := s.box.link(t, "dave@example.com")
		confirm(other, 400, badLink)
		check(t, s.call(admin, "/accounts/invite/", `{"email":"ivan@example.com"}`), 200, sent)
		if text := s.box.last(t, "ivan@example.com").Text; !strings.Contains(text, "The account of this address is deactivated.") || tokenOf.MatchString(text) {
			t.Errorf("an address with an account gets %q", text)
		}
		e.read(t)
		late := invite("erika@example.com")
		s.now = s.now.Add(7 * 24 * time.Hour)
		confirm(late, 400, badLink)
		of := invite("erika@example.com")
		databasetest.Exec(t, s.DB, "UPDATE users SET admin = FALSE WHERE username = 'admin'")
		confirm(of, 400, badLink)
		databasetest.Exec(t, s.DB, "UPDATE users SET admin = TRUE WHERE username = 'admin'")
		confirm(of, 400, badLink) // it was used
		e.read(t)
		ended := invite("erika@example.com")
		check(t, s.call(admin, "/accounts/password-change/", `{"old_password":"admin-password","new_password":"correct-horse"}`), 200, "")
		confirm(ended, 400, badLink)
	}, rest.Audit{Path: "/audit/"})
}

// An administrator learns that an address gets no more mails for a while. The invitations that are not sent are not in the audit.
func TestInviteLimit(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		e := &entries{service: s}
		for _, email := range []string{"carol@example.com", "alice@example.com"} {
			invite := func() *httptest.ResponseRecorder {
				return s.call("admin:admin-password", "/accounts/invite/", `{"email":"`+email+`"}`)
			}
			for range 5 {
				check(t, invite(), 200, "")
				s.now = s.now.Add(time.Minute)
			}
			e.read(t)
			sent := len(s.box.list)
			for range 2 {
				w := invite()
				check(t, w, 429, `{"detail":"This address got 5 mails of this kind within an hour. Please try again later."}`)
				if after := w.Header().Get("Retry-After"); after != "3300" || len(s.box.list) != sent {
					t.Errorf("%s: got Retry-After %q and %d mails", email, after, len(s.box.list)-sent)
				}
			}
			e.want(t, "refused invitations")
			s.now = s.now.Add(55 * time.Minute)
			check(t, invite(), 200, "")
			e.want(t, "an invitation after an hour", "admin basic invite create Invitation "+email)
		}
	}, rest.Audit{Path: "/audit/"})
}

// Of the links to one address that are confirmed at the same time, one makes the account, and the others are invalid.
func TestConcurrentConfirmations(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		for round := range 5 {
			email := "carol" + string(rune('a'+round)) + "@example.com"
			var tokens []string
			for _, path := range []string{"sign-up", "sign-up", "invite", "invite"} {
				check(t, s.call("admin:admin-password", "/accounts/"+path+"/", `{"email":"`+email+`"}`), 200, "")
				_, token := s.box.link(t, email)
				tokens = append(tokens, token, token)
			}
			made := make([]bool, len(tokens))
			var wg sync.WaitGroup
			for i, token := range tokens {
				wg.Go(func() {
					w := s.call("", "/accounts/"+[]string{"sign-up", "invite"}[i/4]+"/confirm/", `{"token":"`+token+`","password":"correct-horse"}`)
					if made[i] = w.Code == 200; !made[i] {
						check(t, w, 400, badLink)
					}
				})
			}
			wg.Wait()
			if n := len(slices.DeleteFunc(made, func(is bool) bool { return !is })); n != 1 {
				t.Errorf("%d links made an account, want 1", n)
			}
		}
	})
}

// A link sets another password once, within its time, and no longer once the account is another.
func TestResetPassword(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		const sent = `{"detail":"If there is an account of this address, a link to set another password was sent there."}`
		reset := func(email string) string {
			check(t, s.call("", "/accounts/password-reset/", `{"email":"`+email+`"}`), 200, sent)
			if !tokenOf.MatchString(s.box.last(t, strings.ToLower(email)).Text) {
				return ""
			}
			_, token := s.box.link(t, strings.ToLower(email))
			return token
		}
		confirm := func(token, password string, status int, body string) {
			t.Helper()
			check(t, s.call("", "/accounts/password-reset/confirm/", `{"token":"`+token+`","new_password":"`+password+`"}`), status, body)
		}
		if reset("nobody@example.com") != "" || reset("ivan@example.com") != "" {
			t.Error("who has no account, or an inactive one, gets a link")
		}
		if text := s.box.last(t, "ivan@example.com").Text; !strings.Contains(text, "The account of this address is deactivated.") {
			t.Errorf("of an inactive account the mail is %q", text)
		}
		cookie := s.logIn(t, "alice", "alice-password")
		first, second := reset("alice@example.com"), reset("ALICE@example.com")
		confirm(first, "alice", 400, `{"new_password":["This password is too short. It must contain at least 8 characters.","The password is too similar to the username."]}`)
		confirm(first, "correct-horse", 200, `{"detail":"The password is set. Log in with it."}`)
		confirm(first, "another-horse", 400, badLink)
		confirm(second, "another-horse", 400, badLink) // the password has changed since
		if !s.logsIn("alice", "correct-horse") || s.logsIn("alice", "alice-password") {
			t.Error("the password is not that of the link")
		}
		if w := s.get("/notes/", "Cookie", cookie); w.Code != 401 {
			t.Errorf("the session goes on: %d", w.Code)
		}
		refused := reset("alice@example.com")
		for _, active := range []string{"false", "true"} {
			check(t, s.call("admin:admin-password", "/accounts/set-active/", `{"username":"alice","active":`+active+`}`), 200, "")
			confirm(refused, "another-horse", 400, badLink) // the second time it was used
		}
		late := reset("alice@example.com")
		if text := s.box.last(t, "alice@example.com").Text; !strings.Contains(text, "open this page:\n\nhttps://") || !strings.Contains(text, "within 90 minutes.") {
			t.Errorf("the mail is %q", text)
		}
		s.now = s.now.Add(90 * time.Minute)
		confirm(late, "another-horse", 400, badLink)
		// An address gets a few mails of a kind an hour, and nobody sees that: whoever signs up with it uses up none of these.
		for range 10 {
			check(t, s.call("", "/accounts/sign-up/", `{"email":"alice@example.com"}`), 200, "")
		}
		n := len(s.box.list)
		for range 10 {
			check(t, s.call("", "/accounts/password-reset/", `{"email":"alice@example.com"}`), 200, sent)
		}
		if got := len(s.box.list) - n; got != 5 {
			t.Errorf("%d mails were sent, want 5", got)
		}
	})
}

// logIn is the cookie of a session.
func (s *service) logIn(t *testing.T, name, password string) string {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/api-auth/login/", strings.NewReader("username="+name+"&password="+password))
	r.Host = "shelf.example.com"
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return cookieOf(t, w)
}

func cookieOf(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	for _, c := range w.Result().Cookies() {
		if c.Value != "" && strings.Contains(c.Name, "sessionid") {
			return c.Name + "=" + c.Value
		}
	}
	t.Fatalf("there is no session: %d %s", w.Code, w.Body)
	return ""
}

// A change of the password ends all sessions and tokens but that of whoever changes it.
func TestChangePassword(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		here, there := s.logIn(t, "alice", "alice-password"), s.logIn(t, "alice", "alice-password")
		key, stored := token.New()
		stored.Account, stored.Name, stored.Created = 2, "laptop", s.now
		if err := accounts.NewTokens(s.DB).Create(t.Context(), stored); err != nil {
			t.Fatal(err)
		}
		change := func(old, renewed string, headers ...string) *httptest.ResponseRecorder {
			return s.call("", "/accounts/password-change/", `{"old_password":"`+old+`","new_password":"`+renewed+`"}`, headers...)
		}
		check(t, change("alice-password", "correct-horse"), 401, "")
		check(t, change("wrong", "correct-horse", "Cookie", here), 400, `{"old_password":["Your old password was entered incorrectly. Please enter it again."]}`)
		check(t, change("alice-password", "password", "Cookie", here), 400, `{"new_password":["This password is too common."]}`)
		w := change("alice-password", "correct-horse", "Cookie", here)
		check(t, w, 200, `{"detail":"The password is changed."}`)
		for name, tt := range map[string]struct {
			header, value string
			status        int
		}{
			"the session of the change as it was": {"Cookie", here, 401},
			"the session of the change":           {"Cookie", cookieOf(t, w), 200},
			"another session":                     {"Cookie", there, 401},
			"a token":                             {"Authorization", "Bearer " + key, 401},
		} {
			if w := s.get("/notes/", tt.header, tt.value); w.Code != tt.status {
				t.Errorf("%s: got %d, want %d", name, w.Code, tt.status)
			}
		}
		if !s.logsIn("alice", "correct-horse") || s.logsIn("alice", "alice-password") {
			t.Error("the password is not the new one")
		}
		w = change("correct-horse", "staple-horse", "Badge", "alice")
		check(t, w, 200, `{"detail":"The password is changed."}`)
		if cookies := w.Result().Cookies(); len(cookies) > 0 {
			t.Errorf("without a session: got the cookies %v", cookies)
		}
	})
}

// Of the tokens only that stays which the request has come with, and not one of its name.
func TestChangePasswordKeepsToken(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		key, stored := token.New()
		stored.Account, stored.Name, stored.Created = 2, "laptop", s.now
		if err := accounts.NewTokens(s.DB).Create(t.Context(), stored); err != nil {
			t.Fatal(err)
		}
		old := "alice-password"
		for _, tt := range []struct {
			header, value, renewed string
			status                 int // of the token afterwards
		}{
			{"Authorization", "Bearer " + key, "correct-horse", 200},
			{"X-Badge", "laptop", "another-horse", 401},
		} {
			check(t, s.call("", "/accounts/password-change/", `{"old_password":"`+old+`","new_password":"`+tt.renewed+`"}`, tt.header, tt.value), 200, "")
			if w := s.get("/notes/", "Authorization", "Bearer "+key); w.Code != tt.status {
				t.Errorf("the token after a change by %s: got %d, want %d", tt.header, w.Code, tt.status)
			}
			old = tt.renewed
		}
	})
}

// The address is changed by a link to the new one, and not to that of another account.
func TestChangeEmail(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		const sent = `{"detail":"A link to confirm the address was sent there."}`
		change := func(email, password string) *httptest.ResponseRecorder {
			return s.call("alice:alice-password", "/accounts/email-change/", `{"email":"`+email+`","password":"`+password+`"}`)
		}
		check(t, change("a@example.com", "wrong"), 400, "")
		check(t, change("admin@example.com", "alice-password"), 200, sent)
		_, taken := s.box.link(t, "admin@example.com")
		check(t, s.call("", "/accounts/email-change/confirm/", `{"token":"`+taken+`"}`), 400, badLink)
		check(t, change("Liddell@example.com", "alice-password"), 200, sent)
		_, good := s.box.link(t, "liddell@example.com")
		check(t, s.call("", "/accounts/email-change/confirm/", `{"token":"`+good+`"}`), 200, `{"detail":"The address is changed."}`)
		check(t, s.call("", "/accounts/email-change/confirm/", `{"token":"`+good+`"}`), 400, badLink)
		u, _, err := accounts.NewUsers(s.DB).UserByName(t.Context(), "alice")
		if err != nil || u.Email != "liddell@example.com" {
			t.Errorf("got %+v, %v", u, err)
		}
	})
}

// People deactivate their own accounts, and administrators set passwords and activate.
func TestDeactivateAndSet(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		const alice, admin = "alice:alice-password", "admin:admin-password"
		check(t, s.call(alice, "/accounts/deactivate/", `{"password":"wrong"}`), 400, `{"password":["Your password was entered incorrectly. Please enter it again."]}`)
		check(t, s.call(alice, "/accounts/deactivate/", `{"password":"alice-password"}`), 200, `{"detail":"The account is deactivated."}`)
		check(t, s.call(alice, "/accounts/deactivate/", `{"password":"alice-password"}`), 401, "")
		check(t, s.call(admin, "/accounts/set-active/", `{"username":"alice","active":true}`), 200, `{"detail":"The account is active."}`)
		check(t, s.call(alice, "/accounts/set-password/", `{"username":"admin","new_password":"correct-horse"}`), 403, "")
		check(t, s.call(alice, "/accounts/set-active/", `{"username":"admin","active":false}`), 403, "")
		check(t, s.call("", "/accounts/set-password/", `{"username":"admin","new_password":"correct-horse"}`), 401, "")
		check(t, s.call(admin, "/accounts/set-active/", `{"username":"admin","active":false}`), 400, `{"username":["This is your own account."]}`)
		check(t, s.call(admin, "/accounts/set-password/", `{"username":"nobody","new_password":"correct-horse"}`), 400, `{"username":["There is no account with this name."]}`)
		check(t, s.call(admin, "/accounts/set-password/", `{"username":"alice","new_password":"alice"}`), 400, "")
		check(t, s.call(admin, "/accounts/set-password/", `{"username":"alice","new_password":"correct-horse"}`), 200, `{"detail":"The password is set."}`)
		if !s.logsIn("alice", "correct-horse") || s.logsIn("alice", "alice-password") {
			t.Error("the password is not what the administrator has set")
		}
	})
}

// The answer for an address without an account is equal to the byte, headers and all, to the answer for one
// with an account.
func TestNothingTellsOfAccounts(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		for _, request := range [][2]string{
			{"/accounts/password-reset/", `{"email":"%"}`},
			{"/accounts/sign-up/", `{"email":"%"}`},
			{"/accounts/invite/", `{"email":"%"}`},
		} {
			var want string
			for _, email := range []string{"alice@example.com", "nobody@example.com", "ivan@example.com", "admin@example.com"} {
				w := s.call("admin:admin-password", request[0], strings.Replace(request[1], "%", email, 1))
				h := w.Result().Header
				h.Del("Date")
				h.Del("RateLimit")
				var b strings.Builder
				_ = h.Write(&b)
				got := w.Result().Status + "\n" + b.String() + w.Body.String()
				if want == "" {
					want = got
				}
				if got != want {
					t.Errorf("%s of %s: got\n%s\nwant\n%s", request[0], email, got, want)
				}
				if s.box.last(t, email); len(s.box.list) == 0 {
					t.Error("nothing was mailed")
				}
			}
		}
	})
}

// Each has a page, which needs no script and says nothing to anybody but its reader.
func TestPages(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		for _, path := range []string{"sign-up/", "sign-up/confirm/", "password-reset/", "password-reset/confirm/", "email-change/confirm/"} {
			w := s.get("/accounts/"+path+"?token=AB%22C", "Accept", "text/html")
			page := w.Body.String()
			if w.Code != 200 || !strings.Contains(page, `<form method="post" action="/accounts/`+path+`"`) || strings.Contains(page, "Representation") {
				t.Errorf("%s: got %d %s", path, w.Code, page)
			}
			if csp := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none'") {
				t.Errorf("%s: got the policy %q", path, csp)
			}
			if strings.Contains(path, "confirm") != strings.Contains(page, `value="AB&#34;C"`) {
				t.Errorf("%s: the token of the address is not in the form: %s", path, page)
			}
		}
		post := func(path, form string, headers ...string) *httptest.ResponseRecorder {
			return s.call("", path, form, append(headers, "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")...)
		}
		w := post("/accounts/sign-up/", "email=erin@example.com")
		if page := w.Body.String(); w.Code != 200 || !strings.Contains(page, "It makes the account.") {
			t.Errorf("got %d %s", w.Code, page)
		}
		_, token := s.box.link(t, "erin@example.com")
		w = post("/accounts/sign-up/confirm/", "token="+token+"&password=erin")
		if page := w.Body.String(); w.Code != 400 || !strings.Contains(page, "This password is too short.") || !strings.Contains(page, `value="`+token+`"`) {
			t.Errorf("got %d %s", w.Code, page)
		}
		w = post("/accounts/sign-up/confirm/", "token="+token+"&password=correct-horse")
		if page := w.Body.String(); w.Code != 200 || strings.Contains(page, "correct-horse") || !s.logsIn("erin@example.com", "correct-horse") {
			t.Errorf("got %d %s", w.Code, page)
		}
		cookie := s.logIn(t, "alice", "alice-password")
		if w := post("/accounts/password-change/", "old_password=alice-password&new_password=correct-horse", "Cookie", cookie, "Origin", "https://elsewhere.example"); w.Code != 403 {
			t.Errorf("the form of another site is taken: %d %s", w.Code, w.Body)
		}
		if w := post("/accounts/password-change/", "old_password=alice-password&new_password=correct-horse", "Cookie", cookie); w.Code != 200 || !s.logsIn("alice", "correct-horse") {
			t.Errorf("got %d %s", w.Code, w.Body)
		}
		if w := s.get("/accounts/set-password/", "Accept", "text/html", "Cookie", s.logIn(t, "admin", "admin-password")); w.Code != 200 || !strings.Contains(w.Body.String(), `name="new_password"`) {
			t.Errorf("the administrator's page: got %d %s", w.Code, w.Body)
		}
	})
}

// Accounts of an address are found by the indexes that the migration has made, not by reading all of them.
func TestAddressIndex(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		var plan strings.Builder
		err := s.DB.Write(t.Context(), func(tx database.Session) error {
			explain, line := "EXPLAIN ", ""
			dests := []any{&line}
			if s.DB.Dialect().Name == "sqlite" {
				explain, dests = "EXPLAIN QUERY PLAN ", []any{new(int), new(int), new(int), &line}
			} else if _, err := tx.Exec(t.Context(), s.DB.Raw("SET LOCAL enable_seqscan = off")); err != nil { // there are few rows
				return err
			}
			text := strings.NewReplacer("$1", "'a'", "$2", "'a'", "$3", "10").Replace(manage.ByAddress)
			return tx.Each(t.Context(), s.DB.Raw(explain+text), dests, func() error {
				plan.WriteString(line + "\n")
				return nil
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"users_email_lower", "users_username_lower"} {
			if !strings.Contains(plan.String(), want) {
				t.Errorf("the index %s is not used:\n%s", want, plan.String())
			}
		}
		if strings.Contains(plan.String(), "SCAN users") || strings.Contains(plan.String(), "Seq Scan") {
			t.Errorf("all accounts are read:\n%s", plan.String())
		}
	})
}

// A request for an address without an account runs the statements of one with an account, so that its time
// tells nothing.
func TestSameWork(t *testing.T) {
	databases(t, func(t *testing.T, s *service) {
		for _, path := range []string{"/accounts/password-reset/", "/accounts/sign-up/", "/accounts/invite/"} {
			var want []string
			for _, email := range []string{"alice@example.com", "nobody@example.com", "ivan@example.com", "admin@example.com"} {
				got := server.StatementsAs(t, s.Server, "admin", http.MethodPost, "https://shelf.example.com"+path, `{"email":"`+email+`"}`, "Content-Type", "application/json")
				if want == nil {
					want = got
				}
				if len(got) < 3 || !slices.Equal(got, want) {
					t.Errorf("%s of %s: got the statements\n%s\nwant\n%s", path, email, strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			}
		}
	})
}
