// Tests of authentication schemes.

package resttest_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/observe"
	"example.com/resourceful/framework/observe/prometheus"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// serverBy is a server of the snippets, whose requesters say by some schemes who they are.
func serverBy(t *testing.T, schemes ...auth.Scheme) *resttest.Server {
	return resttest.NewServer(t, resttest.Config{
		Set: func() *rest.Set { return sets.Snippets().Schemes(schemes...) }, Pages: pages,
		Options: serve.Options{Logger: slog.New(slog.DiscardHandler)},
	}, ":memory:")
}

// Of the schemes of a set, the first decides what a refusal for the lack of credentials is, and all
// together what answers depend on.
func TestSchemes(t *testing.T) {
	keys := apiKeys{"key-of-alice": "alice", "key-of-ivan": "ivan", "key-of-nobody": "nobody"}
	const (
		lack   = "Authentication credentials were not provided."
		apiKey = `ApiKey realm="shelf"`
		bearer = `Bearer realm="api"`
	)
	for _, tt := range []struct {
		name      string
		schemes   []auth.Scheme
		status    int
		challenge string
		vary      string
		login     bool
	}{
		{"a session first", []auth.Scheme{session.Scheme{}, keys}, 403, "", "Accept, Cookie, X-Api-Key", true},
		{"a session and Basic", []auth.Scheme{session.Scheme{}, basic.Scheme{}}, 403, "", "Accept, Cookie", true},
		{"keys first", []auth.Scheme{keys, session.Scheme{}}, 401, apiKey, "Accept, X-Api-Key, Cookie", true},
		{"keys", []auth.Scheme{keys}, 401, apiKey, "Accept, X-Api-Key", false},
		{"Basic", []auth.Scheme{basic.Scheme{Realm: `a "b"`}}, 401, `Basic realm="a \"b\""`, "Accept", false},
		{"tokens first", []auth.Scheme{token.Scheme{}, keys, basic.Scheme{}}, 401, bearer, "Accept, Authorization, X-Api-Key", false},
		{"tokens of clients of Django", []auth.Scheme{token.Scheme{Keyword: "Token"}}, 401, `Token realm="api"`, "Accept, Authorization", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := serverBy(t, tt.schemes...)
			for _, format := range []string{"application/json", "application/yaml", "text/html"} {
				w := send(h, "POST", "/snippets/", "", `{"code":"x"}`, "Accept", format)
				if w.Code != tt.status || w.Header().Get("Www-Authenticate") != tt.challenge || w.Header().Get("Vary") != tt.vary ||
					!strings.Contains(w.Body.String(), lack) && format != "text/html" || !strings.HasPrefix(w.Header().Get("Content-Type"), format) {
					t.Errorf("%s: got %d, %q and Vary %q, want %d, %q and %q: %s", format, w.Code, w.Header().Get("Www-Authenticate"), w.Header().Get("Vary"), tt.status, tt.challenge, tt.vary, w.Body)
				}
				if got := strings.Contains(w.Body.String(), ">Log in<"); format == "text/html" && got != tt.login {
					t.Errorf("the page offers a login: %v, want %v", got, tt.login)
				}
			}
			// A form that is refused can be sent again by whoever logs in there, where people can.
			w := send(h, "POST", "/snippets/", "", "code=typed", "Content-Type", formType, "Accept", "text/html")
			if got := strings.Contains(w.Body.String(), `name="_password"`); w.Code != tt.status || got != tt.login {
				t.Errorf("a form: got %d, with a login: %v, want %d, %v", w.Code, got, tt.status, tt.login)
			}
			w = send(h, "POST", "/snippets/", "", "code=typed&_username=alice&_password=alice-password", "Content-Type", formType, "Accept", "text/html")
			if got := w.Code == 200 && w.Header().Get("Set-Cookie") != "" && strings.Contains(w.Body.String(), "typed"); got != tt.login {
				t.Errorf("a form that logs in: got %d %v, want success: %v", w.Code, w.Header(), tt.login)
			}
			if got := send(h, "GET", "/api-auth/login/", "", "", "Accept", "text/html").Code == 200; got != tt.login {
				t.Errorf("there is a login: %v, want %v", got, tt.login)
			}
			if w := send(h, "GET", "/snippets/", "", ""); w.Code != 200 || w.Header().Get("Vary") != tt.vary || w.Header().Get("Cache-Control") != "" {
				t.Errorf("anonymous: got %d %v", w.Code, w.Header())
			}
		})
	}
}

