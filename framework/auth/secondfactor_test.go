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

// Credentials have proved a second factor if their scheme says so; sessions and tokens only while the account has one. Administrators without keep their rights unless the program demands one.
func TestSecondFactorOfCredentials(t *testing.T) {
	admin := func(id int64, proved bool) auth.Credentials {
		return auth.Credentials{User: auth.User{ID: id, Admin: true}, SecondFactor: proved}
	}
	schemes := []auth.Scheme{
		given{"Token-Proved", true, admin(1, true)},
		given{"Token-Before", true, admin(1, false)},
		given{"Token-Removed", true, admin(2, true)},
		given{"Other-With", false, admin(1, false)},
		given{"Other-Proved", false, admin(2, true)},
		given{"Broken", true, admin(99, true)},
		session.Scheme{},
	}
	tests := []struct {
		header         string
		asked, need    bool
		proved, admins bool
	}{
		{"Token-Proved", true, false, true, true},
		{"Token-Before", true, false, false, true},  // such as one of a process without second factors
		{"Token-Removed", true, false, false, true}, // the factor is gone
		{"Other-With", true, false, false, true},
		{"Other-Proved", true, false, true, true},
		{"Token-Proved", false, true, true, true},
		{"Token-Before", false, true, false, false},
		{"Token-Removed", false, true, false, false},
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
