// Mistakes in authentication schemes, throttles and versions.

package rest_test

import (
	"crypto/x509"
	"fmt"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/clientcert"
	"example.com/resourceful/framework/auth/oidc"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/auth/totp"
	"example.com/resourceful/framework/permission"
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
	{"inactivity timeout of moments", by(session.Scheme{Idle: time.Second})},
	{"inactivity timeout beyond the lifetime", by(session.Scheme{Idle: 20 * 24 * time.Hour})},
	{"tokens that live for less than no time", by(token.Scheme{Lifetime: -time.Hour})},
	{"tokens without a scheme", func() *rest.Set { return listing(rest.ObtainAuthToken("/token/")) }},
	{"schemes listed in two calls", func() *rest.Set {
		return one[Plain]().Schemes(session.Scheme{}).Schemes(token.Scheme{})
	}},
	{"a path of tokens without a scheme", func() *rest.Set { return listing(rest.Tokens("/tokens/")) }},
	{"second factors", func() *rest.Set {
		return listing(rest.SecondFactor("/second-factor/", totp.Factor{Issuer: "Tea: shop"}), rest.SecondFactor("/third-factor/", totp.Factor{})).Schemes(token.Scheme{})
	}},
	{"a second factor that is nil", func() *rest.Set {
		return listing(rest.SecondFactor("/second-factor/", nil))
	}},
	{"a rule about second factors that nobody has", func() *rest.Set {
		return listing(rest.ViewSet[Plain]{Path: "/a/", Access: permission.SecondFactor})
	}},
	{"a path of sessions without a scheme", func() *rest.Set {
		return listing(rest.Sessions("/sessions/")).Schemes(token.Scheme{})
	}},
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
	{"certificate in what is not a header", by(clientcert.Scheme{Header: "Client Cert"})},
	{"certificates that nobody signs", by(clientcert.Scheme{Roots: x509.NewCertPool()})},
	{"several mistakes", by(nil, scheme{name: "Key"}, token.Scheme{Keyword: "a b"})},
}

// Weighted is what an action takes that costs as much as it says.
type Weighted struct {
	Weight int64 `rest:"weight"`
}

func throttledBy(t rest.Throttle) func() *rest.Set {
	return func() *rest.Set {
		return listing(rest.ViewSet[Plain]{Path: "/notes/", Throttles: []rest.Throttle{t}})
	}
}

var (
	often = []rest.Rate{{Requests: 10, Per: time.Minute}}

	throttleMistakes = []mistake{
		{"throttle without rates", throttledBy(rest.Throttle{})},
		{"rate of nothing", throttledBy(rest.Throttle{Rates: []rest.Rate{{Per: time.Minute}}})},
		{"rate of less than a second", throttledBy(rest.Throttle{Rates: []rest.Rate{{Requests: 1, Per: time.Millisecond}}})},
		{"cost below nothing", throttledBy(rest.Throttle{Rates: often, Cost: -1})},
		{"costs below nothing", throttledBy(rest.Throttle{Rates: often, RowCost: -1, ExportCost: -2})},
		{"cost of a row above the rate", throttledBy(rest.Throttle{Rates: often, RowCost: 11})},
		{"costs of lists that nobody takes", throttledBy(rest.Throttle{Rates: often, RowCost: 1, ExportCost: 5})},
		{"throttle of a scope that there is not", throttledBy(rest.Throttle{Rates: often, TokenScope: "notes:fly"})},
		{"throttle of a set of a scope that there is not", func() *rest.Set {
			return one[Plain]().Throttles(rest.Throttle{Rates: often, TokenScope: "reading"})
		}},
		{"costs of an action", func() *rest.Set {
			weigh := func(*rest.Call, Weighted) (rest.None, error) { return rest.None{}, nil }
			hours := rest.Cost(func(_ *rest.Call, in Weighted) int64 { return in.Weight })
			return withActions(
				rest.OnList("weigh", weigh, rest.Allow(permission.Anyone), hours),
				rest.OnList("rows", weigh, rest.Allow(permission.Anyone), rest.Throttled(rest.Throttle{Rates: often, RowCost: 1})),
				rest.OnList("other", weigh, rest.Allow(permission.Anyone), rest.Throttled(rest.Throttle{Rates: often}), rest.Cost(func(*rest.Call, Plain) int64 { return 1 })),
				rest.OnList("nothing", weigh, rest.Allow(permission.Anyone), rest.Throttled(rest.Throttle{Rates: often}), rest.Cost[Weighted](nil)),
			)
		}},
		{"cost above the rate", throttledBy(rest.Throttle{Rates: often, Cost: 11})},
		{"exact throttle without rates", throttledBy(rest.Throttle{Exact: true})},
		{"throttle by nothing", throttledBy(rest.Throttle{Rates: often, By: 9})},
		{"scope that no header names", throttledBy(rest.Throttle{Rates: often, Scope: "a \"b\""})},
		{"throttle of an action that is not offered", func() *rest.Set {
			return listing(rest.ViewSet[Plain]{Path: "/notes/", Actions: rest.ReadOnly, Throttles: []rest.Throttle{{Actions: rest.Create, Rates: often}}})
		}},
		{"throttled action", func() *rest.Set {
			return withActions(rest.OnList("count", count, rest.Allow(permission.Anyone), rest.Throttled(rest.Throttle{Actions: rest.Create, Rates: often})),
				rest.OnList("total", count, rest.Allow(permission.Anyone), rest.Throttled(rest.Throttle{})))
		}},
		{"CORS of nobody", func() *rest.Set { return one[Plain]().CORS(rest.CORS{}) }},
		{"CORS of every origin with credentials", func() *rest.Set {
			return one[Plain]().CORS(rest.CORS{Origins: []string{"*"}, Credentials: true})
		}},
		{"CORS of no origin", func() *rest.Set {
			return one[Plain]().CORS(rest.CORS{Origins: []string{"https://app.example.com/", "app.example.com"}})
		}},
		{"throttles of the set", func() *rest.Set {
			return one[Plain]().Throttles(rest.Throttle{}, rest.Throttle{Actions: rest.Create, Rates: often}).Throttles()
		}},
	}
)

