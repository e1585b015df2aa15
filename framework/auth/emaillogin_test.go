// Tests of logins by email address.

package auth_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve/pageapi"
)

// emailService is a service where accounts log in by their addresses too, if they are to.
func emailService(t *testing.T, address string, byEmail bool, opts auth.Options) *server.Server {
	whoAsks := func(c *rest.Call, _ rest.None) (requester, error) {
		return requester{c.User().Username, c.Credentials().Scheme}, nil
	}
	set := func() *rest.Set {
		s := rest.NewSet("who", rest.Endpoint("/who/", whoAsks, rest.GET, rest.Allow(permission.SignedIn)), rest.ObtainAuthToken("/api-token-auth/")).
			Schemes(token.Scheme{Compatible: true}, session.Scheme{}, basic.Scheme{})
		if byEmail {
			s.EmailLogin()
		}
		return s
	}
	pages := func(a *auth.Authenticator) pageapi.Pages {
		p, err := browse.New(a, rest.Theme{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	return server.New(t, server.Config{Set: set, Pages: pages, Auth: opts, Accounts: []server.Account{
		{Name: "alice", Email: "Alice.Smith@Example.com", Password: "alice-password"},
		{Name: "bob", Email: "shared@example.com", Password: "bob-password"},
		{Name: "berta", Email: "SHARED@example.com", Password: "berta-password"},
		{Name: "carol", Email: "mallory@example.com", Password: "carol-password"},
		{Name: "Mallory@example.com", Password: "mallory-password"},
		{Name: "ivan", Email: "ivan@example.com", Password: "ivan-password", Inactive: true},
		{Name: "frida", Email: "frida@example.com", Password: "frida-password"},
		{Name: "frida-before", Email: "Frida@example.com", Password: "frida-password-before", Inactive: true},
		{Name: "FRIDA@example.com", Password: "frida-password-first", Inactive: true},
		{Name: "shared@example.net", Password: "shared-password", Inactive: true},
		{Name: "gerd", Email: "shared@example.net", Password: "gerd-password"},
		{Name: "gina", Email: "Shared@example.net", Password: "gina-password"},
		{Name: "hanna@example.com", Password: "hanna-before"},
		{Name: "hanna", Email: "hanna@example.com", Password: "hanna-password"},
		{Name: "uwe", Email: "uwe@ÜBEN.example", Password: "uwe-password"},
		{Name: "zoe", Email: "zoé@example.com", Password: "zoe-password"},
		{Name: "erin@example.com", Password: "erin-password"},
		{Name: "Erin@example.com", Password: "other-password"},
		{Name: "nomail", Password: "nomail-password"},
		{Name: "dora@old.example", Email: "dora@new.example", Password: "dora-password"},
	}}, address)
}

// logins are the ways to send a name and a password; each says who is let in, "" for nobody, and what was answered.
var logins = map[string]func(s http.Handler, name, password string) (who, said string){
	"basic": func(s http.Handler, name, password string) (string, string) {
		r := httptest.NewRequest("GET", "/who/", nil)
		r.SetBasicAuth(name, password)
		return answered(s, r)
	},
	"form": func(s http.Handler, name, password string) (string, string) {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, formRequest("/api-auth/login/", name, password))
		for _, c := range w.Result().Cookies() {
			r := httptest.NewRequest("GET", "/who/", nil)
			r.AddCookie(c)
			if who, said := answered(s, r); who != "" {
				return who, said
			}
		}
		return "", strings.ReplaceAll(w.Body.String(), `value="`+name+`"`, "")
	},
	"token": func(s http.Handler, name, password string) (string, string) {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, formRequest("/api-token-auth/", name, password))
		secret, good := strings.CutPrefix(w.Body.String(), `{"token":"`)
		if !good {
			return "", fmt.Sprint(w.Code, " ", w.Body)
		}
		r := httptest.NewRequest("GET", "/who/", nil)
		r.Header.Set("Authorization", "Token "+strings.TrimSuffix(secret, `"}`))
		return answered(s, r)
	},
}

func formRequest(path, name, password string) *http.Request {
	r := httptest.NewRequest("POST", path, strings.NewReader(url.Values{"username": {name}, "password": {password}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return r
}

func answered(s http.Handler, r *http.Request) (who, said string) {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code == http.StatusOK {
		who, _, _ = strings.Cut(strings.TrimPrefix(w.Body.String(), `{"username":"`), `"`)
	}
	return who, fmt.Sprint(w.Code, " ", w.Body)
}

// everyDatabase runs a test on SQLite and on PostgreSQL.
func everyDatabase(t *testing.T, f func(t *testing.T, address string)) {
	t.Run("sqlite", func(t *testing.T) { f(t, filepath.Join(t.TempDir(), "test.sqlite")) })
	t.Run("postgres", func(t *testing.T) { f(t, pg.Postgres(t)) })
}

// Where the set says so an account logs in by its address in any letter case, in all three ways; one that two accounts
// could mean is that of neither, and an exact name comes first. All refusals of a way are the same.
func TestEmailLogin(t *testing.T) {
	everyDatabase(t, func(t *testing.T, address string) {
		s := emailService(t, address, true, auth.Options{})
		for way, login := range logins {
			refusal := ""
			for _, tt := range []struct{ name, password, want string }{
				{"nobody@example.com", "x", ""},
				{"alice", "alice-password", "alice"},
				{"Alice.Smith@Example.com", "alice-password", "alice"},
				{"alice.smith@EXAMPLE.COM", "alice-password", "alice"},
				{"alice.smith@example.com", "wrong", ""},
				{"ALICE", "alice-password", ""}, // a name is no address
				{"shared@example.com", "bob-password", ""},
				{"shared@example.com", "berta-password", ""},
				{"Mallory@example.com", "mallory-password", "Mallory@example.com"},
				{"Mallory@example.com", "carol-password", ""},
				{"mallory@example.com", "mallory-password", ""},
				{"mallory@example.com", "carol-password", ""},
				{"carol", "carol-password", "carol"},
				{"ivan@example.com", "ivan-password", ""},
				{"frida@example.com", "frida-password", "frida"}, // the inactive ones stand in nobody's way
				{"frida@example.com", "frida-password-before", ""},
				{"FRIDA@example.com", "frida-password", "frida"}, // nor one whose name it is, letter for letter
				{"FRIDA@example.com", "frida-password-first", ""},
				{"FRIDA@example.com", "frida-password-before", ""},
				{"shared@example.net", "gerd-password", ""}, // the name of an inactive one, and the address of two
				{"shared@example.net", "gina-password", ""},
				{"shared@example.net", "shared-password", ""},
				{"uwe@ÜBEN.example", "uwe-password", "uwe"},
				{"UWE@ÜBEN.EXAMPLE", "uwe-password", "uwe"},
				{"uwe@üben.example", "uwe-password", ""}, // kept in another letter case, beyond ASCII
				{"zoé@example.com", "zoe-password", "zoe"},
				{"ZOÉ@example.com", "zoe-password", "zoe"},
				{"", "nomail-password", ""},
				{"@", "nomail-password", ""},
				{"dora@new.example", "dora-password", "dora@old.example"},
				{"dora@old.example", "dora-password", "dora@old.example"},
				{"DORA@old.example", "dora-password", ""}, // the name, which counts letter for letter
				{"nobody\x00@example.com", "x", ""},
				{strings.Repeat("a", 300) + "@example.com", "x", ""},
			} {
				got, said := login(s, tt.name, tt.password)
				if got != tt.want {
					t.Errorf("%s: %q with %q is %q, want %q: %s", way, tt.name, tt.password, got, tt.want, said)
				}
				if tt.want != "" || tt.name == "" || len(tt.name) > 200 || strings.Contains(tt.name, "\x00") {
					continue
				}
				if refusal == "" {
					refusal = said
				}
				if said != refusal {
					t.Errorf("%s: %q is refused by\n%s\nwant\n%s", way, tt.name, said, refusal)
				}
			}
		}
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, httptest.NewRequest("GET", "/api-auth/login/", nil)); !strings.Contains(w.Body.String(), "Username or email address") {
			t.Errorf("the form does not say that it takes addresses: %s", w.Body)
		}
	})
}

// Without it an address is no name.
func TestNoEmailLogin(t *testing.T) {
	s := emailService(t, filepath.Join(t.TempDir(), "test.sqlite"), false, auth.Options{})
	for way, login := range logins {
		if got, said := login(s, "Alice.Smith@Example.com", "alice-password"); got != "" {
			t.Errorf("%s: got %q, want nobody: %s", way, got, said)
		}
	}
}

// A login by an address takes the same statements whether there is an account, none, or two.
func TestEmailLoginWork(t *testing.T) {
	everyDatabase(t, func(t *testing.T, address string) {
		s := emailService(t, address, true, auth.Options{})
		var want []string
		for _, name := range []string{"alice.smith@example.com", "nobody@example.com", "shared@example.com", "mallory@example.com", "ivan@example.com", "alice", "nobody"} {
			got := server.Statements(t, s, formRequest("/api-token-auth/", name, "wrong"))
			if want == nil {
				want = got
			}
			if len(got) == 0 || !slices.Equal(got, want) {
				t.Errorf("%s: got the statements\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	})
}

// Guesses at an address count together in any letter case, as many as at any other, whether or not it is an account's: who
// guesses gains nothing by writing it otherwise, and learns nothing from when the refusals come.
func TestEmailLoginThrottled(t *testing.T) {
	everyDatabase(t, func(t *testing.T, address string) {
		s := emailService(t, address, true, auth.Options{Throttle: auth.Throttle{Failures: 3, PerPlace: 1000}})
		for _, email := range []string{"alice.smith@example.com", "nobody@example.com", "shared@example.com"} {
			var got []string
			for i := range 5 {
				name := email[:i] + strings.ToUpper(email[i:i+1]) + email[i+1:]
				_, said := logins["token"](s, name, "wrong")
				code, _, _ := strings.Cut(said, " ")
				got = append(got, code)
			}
			if want := []string{"400", "400", "400", "429", "429"}; !slices.Equal(got, want) {
				t.Errorf("%s: got %q, want %q", email, got, want)
			}
		}
	})
}

// Guesses by the name of an account and by its address count apart. Counted together, a refusal would tell which name
// belongs to which address.
func TestNameAndAddressCountApart(t *testing.T) {
	everyDatabase(t, func(t *testing.T, address string) {
		s := emailService(t, address, true, auth.Options{Throttle: auth.Throttle{Failures: 3, PerPlace: 1000}})
		var got []string
		for _, name := range []string{"alice", "alice", "alice", "alice", "alice.smith@example.com", "bob", "alice.smith@example.com", "alice.smith@example.com", "alice.smith@example.com"} {
			_, said := logins["token"](s, name, "wrong")
			code, _, _ := strings.Cut(said, " ")
			got = append(got, code)
		}
		if want := []string{"400", "400", "400", "429", "400", "400", "400", "400", "429"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// Somebody's name may differ from another's only in letter case. Such a person guesses at the other account no
// more often from places where their own account has logged in.
func TestEmailLoginThrottledBesideAnother(t *testing.T) {
	everyDatabase(t, func(t *testing.T, address string) {
		s := emailService(t, address, true, auth.Options{Throttle: auth.Throttle{Failures: 3, PerPlace: 1000}})
		status := func(from, name, password string) int {
			r := formRequest("/api-token-auth/", name, password)
			r.RemoteAddr = from + ":1234"
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			return w.Code
		}
		got := []int{status("198.51.100.7", "Erin@example.com", "other-password")}
		for range 4 {
			got = append(got, status("203.0.113.5", "erin@example.com", "wrong"))
		}
		got = append(got, status("198.51.100.7", "erin@example.com", "wrong"), status("198.51.100.7", "Erin@example.com", "other-password"))
		if want := []int{200, 400, 400, 400, 429, 429, 200}; !slices.Equal(got, want) {
			t.Errorf("got %d, want %d", got, want)
		}
	})
}

// Once the account with exactly that name is deactivated, its address lets the other one in. Whoever had the first one guesses
// no more often at the other from places where his own has logged in; and the other is known where it has.
func TestEmailLoginAfterAnother(t *testing.T) {
	everyDatabase(t, func(t *testing.T, address string) {
		s := emailService(t, address, true, auth.Options{Throttle: auth.Throttle{Failures: 3, PerPlace: 1000}})
		status := func(from, password string) int {
			r := formRequest("/api-token-auth/", "hanna@example.com", password)
			r.RemoteAddr = from + ":1234"
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			return w.Code
		}
		const his, hers, strange = "198.51.100.7", "192.0.2.9", "203.0.113.5"
		got := []int{status(his, "hanna-before"), status(hers, "hanna-password")}
		users := accounts.NewUsers(s.DB)
		named, _, err := users.UserByName(t.Context(), "hanna@example.com")
		if err == nil {
			err = users.SetActive(t.Context(), named.ID, false)
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, status(his, "hanna-before"), status(hers, "hanna-password"))
		for range 3 {
			got = append(got, status(strange, "wrong"))
		}
		got = append(got, status(his, "wrong"), status(hers, "wrong"), status(hers, "hanna-password"))
		if want := []int{200, 400, 400, 200, 400, 429, 429, 429, 400, 200}; !slices.Equal(got, want) {
			t.Errorf("got %d, want %d", got, want)
		}
	})
}
