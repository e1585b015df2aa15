package rest_test

import (
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/basic"
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
	{"several mistakes", by(nil, scheme{name: "Key"}, token.Scheme{Keyword: "a b"})},
}
