// The identity provider: its addresses and its keys, fetched when they are needed and kept.

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
	// keysAge is when keys are fetched anew, so that one that the provider has withdrawn is no longer good.
	keysAge = 10 * time.Minute
	// keysMost is how long keys are good while the provider cannot be asked.
	keysMost = 24 * time.Hour
	// unknownEvery is how often an unknown key lets the keys be fetched, at most: anybody may name one.
	unknownEvery = 30 * time.Second
	// failedEvery is how often a provider is asked that has not answered.
	failedEvery = 5 * time.Second
	// requestTimeout is for one request to the provider, and waitTimeout for a client's wait for its keys.
	requestTimeout = 10 * time.Second
	waitTimeout    = 5 * time.Second
	// maxDocument bounds what the provider answers.
	maxDocument = 1 << 20
)

// provider holds the facts about the provider. What it answers is kept, so that a provider that is down is no
// fault of the service as long as its keys are known.
type provider struct {
	issuer string
	client *http.Client
	now    func() time.Time
	log    *slog.Logger

	mu       sync.Mutex
	found    *oidc.Provider
	document document
	keys     []jose.JSONWebKey
	fetched  time.Time // when the keys were
	tried    time.Time // when they were asked for
	failing  bool
	flight   chan struct{} // closed when the request under way has ended; nil for none
}

// document is what the provider says of itself.
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

// bounded cuts off the rest of an answer that is longer than any document of a provider.
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

// unavailable is the answer while the provider cannot be asked.
func unavailable() error {
	return problem.New(problem.Unavailable, "The identity provider cannot be reached.")
}

// keysOf returns the keys that may have signed under a key ID, "" for any, with an algorithm. Where none has that ID
// the keys are fetched, unless that was done a moment ago; without any it is a *problem.Error.
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

// fitting are the keys that are known now.
func (p *provider) fitting(kid, algorithm string) (list []jose.JSONWebKey) {
	for _, k := range p.keys {
		if (kid == "" || k.KeyID == kid) && (k.Algorithm == "" || algorithm == "" || k.Algorithm == algorithm) {
			list = append(list, k)
		}
	}
	return list
}

// fetch asks the provider for its keys, and before the first time where they are.
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

// tell logs that the provider cannot be asked, and that it can again, each once.
func (p *provider) tell(err error) {
	switch {
	case err != nil && !p.failing:
		p.log.Warn("the identity provider cannot be asked", "issuer", p.issuer, "error", err)
	case err == nil && p.failing:
		p.log.Info("the identity provider answers again", "issuer", p.issuer)
	}
	p.failing = err != nil
}

// fetchKeys reads the public keys for signatures. A key of a kind that is not known is passed over, and so is one that
// is a secret.
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

// endpoint is where people log in and codes are exchanged.
func (p *provider) endpoint(ctx context.Context) (oauth2.Endpoint, error) {
	if _, err := p.keysOf(ctx, "", ""); err != nil {
		return oauth2.Endpoint{}, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.found.Endpoint(), nil
}

// keySet are the keys for one token, for go-oidc.
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

// signedBy are algorithms as go-jose has them.
func signedBy(names []string) []jose.SignatureAlgorithm {
	list := make([]jose.SignatureAlgorithm, len(names))
	for i, name := range names {
		list[i] = jose.SignatureAlgorithm(name)
	}
	return slices.Clip(list)
}
