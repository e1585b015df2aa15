// Second factors: another proof than the password.

package auth

import (
	"context"
	"errors"
	"net/http"
	"time"

	"example.com/resourceful/framework/problem"
)

// Factor is a kind of second factor, which makes secrets for the apps or devices of accounts and knows their codes. Package
// totp has the usual one. It is a value that rest.SecondFactor lists.
type Factor interface {
	// NewSecret returns a secret for the app of an account, as people may type it.
	NewSecret() (string, error)
	// Address returns the address that gives a secret to the app of an account, such as otpauth://totp/…
	Address(account, secret string) string
	// Picture returns an image of an address for cameras, in PNG; nil for none.
	Picture(address string) ([]byte, error)
	// Step returns the number of the code that belongs to a secret at a time; ok is false for other codes. Numbers rise with
	// the time: one that is not above the last used one is refused.
	Step(secret, code string, at time.Time) (step int64, ok bool)
}

// FactorScheme is a Scheme that sets Credentials.SecondFactor itself, such as that of an identity provider which demands a
// second factor.
type FactorScheme interface{ ProvesSecondFactor() }

// Enrolment is the state of the second factor of an account.
type Enrolment struct {
	Confirmed time.Time // zero without a confirmed factor
	Recovery  int       // the recovery codes that are left
}

// SecondFactors keeps the second factors of accounts. Package accounts implements it on the table second_factors. Codes
// that are wrong several times in a row have to wait: then the error is that of Waits.
type SecondFactors interface {
	// Enrolment returns the state of an account.
	Enrolment(ctx context.Context, account int64) (Enrolment, error)
	// Begin stores a secret that counts once Confirm has its code, and replaces one that was not confirmed. For an
	// account with a confirmed factor it is ErrEnrolled.
	Begin(ctx context.Context, account int64) (secret string, err error)
	// Confirm makes the secret of Begin the factor of the account, if the code is its own. It ends all sessions and
	// tokens of the account, and returns its recovery codes; nil for a wrong code.
	Confirm(ctx context.Context, account int64, code string) (recovery []string, err error)
	// Verify reports whether a code is that of the confirmed factor, or a recovery code, and uses it up: it is refused
	// from then on. Without a confirmed factor it is false.
	Verify(ctx context.Context, account int64, code string) (bool, error)
	// Recover replaces the recovery codes.
	Recover(ctx context.Context, account int64) (recovery []string, err error)
	// Remove removes the factor, and reports whether there was a confirmed one.
	Remove(ctx context.Context, account int64) (bool, error)
	// Address and Picture are those of the Factor.
	Address(account, secret string) string
	Picture(address string) ([]byte, error)
}

var (
	// ErrEnrolled refuses another second factor for an account with a confirmed one.
	ErrEnrolled = errors.New("the account has a second factor")
	// ErrSecondFactor means that the password was right, and a code has to follow: see SecondStep.
	ErrSecondFactor = errors.New("the login needs a code of the second factor")
)

// SecondStep is a LoginForm that asks an account with a second factor for a code after its password. Until then Login is
// ErrSecondFactor, and the session that waits for the code has no credentials.
type SecondStep interface {
	LoginForm
	// Begin starts the session of an account that another service has authenticated. It is ErrSecondFactor if a code has
	// to follow.
	Begin(w http.ResponseWriter, r *http.Request, u *User) error
	// Waiting returns the account of a session that waits for its code; nil for none.
	Waiting(ctx context.Context, r *http.Request) (*User, error)
	// RenewProved is Renew for credentials that have proved the second factor.
	RenewProved(w http.ResponseWriter, r *http.Request, u *User) error
	// Confirm begins the session that has waited, if the code is right; otherwise it returns (nil, nil). It refuses a
	// cross-origin request like CheckOrigin.
	Confirm(w http.ResponseWriter, r *http.Request, code string) (*Credentials, error)
}

// NeedsCode returns the refusal of a login without a code, for an account with a second factor; nil for others and for a set
// without second factors.
func NeedsCode(ctx context.Context, factors SecondFactors, account int64) error {
	if factors == nil {
		return nil
	}
	e, err := factors.Enrolment(ctx, account)
	if err == nil && !e.Confirmed.IsZero() {
		err = problem.New(problem.Forbidden, "This account has a second factor. Log in on the pages, and make a token there.")
	}
	return err
}

// RefusedCode returns the event of a code of an account that was wrong, or that came too early, if err says so.
func RefusedCode(scheme string, u *User, err error) Event {
	e := Event{Kind: LoginFailedEvent, Scheme: scheme, Reason: "second factor"}
	if _, throttled := Waits(err); throttled {
		e.Kind = LoginThrottledEvent
	}
	return e.By(u)
}

// SecondFactors returns the store of second factors; nil for a set without.
func (a *Authenticator) SecondFactors() SecondFactors { return a.services.SecondFactors }

// Waiting returns the account whose login waits for the code of its second factor; nil for none.
func (a *Authenticator) Waiting(ctx context.Context, r *http.Request) (*User, error) {
	if a.step == nil {
		return nil, nil
	}
	return a.step.Waiting(ctx, r)
}

// Confirm ends a login by the code of the second factor; see SecondStep. Without a login that waits it returns (nil, nil).
func (a *Authenticator) Confirm(w http.ResponseWriter, r *http.Request, code string) (*Credentials, error) {
	if a.step == nil {
		return nil, nil
	}
	c, err := a.step.Confirm(w, a.from(w, r), code)
	if c == nil || err != nil {
		return nil, err
	}
	return a.prove(r.Context(), c.of(a.formName), true)
}

// prove checks that an account whose credentials were obtained with a second factor still has one, and withholds the rights of
// an administrator without if the program demands it. own are the credentials of logins and tokens of this service.
func (a *Authenticator) prove(ctx context.Context, c *Credentials, own bool) (*Credentials, error) {
	if a.services.SecondFactors == nil || !a.services.FactorAsked && !(a.services.AdminsNeedFactor && c.User.Admin) {
		return c, nil
	}
	proved := c.SecondFactor
	if own && proved {
		e, err := a.services.SecondFactors.Enrolment(ctx, c.User.ID)
		if err != nil {
			return nil, err
		}
		proved = !e.Confirmed.IsZero()
	}
	copied := *c
	copied.SecondFactor = proved
	copied.User.Admin = c.User.Admin && (proved || !a.services.AdminsNeedFactor)
	return &copied, nil
}
