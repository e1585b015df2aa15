// The identity provider: its addresses and keys, fetched on demand and cached.

package oidc

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"
	"golang.org/x/oauth2"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/problem"
)

const (
	// keysAge is the age at which keys are fetched again, so that withdrawn keys expire.
	keysAge = 10 * time.Minute
	// keysMost is how long keys are valid while the provider cannot be reached.
	keysMost = 24 * time.Hour
	// unknownEvery is the least time between fetches because of an unknown key, because anybody may name
	// one.
	unknownEvery = 30 * time.Second
	// failedEvery is the time between attempts after a failure.
	failedEvery = 5 * time.Second
	// requestTimeout is the time limit of one request to the provider, and waitTimeout that of a client's
	// wait for keys.
	requestTimeout = 10 * time.Second
	waitTimeout    = 5 * time.Second
	// maxDocument is the largest size of the provider's answers.
	maxDocument = 1 << 20
)

// provider caches the facts about the provider, so that the service works without it while its keys are
// known.
type provider struct {
	issuer string
	client *http.Client
	now    func() time.Time
	log    *slog.Logger

	mu       sync.Mutex
	found    *oidc.Provider
	document document
	keys     []jose.JSONWebKey
	fetched  time.Time // time of the last successful fetch
	tried    time.Time // time of the last attempt
	failing  bool
	flight   chan struct{} // closed when the current request has ended; nil for none
}

// document is the provider's configuration.
type document struct {
	KeysURL string `json:"jwks_uri"`
}

func newProvider(s *Scheme, services auth.Services) *provider {
	var transport http.RoundTripper = bounded{s.Transport}
	if s.Transport == nil {
		transport = bounded{http.DefaultTransport}
	}
	return &provider{
		issuer: s.Issuer, now: services.Now, log: cmp.Or(services.Log, slog.Default()),
		client: &http.Client{Transport: transport, Timeout: requestTimeout, CheckRedirect: func(*http.Request, []*http.Request) error {
			return errors.New("the identity provider redirects")
		}},
	}
}

// bounded cuts a response at the largest size of a document.
type bounded struct{ http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	w, err := b.RoundTripper.RoundTrip(r)
	if err == nil {
		w.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(w.Body, maxDocument), w.Body}
	}
	return w, err
}

// unavailable returns the refusal while the provider cannot be reached.
func unavailable() error {
	return problem.New(problem.Unavailable, "The identity provider cannot be reached.")
}

// keysOf returns the keys for a key ID, "" for any, and an algorithm. If there is none, it fetches the
// keys, unless that was done a moment ago. Without any keys it returns a *problem.Error.
func (p *provider) keysOf(ctx context.Context, kid, algorithm string) ([]jose.JSONWebKey, error) {
	p.mu.Lock()
	fitting, now := p.fitting(kid, algorithm), p.now()
	age := now.Sub(p.fetched)
	old, stale := age >= keysAge, age >= 2*keysAge && !p.failing || age >= keysMost
	every := failedEvery
	if p.keys != nil && fitting == nil {
		every = unknownEvery
	}
	if (old || fitting == nil) && p.flight == nil && now.Sub(p.tried) >= every {
		p.tried, p.flight = now, make(chan struct{})
		go p.fetch(p.flight)
	}
	flight := p.flight
	p.mu.Unlock()
	if fitting != nil && !stale {
		return fitting, nil
	}
	if err := await(ctx, flight); err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.keys == nil || p.now().Sub(p.fetched) >= keysMost {
		return nil, unavailable()
	}
	return p.fitting(kid, algorithm), nil
}

// await waits for a request to the provider; nil is none.
func await(ctx context.Context, flight chan struct{}) error {
	if flight == nil {
		return nil
	}
	wait := time.NewTimer(waitTimeout)
	defer wait.Stop()
	select {
	case <-flight:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-wait.C:
		return unavailable()
	}
}

// fitting returns the matching cached keys.
func (p *provider) fitting(kid, algorithm string) (list []jose.JSONWebKey) {
	for _, k := range p.keys {
		if (kid == "" || k.KeyID == kid) && (k.Algorithm == "" || algorithm == "" || k.Algorithm == algorithm) {
			list = append(list, k)
		}
	}
	return list
}

// fetch fetches the provider's keys, and before the first time its configuration.
func (p *provider) fetch(flight chan struct{}) {
	ctx, cancel := context.WithTimeout(oidc.ClientContext(context.Background(), p.client), requestTimeout)
	defer cancel()
	p.mu.Lock()
	found, doc := p.found, p.document
	p.mu.Unlock()
	var err error
	if found == nil {
		if found, err = oidc.NewProvider(ctx, p.issuer); err == nil {
			err = found.Claims(&doc)
		}
		if err == nil {
			err = checkKeysURL(doc.KeysURL)
		}
	}
	var keys []jose.JSONWebKey
	if err == nil {
		keys, err = p.fetchKeys(ctx, doc.KeysURL)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err == nil {
		p.found, p.document, p.keys, p.fetched = found, doc, keys, p.now()
	}
	p.tell(err)
	p.flight = nil
	close(flight)
}

// tell logs once that the provider cannot be reached, and once that it can again.
func (p *provider) tell(err error) {
	switch {
	case err != nil && !p.failing:
		p.log.Warn("the identity provider cannot be asked", "issuer", p.issuer, "error", err)
	case err == nil && p.failing:
		p.log.Info("the identity provider answers again", "issuer", p.issuer)
	}
	p.failing = err != nil
}

// fetchKeys fetches the public keys for signatures. It skips keys of unknown kinds, and secret ones.
func (p *provider) fetchKeys(ctx context.Context, address string) ([]jose.JSONWebKey, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	answer, err := p.client.Do(r)
	if err != nil {
		return nil, fmt.Errorf("get keys: %w", err)
	}
	defer answer.Body.Close()
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("get keys: status %d", answer.StatusCode)
	}
	if err := json.NewDecoder(answer.Body).Decode(&set); err != nil {
		return nil, fmt.Errorf("read keys: %w", err)
	}
	var keys []jose.JSONWebKey
	for _, text := range set.Keys {
		var k jose.JSONWebKey
		if k.UnmarshalJSON(text) == nil && k.Valid() && k.IsPublic() && (k.Use == "" || k.Use == "sig") {
			keys = append(keys, k)
		}
	}
	if keys == nil {
		return nil, errors.New("the provider has no public key for signatures")
	}
	return keys, nil
}

// endpoint returns the addresses of logins and code exchanges.
func (p *provider) endpoint(ctx context.Context) (oauth2.Endpoint, error) {
	if _, err := p.keysOf(ctx, "", ""); err != nil {
		return oauth2.Endpoint{}, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.found.Endpoint(), nil
}

// keySet implements oidc.KeySet for one token.
type keySet struct {
	token *jose.JSONWebSignature
	keys  []jose.JSONWebKey
}

// VerifySignature implements oidc.KeySet.
func (k keySet) VerifySignature(context.Context, string) ([]byte, error) {
	for i := range k.keys {
		if payload, err := k.token.Verify(&k.keys[i]); err == nil {
			return payload, nil
		}
	}
	return nil, errRefused
}

var _ oidc.KeySet = keySet{}

// signedBy converts algorithms for go-jose.
func signedBy(names []string) []jose.SignatureAlgorithm {
	list := make([]jose.SignatureAlgorithm, len(names))
	for i, name := range names {
		list[i] = jose.SignatureAlgorithm(name)
	}
	return slices.Clip(list)
}