// Browsers keep the password that a challenge made them ask for, and send it with the forms of other
// sites too. Where they were not asked they have none, and programs send what they like.
func TestBasicOfBrowsers(t *testing.T) {
	for name, tt := range map[string]struct {
		schemes []auth.Scheme
		status  int
	}{
		"asked":     {[]auth.Scheme{basic.Scheme{}, session.Scheme{}}, 403},
		"not asked": {[]auth.Scheme{session.Scheme{}, basic.Scheme{}}, 201},
	} {
		h := serverBy(t, tt.schemes...)
		for site, want := range map[string]int{"cross-site": tt.status, "same-origin": 201, "none": 201} {
			w := send(h, "POST", "/snippets/", "alice", "code=x", "Content-Type", formType, "Sec-Fetch-Site", site)
			if w.Code != want {
				t.Errorf("%s, %s: got %d %s, want %d", name, site, w.Code, w.Body, want)
			}
		}
		if w := send(h, "GET", "/snippets/", "alice", "", "Sec-Fetch-Site", "cross-site"); w.Code != 200 {
			t.Errorf("%s, a link: got %d", name, w.Code)
		}
	}
}

// What a page says a program would send is what its service takes.
func TestCallsOfSchemes(t *testing.T) {
	h := serverBy(t, token.Scheme{}, session.Scheme{})
	page := send(h, "GET", "/snippets/", "", "", "Accept", "text/html", "Authorization", "Bearer "+tokenOf(t, h, "alice", nil)).Body.String()
	if !strings.Contains(page, "curl ") || strings.Contains(page, "curl -u") || !strings.Contains(page, "application/json") {
		t.Error("without Basic, the page says to send a password")
	}
	h = resttest.NewServer(t, resttest.Config{
		Set: func() *rest.Set {
			return sets.Snippets().Schemes(session.Scheme{}, basic.Scheme{}).Parsers(media.FormParser(), media.YAMLParser())
		},
		Pages: pages,
	}, ":memory:")
	page = send(h, "GET", "/snippets/", "alice", "", "Accept", "text/html").Body.String()
	if !strings.Contains(page, "curl -u alice") || strings.Contains(page, "Content-Type: application/json") || strings.Contains(page, "<option selected>application/json") {
		t.Error("with Basic and without a parser of JSON, the page says to send no password, or JSON")
	}
	h = resttest.NewServer(t, resttest.Config{
		Set:   func() *rest.Set { return sets.Snippets().Parsers(media.FormParser(), media.MultipartParser()) },
		Pages: pages,
	}, ":memory:")
	page = send(h, "GET", "/snippets/", "alice", "", "Accept", "text/html").Body.String()
	if !strings.Contains(page, "curl -u alice -X POST") || strings.Contains(page, "_content_type") || strings.Contains(page, "application/json' --data") {
		t.Error("where nothing but forms is read, the page has a form for raw data, or says to send JSON")
	}
}

// A requester is an account: credentials of none are a fault of the scheme's.
func TestCredentialsOfNoAccount(t *testing.T) {
	var log bytes.Buffer
	h := resttest.NewServer(t, resttest.Config{
		Set:     func() *rest.Set { return sets.Snippets().Schemes(nobodyKnown{}) },
		Options: serve.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))},
	}, ":memory:")
	if w := send(h, "GET", "/snippets/", "", ""); w.Code != 500 || !strings.Contains(log.String(), "Credentials.User.ID") {
		t.Errorf("got %d %s, logged %s", w.Code, w.Body, log.String())
	}
}

// nobodyKnown takes everybody for an account that is not there.
type nobodyKnown struct{}

func (nobodyKnown) Name() string                                { return "nobody" }
func (nobodyKnown) Challenge() string                           { return "" }
func (nobodyKnown) Vary() string                                { return "" }
func (n nobodyKnown) Bind(auth.Services) (auth.Verifier, error) { return n, nil }
func (nobodyKnown) Authenticate(context.Context, *http.Request) (*auth.Credentials, error) {
	return &auth.Credentials{User: auth.User{Username: "x"}}, nil
}

