// Fuzz tests of tokens and claims.

package oidc

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/resttest/stopwatch"
)

// nobody has an account, and must not be asked for.
type nobody struct{ auth.Identities }

// Whatever a client sends as a token, nobody is let in, and nothing panics.
func FuzzToken(f *testing.F) {
	for _, seed := range []string{"", "Bearer a.b.c", "Bearer eyJhbGciOiJub25lIn0.e30.", "bearer  x ", "Bearer rsf_x", "Bearer eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYSJ9.eyJzdWIiOiJhIn0.AAAA", "Bearer {}", "Basic x"} {
		f.Add(seed)
	}
	s := Scheme{Issuer: "https://id.example.com", Audience: "a", Transport: roundTrip(func(*http.Request) (*http.Response, error) {
		return nil, errors.New("nobody is there")
	})}
	v, err := s.Bind(auth.Services{Identities: nobody{}, Now: time.Now})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, header string) {
		defer stopwatch.Input(t)()
		c, err := v.Authenticate(context.Background(), &http.Request{Header: http.Header{"Authorization": {header}}})
		if c != nil || err == nil && strings.HasPrefix(header, "Bearer ") && strings.TrimSpace(header[7:]) != "" && strings.Count(header, ".") == 2 {
			t.Errorf("%q: got %+v, %v", header, c, err)
		}
	})
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// Claims that are no times let nothing through.
func FuzzClaims(f *testing.F) {
	for _, seed := range []string{"1", `"1"`, "null", "1e400", "-1", "true", "[]", "9999999999", "1.5"} {
		f.Add(seed, seed, seed)
	}
	now := time.Unix(1_000_000, 0)
	f.Fuzz(func(t *testing.T, end, begin, made string) {
		defer stopwatch.Input(t)()
		c := &claims{all: map[string]json.RawMessage{"exp": json.RawMessage(end), "nbf": json.RawMessage(begin), "iat": json.RawMessage(made)}}
		if c.inTime(now, time.Minute) && !(c.time("exp") > 999_940 && c.time("nbf") < 1_000_061 && c.time("iat") < 1_000_061) {
			t.Errorf("exp %s, nbf %s, iat %s are in time", end, begin, made)
		}
		_, _ = c.list(claimName{"exp"}, strings.Fields)
		_, _ = c.list(parseClaimName("/exp/a~1b/0"), strings.Fields)
	})
}
