// Tests of several schemes together.

package auth_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/problem"
)

// fixed is a scheme that answers every request alike.
type fixed struct {
	name, challenge, vary string
	who                   *auth.Credentials
	err                   error
	unbound               bool // Bind returns nothing
	panics                bool // Bind does
}

func (f *fixed) Name() string      { return f.name }
func (f *fixed) Challenge() string { return f.challenge }
func (f *fixed) Vary() string      { return f.vary }

func (f *fixed) Bind(auth.Services) (auth.Verifier, error) {
	switch {
	case f.panics:
		panic("a mistake")
	case f.unbound:
		return nil, nil
	}
	return f, nil
}

func (f *fixed) Authenticate(context.Context, *http.Request) (*auth.Credentials, error) {
	return f.who, f.err
}

func TestAuthenticate(t *testing.T) {
	ours := errors.New("no database")
	wrong := problem.New(problem.Unauthorized, "Wrong.")
	exact := &problem.Error{Code: problem.Unauthorized, Detail: "Wrong.", Challenge: `Key error="x"`}
	session := &fixed{name: "session", vary: "Cookie"}
	key := &fixed{name: "key", challenge: "Key", vary: "X-Key"}
	ann := &fixed{name: "ann", vary: "Cookie", who: &auth.Credentials{User: auth.User{ID: 1, Username: "ann", Password: "hash"}}}
	for _, tt := range []struct {
		about     string
		schemes   []auth.Scheme
		who       string
		code      problem.Code // Internal for no refusal
		challenge string
		err       error
	}{
		{about: "nobody", schemes: []auth.Scheme{session, key}},
		{about: "the first that finds", schemes: []auth.Scheme{session, ann, &fixed{name: "z", err: ours}}, who: "ann by ann"},
		{about: "a fault", schemes: []auth.Scheme{&fixed{name: "a", err: ours}, ann}, err: ours},
		{about: "a refusal ends the search", schemes: []auth.Scheme{key, &fixed{name: "a", err: wrong}, ann}, code: problem.Unauthorized, challenge: "Key"},
		{about: "no challenge first", schemes: []auth.Scheme{session, &fixed{name: "a", challenge: "A", err: exact}}, code: problem.Forbidden},
		{about: "the first says more", schemes: []auth.Scheme{&fixed{name: "key", challenge: "Key", err: exact}}, code: problem.Unauthorized, challenge: exact.Challenge},
		{about: "the second says more", schemes: []auth.Scheme{key, &fixed{name: "a", err: exact}}, code: problem.Unauthorized, challenge: "Key"},
		{about: "another refusal", schemes: []auth.Scheme{key, &fixed{name: "a", err: problem.New(problem.Unavailable, "Later.")}}, code: problem.Unavailable},
	} {
		a, err := auth.New(tt.schemes, auth.Services{})
		if err != nil {
			t.Fatal(err)
		}
		c, err := a.Authenticate(t.Context(), httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
		who, code, challenge := "", problem.Internal, ""
		if c != nil {
			who = c.User.Username + " by " + c.Scheme + c.User.Password
		}
		if p := problem.As(err); p != nil {
			code, challenge, err = p.Code, p.Challenge, nil
		}
		if who != tt.who || code != tt.code || challenge != tt.challenge || !errors.Is(err, tt.err) {
			t.Errorf("%s: got %q, %v, %q, %v, want %q, %v, %q, %v", tt.about, who, code, challenge, err, tt.who, tt.code, tt.challenge, tt.err)
		}
	}
	if wrong.Challenge != "" || ann.who.Scheme != "" || ann.who.User.Password != "hash" {
		t.Error("what a scheme returns was changed, which other requests may share")
	}
	a, err := auth.New([]auth.Scheme{session, key, ann}, auth.Services{})
	if err != nil || a.Vary()[0] != "Accept, Cookie, X-Key" || len(a.Vary()) != 1 || a.HasLogin() {
		t.Errorf("got Vary %q, a login: %v, error %v", a.Vary(), a.HasLogin(), err)
	}
}

// Browsers add cookies by themselves, so who comes with one may not be another site's page; the scheme does
// not have to think of that.
func TestAuthenticateByCookie(t *testing.T) {
	for cookie, want := range map[bool]problem.Code{true: problem.Forbidden, false: problem.Internal} {
		who := &auth.Credentials{User: auth.User{ID: 1}, Cookie: cookie}
		a, err := auth.New([]auth.Scheme{&fixed{name: "team", vary: "Cookie", who: who}}, auth.Services{})
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest("POST", "/", nil)
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		code := problem.Internal // no refusal
		if _, err := a.Authenticate(t.Context(), httptest.NewRecorder(), r); err != nil {
			code = problem.As(err).Code
		}
		if code != want {
			t.Errorf("cookie %v: got %v, want %v", cookie, code, want)
		}
	}
}

// headed is a scheme whose credentials come in one header.
type headed struct {
	*fixed
	header string
}

func (h headed) Header() string { return h.header }

// A scheme that names its header is not asked about a request without that.
func TestAuthenticateByHeader(t *testing.T) {
	ann := &fixed{name: "ann", who: &auth.Credentials{User: auth.User{ID: 1}}}
	bob := &fixed{name: "bob", who: &auth.Credentials{User: auth.User{ID: 2}}}
	a, err := auth.New([]auth.Scheme{headed{ann, "x-ann"}, bob}, auth.Services{})
	if err != nil {
		t.Fatal(err)
	}
	for header, want := range map[string]int64{"X-Ann": 1, "X-Other": 2} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set(header, "")
		if c, err := a.Authenticate(t.Context(), httptest.NewRecorder(), r); err != nil || c == nil || c.User.ID != want {
			t.Errorf("with %s: got %+v, %v, want the account %d", header, c, err, want)
		}
	}
}

func TestDenied(t *testing.T) {
	const lack, denied = "Authentication credentials were not provided.", "You do not have permission to perform this action."
	for _, tt := range []struct {
		first *fixed
		user  *auth.User
		want  problem.Error
	}{
		{&fixed{name: "session"}, nil, problem.Error{Code: problem.Forbidden, Detail: lack}},
		{&fixed{name: "key", challenge: "Key"}, nil, problem.Error{Code: problem.Unauthorized, Detail: lack, Challenge: "Key"}},
		{&fixed{name: "session"}, &auth.User{}, problem.Error{Code: problem.Forbidden, Detail: denied}},
		{&fixed{name: "key", challenge: "Key"}, &auth.User{}, problem.Error{Code: problem.Forbidden, Detail: denied}},
	} {
		a, err := auth.New([]auth.Scheme{tt.first}, auth.Services{})
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Denied(tt.user); got.Code != tt.want.Code || got.Detail != tt.want.Detail || got.Challenge != tt.want.Challenge {
			t.Errorf("%s, %v: got %+v, want %+v", tt.first.name, tt.user, got, tt.want)
		}
	}
}

// A scheme that cannot be bound keeps the service from starting, and says which it is.
func TestBindMistakes(t *testing.T) {
	for want, s := range map[string]*fixed{
		"authentication scheme key: nothing is bound; let Bind return a Verifier or an error": {name: "key", unbound: true},
		"authentication scheme key: panic: a mistake":                                         {name: "key", panics: true},
	} {
		if _, err := auth.New([]auth.Scheme{s}, auth.Services{}); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
