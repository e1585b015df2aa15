// Mistakes in authentication schemes.

package rest_test

import (
	"crypto/x509"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/clientcert"
	"example.com/resourceful/framework/auth/oidc"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/rest"
)

// scheme says about itself what a case wants.
type scheme struct{ name, challenge, vary string }

func (s scheme) Name() string                            { return s.name }
func (s scheme) Challenge() string                       { return s.challenge }
func (s scheme) Vary() string                            { return s.vary }
func (scheme) Bind(auth.Services) (auth.Verifier, error) { return nil, nil }

// panicking is a scheme with a mistake in its code.
type panicking struct{ scheme }

func (panicking) Name() string { panic("no name") }

func by(schemes ...auth.Scheme) func() *rest.Set {
	return func() *rest.Set { return one[Plain]().Schemes(schemes...) }
}

const issuer = "https://id.example.com"

var schemeMistakes = []mistake{
	{"no schemes", by()},
	{"scheme that is nil", by(session.Scheme{}, nil)},
	{"scheme that is a nil pointer", by((*session.Scheme)(nil))},
	{"scheme that panics", by(panicking{})},
	{"scheme twice", by(session.Scheme{}, token.Scheme{}, token.Scheme{Keyword: "Token"})},
	{"two schemes of one name", by(basic.Scheme{}, scheme{name: "basic"})},
	{"scheme without a name", by(scheme{})},
	{"name with a capital and a space", by(scheme{name: "Api key"})},
	{"name of anonymous requests", by(scheme{name: "none"})},
	{"name of the login form", by(scheme{name: "form"})},
	{"challenge with a line end", by(scheme{name: "key", challenge: "Key\r\nSet-Cookie: a=b"})},
	{"challenge without a word", by(scheme{name: "key", challenge: `realm="api"`})},
	{"challenge beyond ASCII", by(basic.Scheme{Realm: "Büro"})},
	{"two headers in Vary", by(scheme{name: "key", vary: "X-Key, X-Secret"})},
	{"Vary of everything", by(scheme{name: "key", vary: "*"})},
	{"keyword of two words", by(token.Scheme{Keyword: "My token"})},
	{"keyword of another scheme", by(token.Scheme{Keyword: "basic"})},
	{"lifetime that is over", by(session.Scheme{Lifetime: -time.Hour})},
	{"tokens that live for less than no time", by(token.Scheme{Lifetime: -time.Hour})},
	{"tokens without a scheme", func() *rest.Set { return listing(rest.ObtainAuthToken("/token/")) }},
	{"schemes listed in two calls", func() *rest.Set {
		return one[Plain]().Schemes(session.Scheme{}).Schemes(token.Scheme{})
	}},
	{"a path of tokens without a scheme", func() *rest.Set { return listing(rest.Tokens("/tokens/")) }},
	{"scopes with mistakes", func() *rest.Set {
		return one[Plain]().Scopes(rest.Scope{Name: "All things", Allows: []string{"read"}}, rest.Scope{Name: "read", Allows: []string{"write"}},
			rest.Scope{Name: "none"}, rest.Scope{Name: "some", Allows: []string{"plains:fly"}})
	}},
	{"provider without an address", by(oidc.Scheme{Issuer: "id.example.com", Audience: "api"})},
	{"provider that is not reached safely", by(oidc.Scheme{Issuer: "http://id.example.com", Audience: "api"})},
	{"provider for nothing", by(oidc.Scheme{Issuer: issuer})},
	{"audience that is the client", by(oidc.Scheme{Issuer: issuer, Audience: "shelf", ClientID: "shelf"})},
	{"algorithm with a shared secret", by(oidc.Scheme{Issuer: issuer, Audience: "api", Algorithms: []string{"RS256", "HS256"}})},
	{"clocks that differ by an hour", by(oidc.Scheme{Issuer: issuer, Audience: "api", Skew: time.Hour})},
	{"client secret without a client", by(oidc.Scheme{Issuer: issuer, Audience: "api", ClientSecret: "s"})},
	{"type of tokens that nobody writes", by(oidc.Scheme{Issuer: issuer, Audience: "api", TokenType: "JWT"})},
	{"type of tokens that are not taken", by(oidc.Scheme{Issuer: issuer, ClientID: "shelf", TokenType: "at+jwt"}, session.Scheme{})},
	{"claim with a wrong pointer", by(oidc.Scheme{Issuer: issuer, Audience: "api", Groups: "/realm_access//roles"})},
	{"claim with a wrong escape", by(oidc.Scheme{Issuer: issuer, Audience: "api", Username: "/a~2"})},
	{"groups kept without a claim", by(oidc.Scheme{Issuer: issuer, Audience: "api", KeepGroups: true})},
	{"names of groups without a claim", by(oidc.Scheme{Issuer: issuer, Audience: "api", GroupNames: map[string]string{"a": "staff"}})},
	{"name of a group that is empty", by(oidc.Scheme{Issuer: issuer, Audience: "api", Groups: "groups", GroupNames: map[string]string{"a": ""}})},
	{"certificate in the header of others", by(clientcert.Scheme{Header: "authorization"})},
	{"certificate in what is no header", by(clientcert.Scheme{Header: "Client Cert"})},
	{"certificates that nobody signs", by(clientcert.Scheme{Roots: x509.NewCertPool()})},
	{"several mistakes", by(nil, scheme{name: "Key"}, token.Scheme{Keyword: "a b"})},
}