var versionMistakes = []mistake{
	{"versions without a scheme", func() *rest.Set { return plainSet().Versions(rest.VersionScheme{}, rest.Version{Name: "1"}) }},
	{"versions by a parameter without a name", func() *rest.Set { return plainSet().Versions(rest.InAccept(""), rest.Version{Name: "1"}) }},
	{"versions by a parameter that means something else", func() *rest.Set { return plainSet().Versions(rest.InAccept("q"), rest.Version{Name: "1"}) }},
	{"versions by a header that means something else", func() *rest.Set { return plainSet().Versions(rest.InHeader("accept"), rest.Version{Name: "1"}) }},
	{"versions by the parameter of the format", func() *rest.Set { return plainSet().Versions(rest.InQuery("format"), rest.Version{Name: "1"}) }},
	{"no versions", func() *rest.Set { return plainSet().Versions(rest.InAccept("version")) }},
	{"versions in two calls", func() *rest.Set {
		return plainSet().Versions(rest.InAccept("version"), rest.Version{Name: "1"}).Versions(rest.InPath(), rest.Version{Name: "1"})
	}},
	{"more versions than letters", func() *rest.Set {
		var list []rest.Version
		for c := 'a'; c <= 'z'+1; c++ {
			list = append(list, rest.Version{Name: fmt.Sprintf("v%d", c)})
		}
		return plainSet().Versions(rest.InPath(), list...)
	}},
	{"version with a bad name", versioned(rest.Version{Name: "1 0"})},
	{"version that is there twice", versioned(rest.Version{Name: "1"}, rest.Version{Name: "1"})},
	{"versions of a host that differ in letter case", func() *rest.Set {
		return plainSet().Versions(rest.InHost(), rest.Version{Name: "v1"}, rest.Version{Name: "V1"})
	}},
	{"version that ends and is not deprecated", versioned(rest.Version{Name: "1", Sunset: time.Unix(1, 0)})},
	{"version that ends before it is deprecated", versioned(rest.Version{Name: "1", Deprecated: time.Unix(2, 0), Sunset: time.Unix(1, 0)})},
	{"change that is empty", versioned(rest.Version{Name: "1", Changes: []rest.VersionChange{{}}})},
	{"rename of a struct of no set", renamed(rest.Rename[time.Location]("a", "b"))},
	{"rename of what is not a member", renamed(rest.Rename[Plain]("tittle", "name"))},
	{"rename to what is not a name", renamed(rest.Rename[Plain]("title", "a b"))},
	{"rename to a member that is there", renamed(rest.Rename[Plain]("title", "id"))},
	{"member that is renamed twice", renamed(rest.Rename[Plain]("title", "a"), rest.Rename[Plain]("title", "b"))},
	{"removed member that is needed", renamed(rest.Remove[Plain]("title"))},
	{"removed member that is renamed", renamed(rest.Remove[Plain]("title"), rest.Default[Plain]("title", "a"), rest.Rename[Plain]("title", "a"))},
	{"default of a member that nobody sends", renamed(rest.Default[Plain]("id", "1"))},
	{"default that the member refuses", renamed(rest.Default[Plain]("title", " "))},
	{"two defaults of a member", renamed(rest.Default[Plain]("title", "a"), rest.Default[Plain]("title", "b"))},
	{"added member that is there", renamed(rest.Add[Plain]("title", func(*Plain) string { return "" }))},
	{"added member without a function", renamed(rest.Add[Plain, string]("a", nil))},
	{"added member that is not a value", renamed(rest.Add[Plain]("a", func(*Plain) chan int { return nil }))},
	{"split into one name", renamed(rest.Split[Plain]("title", "a", "a", halves, whole))},
	{"split of another type", renamed(rest.Split[Plain]("title", "a", "b", func(int64) (string, string) { return "", "" }, func(string, string) (int64, error) { return 0, nil }))},
	{"split of a key", renamed(rest.Split[Plain]("id", "a", "b", halves, whole))},
	{"split of a removed member", renamed(rest.Remove[Plain]("title"), rest.Default[Plain]("title", "a"), rest.Split[Plain]("title", "a", "b", halves, whole))},
	{"join of what is not a member", renamed(rest.Join[Plain]("title", "body", "a", func(a, b string) string { return a + b }, func(string) (a, b string, err error) { return "", "", nil }))},
	{"members that become one", renamed(rest.Rename[Plain]("title", "a"), rest.Rename[Plain]("id", "a"))},
}

func halves(s string) (a, b string) { return s, s }

func whole(a, b string) (string, error) { return a + b, nil }

func versioned(list ...rest.Version) func() *rest.Set {
	return func() *rest.Set { return plainSet().Versions(rest.InAccept("version"), list...) }
}

func renamed(changes ...rest.VersionChange) func() *rest.Set {
	return versioned(rest.Version{Name: "1", Changes: changes})
}