// A scheme that is written outside of the framework, in one file, is like a built-in one.
func TestOwnScheme(t *testing.T) {
	var log bytes.Buffer
	h := resttest.NewServer(t, resttest.Config{
		Set: func() *rest.Set {
			return sets.Snippets().Schemes(apiKeys{"key-of-alice": "alice", "key-of-ivan": "ivan", "key-of-nobody": "nobody"}, basic.Scheme{})
		},
		Options: serve.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))},
	}, ":memory:")
	const crossSite = "cross-site"
	w := send(h, "POST", "/snippets/", "", `{"code":"x"}`, "X-Api-Key", "key-of-alice", "Sec-Fetch-Site", crossSite)
	if w.Code != 201 || !strings.Contains(w.Body.String(), `"owner":"alice"`) || w.Header().Get("Cache-Control") != "private, no-cache" {
		t.Errorf("a good key: got %d %s %v", w.Code, w.Body, w.Header())
	}
	if w := send(h, "POST", "/snippets/", "bob", `{"code":"x"}`); w.Code != 201 || !strings.Contains(w.Body.String(), `"owner":"bob"`) {
		t.Errorf("the next scheme: got %d %s", w.Code, w.Body)
	}
	if w := send(h, "DELETE", "/snippets/2/", "", "", "X-Api-Key", "key-of-alice"); w.Code != 403 || w.Header().Get("Www-Authenticate") != "" {
		t.Errorf("who is known and may not: got %d %v", w.Code, w.Header())
	}
	for _, key := range []string{"key-of-ivan", "key-of-nobody", "x"} {
		// The search ends where a scheme refuses, even before good credentials.
		w := send(h, "POST", "/snippets/", "bob", `{"code":"x"}`, "X-Api-Key", key)
		if w.Code != 401 || w.Body.String() != `{"detail":"Invalid key."}` || w.Header().Get("Www-Authenticate") != `ApiKey realm="shelf"` || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: got %d %s %v", key, w.Code, w.Body, w.Header())
		}
	}
	if w := send(h, "POST", "/snippets/", "", `{"code":"x"}`, "Authorization", "Basic !"); w.Code != 401 || w.Header().Get("Www-Authenticate") != `ApiKey realm="shelf"` {
		t.Errorf("the second scheme refuses: got %d %v, want the challenge of the first", w.Code, w.Header())
	}
	if w := send(h, "GET", "/snippets/", "", "", "X-Api-Key", "key that panics"); w.Code != 500 || strings.Contains(w.Body.String(), "mistake") || !strings.Contains(log.String(), "a mistake in a team's scheme") {
		t.Errorf("a panic: got %d %s, logged %s", w.Code, w.Body, log.String())
	}
}

// tokenOf makes a token of an account.
func tokenOf(t *testing.T, h *resttest.Server, account string, change func(*auth.Token)) string {
	t.Helper()
	u, found, err := accounts.NewUsers(h.DB).UserByName(t.Context(), account)
	if err != nil || !found {
		t.Fatal(found, err)
	}
	secret, k := token.New()
	k.Account, k.Created, k.Name = u.ID, time.Now(), secret[:12]
	if change != nil {
		change(&k)
	}
	if err := accounts.NewTokens(h.DB).Create(t.Context(), k); err != nil {
		t.Fatal(err)
	}
	return secret
}

