package auth_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/session"
)

// enrolled are second factors of the accounts with the keys in it.
type enrolled struct {
	auth.SecondFactors
	accounts map[int64]bool
}

func (e enrolled) Enrolment(_ context.Context, account int64) (auth.Enrolment, error) {
	if account == 99 {
		return auth.Enrolment{}, errors.New("the database is away")
	}
	if e.accounts[account] {
		return auth.Enrolment{Confirmed: time.Unix(1, 0)}, nil
	}
	return auth.Enrolment{}, nil
}

// given is a scheme of credentials that are given; with maker it makes tokens.
type given struct {
	name  string
	maker bool
	c     auth.Credentials
}

type maker struct {
	auth.TokenMaker
	given
}

func (m maker) Authenticate(ctx context.Context, r *http.Request) (*auth.Credentials, error) {
	return m.given.Authenticate(ctx, r)
}

func (g given) Name() string    { return g.name }
func (given) Challenge() string { return "" }
func (given) Vary() string      { return "" }
func (g given) Header() string  { return g.name }

func (g given) Bind(auth.Services) (auth.Verifier, error) {
	if g.maker {
		return maker{given: g}, nil
	}
	return g, nil
}

func (g given) Authenticate(context.Context, *http.Request) (*auth.Credentials, error) {
	return &g.c, nil
}

// Sessions and tokens of an account with a second factor have proved it, and other credentials only if their scheme says
// so. Administrators without keep their rights unless the program demands one.
func TestSecondFactorOfCredentials(t *testing.T) {
	admin := func(id int64) auth.Credentials { return auth.Credentials{User: auth.User{ID: id, Admin: true}} }
	proved := admin(2)
	proved.SecondFactor = true
	schemes := []auth.Scheme{
		given{"Token-With", true, admin(1)},
		given{"Token-Without", true, admin(2)},
		given{"Other-With", false, admin(1)},
		given{"Other-Proved", false, proved},
		given{"Broken", true, admin(99)},
		session.Scheme{},
	}
	tests := []struct {
		header         string
		asked, need    bool
		proved, admins bool
	}{
		{"Token-With", true, false, true, true},
		{"Token-Without", true, false, false, true},
		{"Other-With", true, false, false, true},
		{"Other-Proved", true, false, true, true},
		{"Token-With", false, false, false, true}, // nobody asks
		{"Token-With", false, true, true, true},
		{"Token-Without", false, true, false, false},
		{"Other-With", false, true, false, false},
		{"Other-Proved", false, true, true, true},
	}
	request := func(header string) *http.Request {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set(header, "x")
		return r
	}
	for _, tt := range tests {
		a, err := auth.New(schemes, auth.Services{SecondFactors: enrolled{accounts: map[int64]bool{1: true}}, FactorAsked: tt.asked, AdminsNeedFactor: tt.need})
		if err != nil {
			t.Fatal(err)
		}
		c, err := a.Authenticate(t.Context(), httptest.NewRecorder(), request(tt.header))
		if err != nil || c.SecondFactor != tt.proved || c.User.Admin != tt.admins {
			t.Errorf("%+v: got %+v, %v", tt, c, err)
		}
	}
	a, err := auth.New(schemes, auth.Services{SecondFactors: enrolled{}, FactorAsked: true})
	if err != nil {
		t.Fatal(err)
	}
	if c, err := a.Authenticate(t.Context(), httptest.NewRecorder(), request("Broken")); c != nil || err == nil {
		t.Errorf("without the database: got %+v, %v", c, err)
	}
	if _, err := auth.New(schemes[:1], auth.Services{SecondFactors: enrolled{}}); err == nil {
		t.Error("a set without a login that asks for codes is accepted")
	}
}
