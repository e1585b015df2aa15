// Tests of tokens of a provider.

package oidc_test

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/oidc"
	"example.com/resourceful/framework/auth/oidc/oidctest"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
)

const audience = "https://api.example.com"

// note is a row that everybody who is signed in writes.
type note struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
}

// notes is a set with some schemes.
func notes(schemes ...auth.Scheme) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("notes", rest.ViewSet[note]{Path: "/notes/", Access: permission.SignedIn}, rest.Tokens("/tokens/")).Schemes(schemes...)
	}
}

func databases(t *testing.T, test func(t *testing.T, address string)) {
	t.Run("sqlite", func(t *testing.T) { test(t, filepath.Join(t.TempDir(), "test.sqlite")) })
	t.Run("postgres", func(t *testing.T) { test(t, pg.Postgres(t)) })
}

func send(h http.Handler, method, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

const (
	found     = `, resource_metadata="http://example.com/.well-known/oauth-protected-resource"`
	challenge = `Bearer realm="api", error="invalid_token"` + found
)

// Good tokens of each algorithm let their subject in; everything else is refused in the same words.
func TestTokens(t *testing.T) {
	issuer, other := oidctest.New(t), oidctest.New(t)
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: notes(
			oidc.Scheme{Issuer: issuer.URL, Audience: audience, Create: true}, token.Scheme{}, session.Scheme{}, basic.Scheme{},
		)}, address)
		rsa, ec, ed := issuer.Key("rsa"), issuer.Key("ec"), issuer.Key("ed")
		now := time.Now().Unix()
		claims := func(others map[string]any) map[string]any { return issuer.Claims("carol", audience, others) }
		sign := func(k oidctest.Key, others map[string]any) string { return oidctest.Sign(t, k, claims(others)) }
		good := sign(rsa, nil)
		head, body, _ := strings.Cut(good, ".")
		payload, signature, _ := strings.Cut(body, ".")
		encode := func(v any) string {
			text, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			return base64.RawURLEncoding.EncodeToString(text)
		}
		stranger := oidctest.NewKey(t, "rsa", jose.RS256)
		unknown := oidctest.NewKey(t, "unknown", jose.RS256)
		for _, tt := range []struct {
			about, token string
			status       int
		}{
			{"RS256", good, 200},
			{"ES256", sign(ec, nil), 200},
			{"EdDSA", sign(ed, nil), 200},
			{"a list of audiences", sign(rsa, map[string]any{"aud": []string{"x", audience}}), 200},
			{"without a key ID", sign(oidctest.Key{Algorithm: jose.RS256, Private: rsa.Private}, nil), 200},
			{"just expired, within the skew", sign(rsa, map[string]any{"exp": now - 30}), 200},
			{"a clock that is ahead, within the skew", sign(rsa, map[string]any{"iat": now + 30, "nbf": now + 30}), 200},

			{"expired", sign(rsa, map[string]any{"exp": now - 3600}), 401},
			{"without an end", sign(rsa, map[string]any{"exp": nil}), 401},
			{"an end that is a text", sign(rsa, map[string]any{"exp": "never"}), 401},
			{"not yet", sign(rsa, map[string]any{"nbf": now + 3600}), 401},
			{"a begin that is not a time", sign(rsa, map[string]any{"nbf": true}), 401},
			{"made in the future", sign(rsa, map[string]any{"iat": now + 3600}), 401},
			{"another audience", sign(rsa, map[string]any{"aud": "https://other.example.com"}), 401},
			{"no audience", sign(rsa, map[string]any{"aud": nil}), 401},
			{"another issuer in words", sign(rsa, map[string]any{"iss": other.URL}), 401},
			{"another issuer's key", oidctest.Sign(t, other.Key("rsa"), claims(nil)), 401},
			{"another issuer's token", oidctest.Sign(t, other.Key("rsa"), other.Claims("carol", audience, nil)), 401},
			{"a key of the same ID", oidctest.Sign(t, stranger, claims(nil)), 401},
			{"an unknown key", oidctest.Sign(t, unknown, claims(nil)), 401},
			{"a key for another algorithm", sign(oidctest.Key{ID: "rsa", Algorithm: jose.PS256, Private: rsa.Private}, nil), 401},
			{"RS512, which is not listed", sign(oidctest.Key{ID: "rsa", Algorithm: jose.RS512, Private: rsa.Private}, nil), 401},
			{"no subject", sign(rsa, map[string]any{"sub": nil}), 401},
			{"a subject with a null byte", sign(rsa, map[string]any{"sub": "a\x00b"}), 401},
			{"alg none", encode(map[string]any{"alg": "none"}) + "." + payload + ".", 401},
			{"alg none with a signature", encode(map[string]any{"alg": "none", "kid": "rsa"}) + "." + payload + "." + signature, 401},
			{"HS256 with the public key", withPublicKey(t, rsa, claims(nil)), 401},
			{"another payload", head + "." + encode(claims(map[string]any{"sub": "admin"})) + "." + signature, 401},
			{"a key in the header", embedded(t, stranger, claims(nil)), 401},
			{"without a signature", head + "." + payload + ".", 401},
			{"two parts", head + "." + payload, 401},
			{"nonsense", "x.y.z", 401},
			{"an ID token", sign(rsa, map[string]any{"aud": []string{"shelf", audience}, "nonce": "n"}), 401},
			{"no parts", "x", 401},
			{"JSON", `{"payload":"` + payload + `","protected":"` + head + `","signature":"` + signature + `"}`, 401},
			{"oversized", sign(rsa, map[string]any{"fill": strings.Repeat("x", 20<<10)}), 401},
		} {
			w := send(s, "GET", "/notes/", "Authorization", "Bearer "+tt.token)
			challenge := challenge
			if strings.Count(tt.token, ".") != 2 { // it is token.Scheme that refuses it
				challenge = `Bearer realm="api"` + found
			}
			if w.Code != tt.status || tt.status == 401 && (w.Body.String() != `{"detail":"Invalid token."}` || w.Header().Get("WWW-Authenticate") != challenge) {
				t.Errorf("%s: got %d %s with the challenge %q, want %d", tt.about, w.Code, w.Body, w.Header().Get("WWW-Authenticate"), tt.status)
			}
		}
		for _, tt := range []struct {
			about   string
			headers []string
			status  int
			want    string
		}{
			{"no token", []string{"Authorization", "Bearer"}, 401, "Invalid token header. No credentials provided."},
			{"two tokens", []string{"Authorization", "Bearer " + good + " " + good}, 401, "Invalid token header. Token string should not contain spaces."},
			{"two headers", []string{"Authorization", "Bearer " + good, "Authorization", "Bearer " + good}, 401, "Invalid token header. Token string should not contain spaces."},
			{"a token and Basic", []string{"Authorization", "Bearer " + good, "Authorization", "Basic YWxpY2U6YWxpY2UtcGFzc3dvcmQ="}, 401, "Invalid token header. Token string should not contain spaces."},
			{"Basic and a token", []string{"Authorization", "Basic YWxpY2U6YWxpY2UtcGFzc3dvcmQ=", "Authorization", "Bearer " + good}, 401, "Invalid basic header. Credentials string should not contain spaces."},
			{"a token of token.Scheme", []string{"Authorization", "Bearer rsf_x"}, 401, "Invalid token."},
			{"a bad token and a session", []string{"Authorization", "Bearer x", "Cookie", "sessionid=" + strings.Repeat("a", 43)}, 401, "Invalid token."},
			{"nothing", nil, 401, "Authentication credentials were not provided."},
		} {
			if w := send(s, "GET", "/notes/", tt.headers...); w.Code != tt.status || w.Body.String() != `{"detail":"`+tt.want+`"}` {
				t.Errorf("%s: got %d %s, want %d %s", tt.about, w.Code, w.Body, tt.status, tt.want)
			}
		}
		u, found, err := accounts.NewUsers(s.DB).UserByName(t.Context(), "carol")
		if err != nil || !found || u.Password != "" || u.Email != "carol@example.com" || u.Admin {
			t.Fatalf("the account of the subject: got %+v, %v, %v", u, found, err)
		}
		r := httptest.NewRequest("POST", "/tokens/", strings.NewReader(`{"name":"mine"}`))
		r.Header = http.Header{"Authorization": {"Bearer " + good}, "Content-Type": {"application/json"}}
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != 403 {
			t.Errorf("a token from a signed token: got %d %s", w.Code, w.Body)
		}
		if err := accounts.NewUsers(s.DB).SetActive(t.Context(), u.ID, false); err != nil {
			t.Fatal(err)
		}
		if w := send(s, "GET", "/notes/", "Authorization", "Bearer "+good); w.Code != 401 {
			t.Errorf("an inactive account: got %d %s", w.Code, w.Body)
		}
	})
}