// A token acts for its account wherever it is sent from. One that is refused is so in the same words
// and after the same statements, whatever is wrong with it.
func TestTokens(t *testing.T) {
	h := serverBy(t, token.Scheme{}, session.Scheme{})
	good := tokenOf(t, h, "alice", nil)
	request := func(method, secret string) *http.Request {
		r := httptest.NewRequest(method, "/snippets/", strings.NewReader(`{"code":"x"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", secret)
		r.Header.Set("Sec-Fetch-Site", "cross-site") // no cookie, so no cross-origin rule
		return r
	}
	ask := func(method, header string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, request(method, header))
		return w
	}
	for _, keyword := range []string{"Bearer ", "bearer ", "  BEARER \t "} {
		if w := ask("POST", keyword+good); w.Code != 201 || !strings.Contains(w.Body.String(), `"owner":"alice"`) || w.Header().Get("Cache-Control") != "private, no-cache" {
			t.Errorf("%s: got %d %s", keyword, w.Code, w.Body)
		}
	}
	wrong := map[string]string{
		"unknown": good[:len(good)-1] + "a", "half": good[:30], "none": "x", "only the prefix": "rsf_", "other letter case": strings.ToUpper(good),
		"expired":     tokenOf(t, h, "alice", func(k *auth.Token) { k.Expires = time.Now().Add(-time.Second) }),
		"revoked":     tokenOf(t, h, "alice", func(k *auth.Token) { k.Revoked = time.Now() }),
		"of inactive": tokenOf(t, h, "ivan", nil),
		"not UTF-8":   "\xff\xfe",
	}
	if strings.HasSuffix(good, "a") {
		wrong["unknown"] = good[:len(good)-1] + "b"
	}
	statements := resttest.Statements(t, h, request("GET", "Bearer "+wrong["unknown"]))
	if len(statements) != 1 {
		t.Errorf("a refusal runs %q, want one statement", statements)
	}
	for about, secret := range wrong {
		w := ask("POST", "Bearer "+secret)
		if w.Code != 401 || w.Body.String() != `{"detail":"Invalid token."}` || w.Header().Get("Www-Authenticate") != `Bearer realm="api", error="invalid_token"` {
			t.Errorf("%s: got %d %s %v", about, w.Code, w.Body, w.Header())
		}
		if got := resttest.Statements(t, h, request("GET", "Bearer "+secret)); !slices.Equal(got, statements) {
			t.Errorf("%s: runs %q, want %q", about, got, statements)
		}
	}
	for header, want := range map[string]string{
		"Bearer": "Invalid token header. No credentials provided.", "Bearer a b": "Invalid token header. Token string should not contain spaces.",
		"Basic YTpi": "Authentication credentials were not provided.", "Token " + good: "Authentication credentials were not provided.", good: "Authentication credentials were not provided.",
	} {
		if w := ask("POST", header); w.Code != 401 || w.Body.String() != fmt.Sprintf(`{"detail":%q}`, want) {
			t.Errorf("%.10s: got %d %s, want %s", header, w.Code, w.Body, want)
		}
	}
	if err := accounts.NewUsers(h.DB).SetPassword(t.Context(), 2, "x"); err != nil {
		t.Fatal(err)
	}
	if w := ask("GET", "Bearer "+good); w.Code != 200 {
		t.Errorf("after another password: got %d, want 200", w.Code)
	}
	if err := accounts.NewUsers(h.DB).SetActive(t.Context(), 2, false); err != nil {
		t.Fatal(err)
	}
	if w := ask("GET", "Bearer "+good); w.Code != 401 {
		t.Errorf("after the deactivation: got %d, want 401", w.Code)
	}
}

// The last use of a token is stored, at most once a minute, while nobody waits for it.
func TestTokenUse(t *testing.T) {
	h := serverBy(t, token.Scheme{})
	secret := tokenOf(t, h, "alice", nil)
	use := func() {
		if w := send(h, "GET", "/snippets/", "", "", "Authorization", "Bearer "+secret); w.Code != 200 {
			t.Fatal(w.Code, w.Body)
		}
	}
	stored := func() time.Time {
		list, err := accounts.NewTokens(h.DB).List(t.Context(), 2)
		if err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		return list[0].LastUsed
	}
	begun := time.Now().Truncate(time.Millisecond)
	use()
	for range 500 {
		if !stored().IsZero() {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	first := stored()
	if first.Before(begun) || first.After(time.Now()) {
		t.Errorf("the last use is %v, want about %v", first, begun)
	}
	time.Sleep(5 * time.Millisecond)
	use()
	time.Sleep(50 * time.Millisecond)
	if again := stored(); !again.Equal(first) {
		t.Errorf("stored again after %v, want a minute between", again.Sub(first))
	}
}

// Metrics show the events of the schemes that a set lists from 0 on.
func TestSchemeMetrics(t *testing.T) {
	events := observe.NewEvents(slog.New(slog.DiscardHandler), []auth.Scheme{token.Scheme{}, apiKeys{}})
	defer events.Close()
	w := httptest.NewRecorder()
	prometheus.Metrics(observe.Sources{Events: events}).Handler(slog.Default()).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	for labels, want := range map[string]bool{
		`event="login_failed",scheme="token"`: true, `event="permission_denied",scheme="token"`: true, `event="permission_denied",scheme="api-key"`: true,
		`event="permission_denied",scheme="none"`: true, `event="permission_denied",scheme="session"`: false, `event="login",scheme="form"`: false,
	} {
		if got := strings.Contains(w.Body.String(), "\nresourceful_auth_events_total{"+labels+"} 0\n"); got != want {
			t.Errorf("metrics have %s: %v, want %v", labels, got, want)
		}
	}
}

// A plan says which schemes a set lists.
func TestSchemesPlan(t *testing.T) {
	plan, err := sets.Snippets().Schemes(token.Scheme{}, session.Scheme{}, apiKeys{}).Compile()
	if err != nil {
		t.Fatal(err)
	}
	text, _, _ := strings.Cut(plan.String(), "\n\n")
	golden.Check(t, "../../testdata/plan/schemes.txt", text+"\n")
}
