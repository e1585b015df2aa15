// A test of hostile credentials.

package auth_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/clientcert"
	"example.com/resourceful/framework/auth/oidc"
	"example.com/resourceful/framework/auth/oidc/oidctest"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve/pageapi"
)

// requester is who asks, as the service knows it.
type requester struct {
	Username string `rest:"username"`
	Scheme   string `rest:"scheme"`
}

// allSchemes is a set with each scheme, which says who asks.
func allSchemes(issuer string) func() *rest.Set {
	whoAsks := func(c *rest.Call, _ rest.None) (requester, error) {
		if c.User() == nil {
			return requester{}, nil
		}
		return requester{c.User().Username, c.Credentials().Scheme}, nil
	}
	return func() *rest.Set {
		return rest.NewSet("who", rest.Endpoint("/who/", whoAsks, rest.GET, rest.Allow(permission.Anyone)), rest.Tokens("/tokens/")).Schemes(
			oidc.Scheme{Issuer: issuer, Audience: "api", LinkExisting: true}, token.Scheme{}, session.Scheme{}, clientcert.Scheme{}, basic.Scheme{})
	}
}

// certificateOf is a certificate of an account, as a proxy hands it on.
func certificateOf(t *testing.T, name string) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: time.Unix(0, 0), NotAfter: time.Now().Add(1000 * time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, c, c, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	return ":" + base64.StdEncoding.EncodeToString(der) + ":"
}

