// Package oidctest runs an identity provider for tests: it signs real tokens and exchanges real codes.
package oidctest

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// Issuer is an identity provider in a test's process. Its address is URL.
type Issuer struct {
	*httptest.Server
	ClientID, ClientSecret string
	KeysQuery              string // appended to the address of the keys, such as "?app=1"

	mu      sync.Mutex
	keys    map[string]Key // published keys by ID
	codes   map[string]code
	fetches int
	down    bool
}

// Key is a key of an issuer.
type Key struct {
	ID        string
	Algorithm jose.SignatureAlgorithm
	Private   crypto.Signer
}

// code holds the data of a code until it is exchanged.
type code struct {
	challenge, callback string
	claims              map[string]any
}

// New starts an issuer with the keys "rsa", "ec" and "ed". It ends with the test.
func New(t testing.TB) *Issuer {
	t.Helper()
	i := &Issuer{ClientID: "shelf", ClientSecret: "shelf-secret", keys: map[string]Key{}, codes: map[string]code{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		i.write(w, map[string]any{
			"issuer": i.URL, "jwks_uri": i.URL + "/keys" + i.KeysQuery, "authorization_endpoint": i.URL + "/authorize", "token_endpoint": i.URL + "/token",
			"id_token_signing_alg_values_supported": []string{"RS256", "ES256", "EdDSA"},
		})
	})
	mux.HandleFunc("GET /keys", i.serveKeys)
	mux.HandleFunc("POST /token", i.exchange)
	i.Server = httptest.NewServer(mux)
	t.Cleanup(i.Close)
	for _, k := range []Key{NewKey(t, "rsa", jose.RS256), NewKey(t, "ec", jose.ES256), NewKey(t, "ed", jose.EdDSA)} {
		i.Publish(k)
	}
	return i
}

// NewKey returns a key that no issuer publishes yet.
func NewKey(t testing.TB, id string, algorithm jose.SignatureAlgorithm) Key {
	t.Helper()
	var private crypto.Signer
	var err error
	switch algorithm {
	case jose.ES256:
		private, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	case jose.EdDSA:
		_, private, err = ed25519.GenerateKey(rand.Reader)
	default:
		private, err = rsa.GenerateKey(rand.Reader, 2048)
	}
	if err != nil {
		t.Fatal(err)
	}
	return Key{id, algorithm, private}
}

// Publish adds a key to the issuer's, or replaces one.
func (i *Issuer) Publish(k Key) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.keys[k.ID] = k
}

// Withdraw removes a key.
func (i *Issuer) Withdraw(id string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.keys, id)
}

// Key returns a published key.
func (i *Issuer) Key(id string) Key {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.keys[id]
}

// SetDown makes the issuer answer 500, or work again.
func (i *Issuer) SetDown(down bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.down = down
}

// Fetches returns how often the keys were fetched.
func (i *Issuer) Fetches() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.fetches
}

func (i *Issuer) serveKeys(w http.ResponseWriter, _ *http.Request) {
	i.mu.Lock()
	i.fetches++
	set := jose.JSONWebKeySet{}
	for _, k := range i.keys {
		set.Keys = append(set.Keys, jose.JSONWebKey{Key: k.Private.Public(), KeyID: k.ID, Algorithm: string(k.Algorithm), Use: "sig"})
	}
	i.mu.Unlock()
	i.write(w, set)
}

func (i *Issuer) write(w http.ResponseWriter, v any) {
	i.mu.Lock()
	down := i.down
	i.mu.Unlock()
	if down {
		http.Error(w, "down", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

// Claims returns the claims of a valid token of a subject for an audience, overridden by others; nil
// removes one.
func (i *Issuer) Claims(subject, audience string, others map[string]any) map[string]any {
	now := time.Now()
	claims := map[string]any{
		"iss": i.URL, "sub": subject, "aud": audience, "preferred_username": subject, "email": subject + "@example.com", "email_verified": true,
		"iat": now.Unix(), "exp": now.Add(time.Hour).Unix(),
	}
	maps.Copy(claims, others)
	maps.DeleteFunc(claims, func(_ string, v any) bool { return v == nil })
	return claims
}

// Sign signs claims.
func Sign(t testing.TB, k Key, claims map[string]any) string {
	t.Helper()
	return SignTyped(t, k, "JWT", claims)
}

// SignTyped signs claims with a type in the header, such as "at+jwt".
func SignTyped(t testing.TB, k Key, typ string, claims map[string]any) string {
	t.Helper()
	payload, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: k.Algorithm, Key: jose.JSONWebKey{Key: k.Private, KeyID: k.ID}}, (&jose.SignerOptions{}).WithType(jose.ContentType(typ)))
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

// Authorize simulates the browser of a subject at the address of a login: it returns the address that the
// provider redirects to. others override claims of the token.
func (i *Issuer) Authorize(t testing.TB, address, subject string, others map[string]any) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	if q.Get("client_id") != i.ClientID || q.Get("response_type") != "code" || q.Get("code_challenge_method") != "S256" || q.Get("nonce") == "" || q.Get("state") == "" {
		t.Fatalf("%s does not begin a login", address)
	}
	claims := i.Claims(subject, i.ClientID, map[string]any{"nonce": q.Get("nonce")})
	maps.Copy(claims, others)
	key := rand.Text()
	i.mu.Lock()
	i.codes[key] = code{q.Get("code_challenge"), q.Get("redirect_uri"), claims}
	i.mu.Unlock()
	return q.Get("redirect_uri") + "?" + url.Values{"code": {key}, "state": {q.Get("state")}}.Encode()
}

// exchange exchanges a code for a token, once.
func (i *Issuer) exchange(w http.ResponseWriter, r *http.Request) {
	id, secret, _ := r.BasicAuth()
	i.mu.Lock()
	c, found := i.codes[r.PostFormValue("code")]
	delete(i.codes, r.PostFormValue("code"))
	key := i.keys["rsa"]
	i.mu.Unlock()
	sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	if !found || id != i.ClientID || secret != i.ClientSecret || c.challenge != base64.RawURLEncoding.EncodeToString(sum[:]) || c.callback != r.PostFormValue("redirect_uri") {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte(`{"error":"invalid_grant"}`))
		return
	}
	payload, _ := json.Marshal(c.claims)
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: key.Algorithm, Key: jose.JSONWebKey{Key: key.Private, KeyID: key.ID}}, nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	signed, err := signer.Sign(payload)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	text, _ := signed.CompactSerialize()
	i.write(w, map[string]any{"access_token": "opaque", "token_type": "Bearer", "expires_in": 60, "id_token": text})
}
