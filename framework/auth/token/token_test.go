// Tests of tokens.

package token

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/resttest/stopwatch"
)

// table is a table of tokens in memory, all of one account.
type table struct {
	auth.Tokens // nil: the others are not asked for

	mu     sync.Mutex
	rows   map[string]auth.Token
	stored int // last uses
}

func (k *table) TokenByHash(_ context.Context, hash string) (auth.Token, auth.User, bool, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	t, ok := k.rows[hash]
	return t, auth.User{ID: 7, Username: "ann", Active: ok}, ok, nil
}

func (k *table) ObtainToken(_ context.Context, t auth.Token, _ int) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.rows[t.Hash] = t
	return nil
}

func (k *table) TokenUsed(_ context.Context, hash string, at time.Time) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	t := k.rows[hash]
	t.LastUsed = at
	k.rows[hash] = t
	k.stored++
	return nil
}

func bind(t testing.TB, s Scheme, k auth.Tokens) auth.Verifier {
	t.Helper()
	v, err := s.Bind(auth.Services{Tokens: k, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func request(headers ...string) *http.Request {
	return &http.Request{Header: http.Header{"Authorization": headers}}
}

func TestAuthenticate(t *testing.T) {
	secret, row := New()
	row.Name = "laptop"
	k := &table{rows: map[string]auth.Token{row.Hash: row}}
	const (
		invalid = "Invalid token."
		spaces  = "Invalid token header. Token string should not contain spaces."
	)
	for _, tt := range []struct {
		scheme    Scheme
		headers   []string
		want      string // the refusal, "" for the user or nobody
		challenge string
		known     bool
	}{
		{headers: []string{"Bearer " + secret}, known: true},
		{headers: []string{"bEaReR\t" + secret + " "}, known: true},
		{headers: nil},
		{headers: []string{""}},
		{headers: []string{"Bearers " + secret}},
		{headers: []string{"Token " + secret}},
		{headers: []string{"Bearer x"}, want: invalid, challenge: `Bearer realm="api", error="invalid_token"`},
		{headers: []string{"Bearer " + strings.ToUpper(secret)}, want: invalid, challenge: `Bearer realm="api", error="invalid_token"`},
		{headers: []string{"Bearer " + row.Hash}, want: invalid, challenge: `Bearer realm="api", error="invalid_token"`},
		{headers: []string{"Bearer"}, want: "Invalid token header. No credentials provided.", challenge: `Bearer realm="api", error="invalid_token"`},
		{headers: []string{"Bearer " + secret, "Bearer " + secret}, want: spaces, challenge: `Bearer realm="api", error="invalid_token"`},
		{headers: []string{"Bearer " + secret + " x"}, want: spaces, challenge: `Bearer realm="api", error="invalid_token"`},
		{scheme: Scheme{Keyword: "Token"}, headers: []string{"Token " + secret}, known: true},
		{scheme: Scheme{Keyword: "Token"}, headers: []string{"Bearer " + secret}},
		{scheme: Scheme{Keyword: "Token"}, headers: []string{"Token x"}, want: invalid},
		{scheme: Scheme{Realm: "shelf"}, headers: []string{"Bearer x"}, want: invalid, challenge: `Bearer realm="shelf", error="invalid_token"`},
	} {
		c, err := bind(t, tt.scheme, k).Authenticate(t.Context(), request(tt.headers...))
		detail, challenge := "", ""
		if p := problem.As(err); p != nil {
			detail, challenge = p.Detail, p.Challenge
			if p.Code != problem.Unauthorized {
				t.Errorf("%q: got code %v, want Unauthorized", tt.headers, p.Code)
			}
		}
		if detail != tt.want || challenge != tt.challenge || (c != nil) != tt.known {
			t.Errorf("%q\n got %v, %q, %q\nwant %v, %q, %q", tt.headers, c, detail, challenge, tt.known, tt.want, tt.challenge)
		}
		if c != nil && (c.User.Username != "ann" || c.Token != "laptop" || c.Cookie) {
			t.Errorf("%q: got %+v", tt.headers, c)
		}
	}
	if _, err := (Scheme{}).Bind(auth.Services{}); err == nil {
		t.Error("a program without tokens: got no mistake")
	}
}

// The refusal of a token is the same for all reasons; the event for operators has the reason.
func TestReasons(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	good, ann := auth.Token{Created: now}, auth.User{ID: 7, Active: true, Created: now.Add(999 * time.Microsecond)}
	for _, tt := range []struct {
		change func(*auth.Token, *auth.User)
		absent bool
		want   string
	}{
		{change: func(*auth.Token, *auth.User) {}},
		{change: func(*auth.Token, *auth.User) {}, absent: true, want: "unknown"},
		{change: func(k *auth.Token, _ *auth.User) { k.Revoked = now }, want: "revoked"},
		{change: func(k *auth.Token, _ *auth.User) { k.Expires = now }, want: "expired"},
		{change: func(_ *auth.Token, u *auth.User) { u.Active = false }, want: "inactive account"},
		{change: func(k *auth.Token, _ *auth.User) { k.Created = now.Add(-time.Millisecond) }, want: "older than the account"},
	} {
		row, user, told := good, ann, ""
		tt.change(&row, &user)
		v, err := Scheme{}.Bind(auth.Services{
			Tokens: only{token: row, user: user, found: !tt.absent}, Now: func() time.Time { return now },
			Events: func(_ context.Context, e auth.Event) { told = e.Reason },
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = v.Authenticate(t.Context(), request("Bearer x"))
		if told != tt.want || (err == nil) != (tt.want == "") {
			t.Errorf("got %q and the error %v, want %q", told, err, tt.want)
		}
	}
}

// only is one token and its account.
type only struct {
	auth.Tokens // nil: the others are not asked for

	token auth.Token
	user  auth.User
	found bool
}

func (o only) TokenByHash(context.Context, string) (auth.Token, auth.User, bool, error) {
	return o.token, o.user, o.found, nil
}

func (only) TokenUsed(context.Context, string, time.Time) error { return nil }

// However often a token is used, its last use is stored once a minute, and that of many within bounds.
func TestUses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		secret, row := New()
		k := &table{rows: map[string]auth.Token{row.Hash: row}}
		v := bind(t, Scheme{}, k)
		for minute := 1; minute <= 3; minute++ {
			for range 30 {
				if _, err := v.Authenticate(t.Context(), request("Bearer "+secret)); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Second)
			}
			synctest.Wait()
			if k.stored != minute {
				t.Errorf("minute %d: stored %d times", minute, k.stored)
			}
			time.Sleep(30 * time.Second)
		}
	})
}

func TestNew(t *testing.T) {
	seen := map[string]bool{}
	for range 100 {
		secret, row := New()
		if seen[secret] || len(secret) != 56 || !strings.HasPrefix(secret, row.Prefix) || len(row.Prefix) != 10 || strings.Contains(row.Hash, secret[10:]) || row.Hash != hashOf(secret) {
			t.Fatalf("got %q and %+v", secret, row)
		}
		seen[secret] = true
	}
}

// Whatever stands in the header, a token is one word of it behind the keyword.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "Bearer x", "bearer  x ", "Bearer", "Bearer a b", "Token x", "Bearer\tx", "Bearer\u00a0x", "Bearer \xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		defer stopwatch.Input(t)()
		v := &verifier{scheme: Scheme{}}
		secret, sent, err := v.parse([]string{header})
		if sent && (err != nil || secret == "" || strings.ContainsAny(secret, " \t\r\n\v\f") || !strings.Contains(header, secret)) {
			t.Errorf("%q: got %q, %v", header, secret, err)
		}
		if starts := strings.HasPrefix(strings.ToLower(strings.TrimLeft(header, " \t\r\n\v\f")), "bearer"); !starts && (sent || err != nil) {
			t.Errorf("%q: got %q, %v, want nothing", header, secret, err)
		}
	})
}