// sessionOf is the cookie of a session of an account.
func sessionOf(t *testing.T, s http.Handler, name string) string {
	t.Helper()
	r := httptest.NewRequest("POST", "/api-auth/login/", strings.NewReader("username="+name+"&password="+name+"-password"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	cookies := w.Result().Cookies()
	if len(cookies) != 1 {
		t.Fatalf("a login of %s: got %d %s", name, w.Code, w.Body)
	}
	return cookies[0].Name + "=" + cookies[0].Value
}

// credentialsOf are good credentials of an account for each scheme, by placeholders.
func credentialsOf(t *testing.T, s *server.Server, issuer *oidctest.Issuer, name string) *strings.Replacer {
	t.Helper()
	password := "Basic " + base64.StdEncoding.EncodeToString([]byte(name+":"+name+"-password"))
	r := httptest.NewRequest("POST", "/tokens/", strings.NewReader(`{"name":"mine"}`))
	r.Header = http.Header{"Content-Type": {"application/json"}, "Authorization": {password}}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	var made struct{ Token string }
	if err := json.Unmarshal(w.Body.Bytes(), &made); err != nil || made.Token == "" {
		t.Fatalf("a token of %s: got %d %s", name, w.Code, w.Body)
	}
	return strings.NewReplacer("{basic}", password, "{token}", made.Token, "{session}", sessionOf(t, s, name),
		"{jwt}", oidctest.Sign(t, issuer.Key("rsa"), issuer.Claims(name, "api", nil)), "{cert}", certificateOf(t, name))
}

// Whatever credentials a request has, malformed, doubled, oversized or of several schemes, the answer is the one that is
// documented in security.md, and the same on both databases.
func TestBadCredentials(t *testing.T) {
	issuer := oidctest.New(t)
	const (
		anonymous    = `200 {"username":"","scheme":""}`
		byOIDC       = `200 {"username":"alice","scheme":"oidc"}`
		byToken      = `200 {"username":"alice","scheme":"token"}`
		bySession    = `200 {"username":"alice","scheme":"session"}`
		byCert       = `200 {"username":"alice","scheme":"client-cert"}`
		byBasic      = `200 {"username":"alice","scheme":"basic"}`
		badToken     = `401 {"detail":"Invalid token."}`
		noToken      = `401 {"detail":"Invalid token header. No credentials provided."}`
		tokenSpaces  = `401 {"detail":"Invalid token header. Token string should not contain spaces."}`
		badCert      = `401 {"detail":"Invalid client certificate."}`
		noBasic      = `401 {"detail":"Invalid basic header. No credentials provided."}`
		basicSpaces  = `401 {"detail":"Invalid basic header. Credentials string should not contain spaces."}`
		basicBase64  = `401 {"detail":"Invalid basic header. Credentials not correctly base64 encoded."}`
		badPassword  = `401 {"detail":"Invalid username/password."}`
		authorize    = "Authorization"
		cookie, cert = "Cookie", "Client-Cert"
	)
	long := strings.Repeat("x", 100_000)
	tests := []struct {
		about   string
		headers []string
		want    string // while the account is active
		after   string // and once it is not; "" for the same
	}{
		{"nothing", nil, anonymous, ""},
		{"an empty header", []string{authorize, ""}, anonymous, ""},
		{"another scheme", []string{authorize, "Digest x"}, anonymous, ""},
		{"a scheme that begins like one", []string{authorize, "Bearers {token}"}, anonymous, ""},
		{"the secret alone", []string{authorize, "{token}"}, anonymous, ""},

		{"a token", []string{authorize, "Bearer {token}"}, byToken, badToken},
		{"in other letters, with tabs", []string{authorize, "bEARER \t {token} "}, byToken, badToken},
		{"a token in other letters", []string{authorize, "Bearer RSF_{token}"}, badToken, ""},
		{"no token", []string{authorize, "Bearer"}, noToken, ""},
		{"an unknown token", []string{authorize, "Bearer x"}, badToken, ""},
		{"two tokens", []string{authorize, "Bearer {token} {token}"}, tokenSpaces, ""},
		{"a token twice", []string{authorize, "Bearer {token}", authorize, "Bearer {token}"}, tokenSpaces, ""},
		{"a list of tokens", []string{authorize, "Bearer {token},Bearer {token}"}, tokenSpaces, ""},
		{"an oversized token", []string{authorize, "Bearer " + long}, badToken, ""},
		{"a token with a null byte", []string{authorize, "Bearer {token}\x00"}, badToken, ""},
		{"a token that is not a text", []string{authorize, "Bearer \xff\xfe"}, badToken, ""},

		{"a signed token", []string{authorize, "Bearer {jwt}"}, byOIDC, badToken},
		{"a signed token twice", []string{authorize, "Bearer {jwt}", authorize, "Bearer {jwt}"}, tokenSpaces, ""},
		{"a signed token with more behind it", []string{authorize, "Bearer {jwt}x"}, badToken, ""},
		{"an oversized signed token", []string{authorize, "Bearer a." + long + ".b"}, badToken, ""},
		{"a signed token and another", []string{authorize, "Bearer {jwt}", authorize, "Bearer {token}"}, tokenSpaces, ""},

		{"a session", []string{cookie, "{session}"}, bySession, anonymous},
		{"an unknown session", []string{cookie, "sessionid=" + strings.Repeat("a", 43)}, anonymous, ""},
		{"an empty session", []string{cookie, "sessionid="}, anonymous, ""},
		{"a malformed session", []string{cookie, "sessionid=\x01;;=;"}, anonymous, ""},
		{"an oversized session", []string{cookie, "sessionid=" + long}, anonymous, ""},
		{"a session twice", []string{cookie, "{session}; {session}"}, bySession, anonymous},
		{"a session behind one that is none", []string{cookie, "sessionid=x; {session}"}, anonymous, ""},

		{"a certificate", []string{cert, "{cert}"}, byCert, badCert},
		{"an empty certificate", []string{cert, ""}, anonymous, ""},
		{"a malformed certificate", []string{cert, ":AAAA:"}, badCert, ""},
		{"a certificate that is not base64", []string{cert, ":%%%:"}, badCert, ""},
		{"a certificate twice", []string{cert, "{cert}", cert, "{cert}"}, badCert, ""},
		{"an oversized certificate", []string{cert, ":" + long + ":"}, badCert, ""},

		{"a password", []string{authorize, "{basic}"}, byBasic, badPassword},
		{"no password", []string{authorize, "Basic"}, noBasic, ""},
		{"a password with spaces", []string{authorize, "{basic} x"}, basicSpaces, ""},
		{"a password that is not base64", []string{authorize, "Basic %%%"}, basicBase64, ""},
		{"a password without a colon", []string{authorize, "Basic YWxpY2U="}, badPassword, ""},
		{"a wrong password", []string{authorize, "Basic YWxpY2U6eA=="}, badPassword, ""},
		{"an unknown name", []string{authorize, "Basic bm9ib2R5Ong="}, badPassword, ""},
		{"a password twice", []string{authorize, "{basic}", authorize, "{basic}"}, basicSpaces, ""},
		{"an oversized password", []string{authorize, "Basic " + base64.StdEncoding.EncodeToString([]byte("alice:"+long))}, badPassword, ""},

		{"a token and a password", []string{authorize, "Bearer {token}", authorize, "{basic}"}, tokenSpaces, ""},
		{"a password and a token", []string{authorize, "{basic}", authorize, "Bearer {token}"}, basicSpaces, ""},
		{"a token and a session", []string{authorize, "Bearer {token}", cookie, "{session}"}, byToken, badToken},
		{"an unknown token and a session", []string{authorize, "Bearer x", cookie, "{session}"}, badToken, ""},
		{"a session and a password", []string{cookie, "{session}", authorize, "{basic}"}, bySession, badPassword},
		{"a session and a wrong password", []string{cookie, "{session}", authorize, "Basic YWxpY2U6eA=="}, bySession, badPassword},
		{"an unknown session and a password", []string{cookie, "sessionid=x", authorize, "{basic}"}, byBasic, badPassword},
		{"a session and a certificate", []string{cookie, "{session}", cert, "{cert}"}, bySession, badCert},
		{"a certificate and a wrong password", []string{cert, "{cert}", authorize, "Basic YWxpY2U6eA=="}, byCert, badCert},
		{"a malformed certificate and a password", []string{cert, "x", authorize, "{basic}"}, badCert, ""},
		{"a malformed certificate and a token", []string{cert, "x", authorize, "Bearer {token}"}, byToken, badToken},
	}
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: allSchemes(issuer.URL), Pages: pages(t), Auth: auth.Options{Proxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}}}, address)
		good := credentialsOf(t, s, issuer, "alice")
		ask := func(headers []string) string {
			r := httptest.NewRequest("GET", "/who/", nil)
			for i := 0; i < len(headers); i += 2 {
				r.Header.Add(headers[i], good.Replace(headers[i+1]))
			}
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			if w.Code == 401 && w.Header().Get("WWW-Authenticate") == "" {
				t.Errorf("%q: a 401 has no challenge", headers)
			}
			return strings.TrimSpace(w.Result().Status[:3] + " " + w.Body.String())
		}
		for _, tt := range tests {
			if got := ask(tt.headers); got != tt.want {
				t.Errorf("%s: got %s, want %s", tt.about, got, tt.want)
			}
		}
		users := accounts.NewUsers(s.DB)
		alice, _, err := users.UserByName(t.Context(), "alice")
		if err == nil {
			err = users.SetActive(t.Context(), alice.ID, false)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, tt := range tests {
			want := tt.after
			if want == "" {
				want = tt.want
			}
			if got := ask(tt.headers); got != want {
				t.Errorf("an inactive account, %s: got %s, want %s", tt.about, got, want)
			}
		}
	})
}

func databases(t *testing.T, test func(t *testing.T, address string)) {
	t.Run("sqlite", func(t *testing.T) { test(t, filepath.Join(t.TempDir(), "test.sqlite")) })
	t.Run("postgres", func(t *testing.T) { test(t, pg.Postgres(t)) })
}

func pages(t *testing.T) func(*auth.Authenticator) pageapi.Pages {
	return func(a *auth.Authenticator) pageapi.Pages {
		p, err := browse.New(a, rest.Theme{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}