// The tokens of token.Scheme are good beside those that are signed, whatever they look like.
func TestOtherTokens(t *testing.T) {
	issuer := oidctest.New(t)
	s := server.New(t, server.Config{Set: notes(
		oidc.Scheme{Issuer: issuer.URL, Audience: audience}, token.Scheme{Compatible: true, Keyword: "Bearer"}, basic.Scheme{},
	)}, ":memory:")
	r := httptest.NewRequest("POST", "/tokens/", strings.NewReader(`{"name":"mine"}`))
	r.Header.Set("Content-Type", "application/json")
	r.SetBasicAuth("alice", "alice-password")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	var made struct{ Token string }
	if err := json.Unmarshal(w.Body.Bytes(), &made); err != nil || len(made.Token) != 40 {
		t.Fatalf("got %d %s", w.Code, w.Body)
	}
	if w := send(s, "GET", "/notes/", "Authorization", "Bearer "+made.Token); w.Code != 200 {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
}

// A token for a login is no token of the API, unless the type of its tokens tells.
func TestCheck(t *testing.T) {
	s := oidc.Scheme{Issuer: "https://id.example.com", Audience: "shelf", ClientID: "shelf"}
	if err := s.Check(); err == nil || !strings.Contains(err.Error(), "which is the ClientID too") {
		t.Errorf("got %v", err)
	}
	for _, typ := range []string{"at+jwt", "Bearer"} {
		if s.TokenType = typ; s.Check() != nil {
			t.Errorf("the type %s: got %v", typ, s.Check())
		}
	}
	if s.Audience, s.TokenType = "", ""; s.Check() != nil {
		t.Errorf("the login alone: got %v", s.Check())
	}
}

// Tokens of a login are told from those of an API by what the provider writes, as it is declared.
func TestTokenType(t *testing.T) {
	issuer := oidctest.New(t)
	const clientID = "shelf"
	tokens := []struct {
		about, typ string
		claims     map[string]any
	}{
		{"plain", "JWT", nil},
		{"of a login", "JWT", map[string]any{"nonce": "n"}},
		{"RFC 9068", "at+jwt", nil},
		{"RFC 9068 in full, with a nonce", "application/AT+JWT", map[string]any{"nonce": "n"}},
		{"Keycloak", "JWT", map[string]any{"typ": "Bearer", "nonce": "n"}},
		{"Keycloak's of a login", "JWT", map[string]any{"typ": "ID", "nonce": "n"}},
		{"a type that is none", "JWT", map[string]any{"typ": []string{"Bearer"}}},
	}
	for typ, want := range map[string]string{ // of each token y for good, n for refused
		"": "ynyynny", "at+jwt": "nnyynnn", "Bearer": "nnnnynn",
	} {
		scheme := oidc.Scheme{Issuer: issuer.URL, Audience: audience, TokenType: typ, Create: true}
		if typ != "" { // the service is the client of its login
			scheme.Audience, scheme.ClientID = clientID, clientID
		}
		s := server.New(t, server.Config{Set: notes(scheme, token.Scheme{}, session.Scheme{})}, ":memory:")
		for i, tt := range tokens {
			raw := oidctest.SignTyped(t, issuer.Key("rsa"), tt.typ, issuer.Claims("carol", scheme.Audience, tt.claims))
			wanted := map[byte]int{'y': 200, 'n': 401}[want[i]]
			if w := send(s, "GET", "/notes/", "Authorization", "Bearer "+raw); w.Code != wanted {
				t.Errorf("TokenType %q, a token that is %s: got %d %s, want %d", typ, tt.about, w.Code, w.Body, wanted)
			}
		}
	}
}

// withPublicKey is a token whose shared secret is the public key of the issuer, in each form that people have tried.
func withPublicKey(t *testing.T, k oidctest.Key, claims map[string]any) string {
	t.Helper()
	der, err := x509.MarshalPKIXPublicKey(k.Private.Public())
	if err != nil {
		t.Fatal(err)
	}
	secret := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.HS256, Key: jose.JSONWebKey{Key: secret, KeyID: k.ID}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return compact(t, signer, claims)
}

// embedded is a token that brings its own key along.
func embedded(t *testing.T, k oidctest.Key, claims map[string]any) string {
	t.Helper()
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: k.Algorithm, Key: k.Private}, &jose.SignerOptions{EmbedJWK: true})
	if err != nil {
		t.Fatal(err)
	}
	return compact(t, signer, claims)
}

func compact(t *testing.T, signer jose.Signer, claims map[string]any) string {
	t.Helper()
	payload, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := signer.Sign(payload)
	if err != nil {
		t.Fatal(err)
	}
	text, err := signed.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Who has an account is declared: made at first sight, found by its name, or neither.
func TestAccounts(t *testing.T) {
	issuer := oidctest.New(t)
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: notes(oidc.Scheme{Issuer: issuer.URL, Audience: audience}, token.Scheme{})}, address)
		users := accounts.NewUsers(s.DB)
		ids := accounts.NewIdentities(users)
		bob, _, err := users.UserByName(t.Context(), "bob")
		if err != nil {
			t.Fatal(err)
		}
		as := func(create, link bool, subject, name string) (auth.User, error) {
			v, err := oidc.Scheme{Issuer: issuer.URL, Audience: audience, Create: create, LinkExisting: link}.Bind(auth.Services{Accounts: users, Identities: ids, Now: time.Now})
			if err != nil {
				t.Fatal(err)
			}
			r := httptest.NewRequest("GET", "/", nil)
			r.Header.Set("Authorization", "Bearer "+oidctest.Sign(t, issuer.Key("rsa"), issuer.Claims(subject, audience, map[string]any{"preferred_username": name})))
			c, err := v.Authenticate(t.Context(), r)
			if err != nil {
				return auth.User{}, err
			}
			return c.User, nil
		}
		for _, tt := range []struct {
			about         string
			create, link  bool
			subject, name string
			want          string // the name of the account, "" for a refusal
		}{
			{"nobody is made", false, false, "s1", "bob", ""},
			{"a name that is taken", true, false, "s1", "bob", ""},
			{"a name that looks like one", true, true, "s1", "Bob", ""},
			{"a name that nobody can have", true, true, "s1", "b o b", ""},
			{"no name", true, true, "s1", "", ""},
			{"an account that is there", false, true, "s1", "bob", "bob"},
			{"the same with another name", false, false, "s1", "robert", "bob"},
			{"another with the name", true, true, "s2", "bob", ""},
			{"somebody new", true, false, "s3", "dora", "dora"},
			{"the same again", false, false, "s3", "alice", "dora"},
		} {
			u, err := as(tt.create, tt.link, tt.subject, tt.name)
			if u.Username != tt.want || (err == nil) != (tt.want != "") || u.Password != "" {
				t.Errorf("%s: got %+v, %v, want %q", tt.about, u, err, tt.want)
			}
		}
		if got, _, err := users.UserByID(t.Context(), bob.ID); err != nil || got.Password != bob.Password {
			t.Errorf("bob is %+v, %v, and was %+v", got, err, bob)
		}
		// Of many that come at once for the first time, one account is made.
		var all sync.WaitGroup
		var mu sync.Mutex
		seen := map[int64]bool{}
		for range 8 {
			all.Go(func() {
				u, err := as(true, false, "s4", "erin")
				mu.Lock()
				defer mu.Unlock()
				if seen[u.ID] = true; err != nil {
					t.Error(err)
				}
			})
		}
		if all.Wait(); len(seen) != 1 {
			t.Errorf("got the accounts %v, want one", seen)
		}
	})
}

// A token does what its claim of scopes says; one without the claim does nothing.
func TestScopes(t *testing.T) {
	issuer := oidctest.New(t)
	s := server.New(t, server.Config{Set: notes(oidc.Scheme{Issuer: issuer.URL, Audience: audience, Create: true, Scopes: "scope"}, token.Scheme{})}, ":memory:")
	for _, tt := range []struct {
		scope any
		want  int
	}{
		{"openid notes:read", 200},
		{[]string{"read"}, 200},
		{"write", 403},
		{"openid", 403},
		{"", 403},
		{nil, 403},
		{7, 403},
	} {
		raw := oidctest.Sign(t, issuer.Key("ec"), issuer.Claims("carol", audience, map[string]any{"scope": tt.scope}))
		if w := send(s, "GET", "/notes/", "Authorization", "Bearer "+raw); w.Code != tt.want {
			t.Errorf("scope %v: got %d %s, want %d", tt.scope, w.Code, w.Body, tt.want)
		}
	}
}

// bind is the scheme with a clock that the test moves, and its log.
func bind(t *testing.T, issuer *oidctest.Issuer) (authenticate func(raw string) error, move func(time.Duration), log *bytes.Buffer) {
	t.Helper()
	log = &bytes.Buffer{}
	var mu sync.Mutex
	var ahead time.Duration
	now := func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		return time.Now().Add(ahead)
	}
	v, err := oidc.Scheme{Issuer: issuer.URL, Audience: audience}.Bind(auth.Services{
		Identities: everybody{}, Now: now, Log: slog.New(slog.NewTextHandler(log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	authenticate = func(raw string) error {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Authorization", "Bearer "+raw)
		_, err := v.Authenticate(t.Context(), r)
		return err
	}
	return authenticate, func(by time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		ahead += by
	}, log
}

// everybody has an account.
type everybody struct{ auth.Identities }

func (everybody) UserByIdentity(_ context.Context, i auth.Identity) (auth.User, int64, bool, error) {
	return auth.User{ID: 1, Username: i.Subject, Active: true}, 0, true, nil
}

// Keys are fetched when one is needed, not for each token that names an unknown one, and those that are withdrawn are
// no longer good after a while.
func TestKeys(t *testing.T) {
	issuer := oidctest.New(t)
	authenticate, move, _ := bind(t, issuer)
	far := map[string]any{"exp": time.Now().Add(48 * time.Hour).Unix()}
	signed := func(k oidctest.Key) string { return oidctest.Sign(t, k, issuer.Claims("carol", audience, far)) }
	ok := func(what string, raw string, want bool) {
		t.Helper()
		if err := authenticate(raw); (err == nil) != want {
			t.Errorf("%s: got %v", what, err)
		}
	}
	if issuer.Fetches() != 0 {
		t.Error("keys are fetched before the first token")
	}
	old, next := issuer.Key("rsa"), oidctest.NewKey(t, "next", jose.RS256)
	for range 5 {
		ok("first", signed(old), true)
		ok("unknown", signed(next), false)
	}
	if issuer.Fetches() != 1 {
		t.Errorf("the keys were fetched %d times, want once", issuer.Fetches())
	}
	issuer.Publish(next)
	move(31 * time.Second)
	ok("a new key", signed(next), true)
	issuer.Withdraw("rsa")
	ok("a withdrawn key, a moment later", signed(old), true)
	move(21 * time.Minute)
	ok("a withdrawn key, later", signed(old), false)
	ok("the new key", signed(next), true)
}

// The address of the keys may have a query; one that is no address is named in the log.
func TestKeysURL(t *testing.T) {
	for query, want := range map[string]string{"?appid=7": "", "#x": `the jwks_uri \"`} {
		issuer := oidctest.New(t)
		issuer.KeysQuery = query
		authenticate, _, log := bind(t, issuer)
		err := authenticate(oidctest.Sign(t, issuer.Key("rsa"), issuer.Claims("carol", audience, nil)))
		if (err == nil) != (want == "") || !strings.Contains(log.String(), want) {
			t.Errorf("%s: got %v, and the log %q, want %q", query, err, log, want)
		}
	}
}

// A provider that is down is 503 without known keys, logged once, and no fault with them, for a day.
func TestProviderDown(t *testing.T) {
	issuer := oidctest.New(t)
	issuer.SetDown(true)
	authenticate, move, log := bind(t, issuer)
	raw := oidctest.Sign(t, issuer.Key("ed"), issuer.Claims("carol", audience, map[string]any{"exp": time.Now().Add(72 * time.Hour).Unix()}))
	status := func(want string) {
		t.Helper()
		got := "good"
		if err := authenticate(raw); err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for range 3 {
		status("cannot be reached")
		move(6 * time.Second)
	}
	if n := strings.Count(log.String(), "\n"); n != 1 {
		t.Errorf("the log has %d lines, want one:\n%s", n, log)
	}
	issuer.SetDown(false)
	status("good")
	issuer.SetDown(true)
	move(20 * time.Hour)
	status("good")
	move(5 * time.Hour)
	status("cannot be reached")
	issuer.SetDown(false)
	move(6 * time.Second)
	status("good")
}

// A client that is refused finds the provider by the metadata of the service: RFC 9728.
func TestProtectedResource(t *testing.T) {
	plain := func(schemes ...auth.Scheme) func() *rest.Set {
		return func() *rest.Set {
			return rest.NewSet("notes", rest.ViewSet[note]{Path: "/notes/", Access: permission.SignedIn}).Schemes(schemes...)
		}
	}
	for _, tt := range []struct {
		about           string
		schemes         []auth.Scheme
		metadata, finds string
	}{
		{
			"the audience",
			[]auth.Scheme{oidc.Scheme{Issuer: "https://id.example.com", Audience: audience}},
			`{"resource":"https://api.example.com","authorization_servers":["https://id.example.com"],"bearer_methods_supported":["header"]}`,
			`Bearer realm="api"` + found,
		},
		{
			"no address as audience",
			[]auth.Scheme{oidc.Scheme{Issuer: "https://id.example.com", Audience: "notes", Scopes: "scope"}},
			`{"resource":"http://example.com","authorization_servers":["https://id.example.com"],"scopes_supported":["notes:create","notes:destroy","notes:list","notes:modify","notes:read","notes:replace","notes:retrieve","notes:write","read","write"],"bearer_methods_supported":["header"]}`,
			`Bearer realm="api"` + found,
		},
		{"a login only", []auth.Scheme{token.Scheme{}, oidc.Scheme{Issuer: "https://id.example.com", ClientID: "notes"}, session.Scheme{}}, "", `Bearer realm="api"`},
		{"another challenge", []auth.Scheme{basic.Scheme{}, oidc.Scheme{Issuer: "https://id.example.com", Audience: audience}}, `{"resource":`, `Basic realm="api"`},
	} {
		s := server.New(t, server.Config{Set: plain(tt.schemes...)}, ":memory:")
		w := send(s, "GET", auth.OAuthPath)
		if status := map[bool]int{true: 404, false: 200}[tt.metadata == ""]; w.Code != status || !strings.HasPrefix(w.Body.String(), tt.metadata) {
			t.Errorf("%s: got %d %s", tt.about, w.Code, w.Body)
		}
		if w := send(s, "GET", "/notes/"); w.Code != 401 || w.Header().Get("WWW-Authenticate") != tt.finds {
			t.Errorf("%s: got %d with the challenge %s", tt.about, w.Code, w.Header().Get("WWW-Authenticate"))
		}
	}
	s := server.New(t, server.Config{Set: plain(oidc.Scheme{Issuer: "https://id.example.com", Audience: audience})}, ":memory:")
	if w := send(s, "POST", auth.OAuthPath); w.Code != 405 || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: got %d %v", w.Code, w.Header())
	}
}
