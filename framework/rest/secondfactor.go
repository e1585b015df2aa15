// The second factor of the requester.

package rest

import (
	"cmp"
	"encoding/base64"
	"errors"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/source"
)

// shownFactor is the state of the requester's second factor.
type shownFactor struct {
	Detail    string     `rest:"detail"`
	Confirmed *time.Time `rest:"confirmed"`
	Left      *int       `rest:"recovery_codes_left"`
	Renew     string     `rest:"new_recovery_codes"` // the address where they are made; "" without a factor
	Remove    string     `rest:"remove"`
}

// beginning is the input for a second factor.
type beginning struct {
	Password string `rest:"password,writeonly,multiline" default:"" validate:"max=4096" help:"Of the account, unless it has none."`
}

// begunFactor is a secret for the app of the requester, which is shown once.
type begunFactor struct {
	Detail  string `rest:"detail"`
	Secret  string `rest:"secret"`
	Address string `rest:"address"`
	Picture string `rest:"picture,readonly"` // the address for cameras, as a data: URL; "" for none
	Confirm string `rest:"confirm"`
}

// factorCode is a code of the requester's app, or a recovery code.
type factorCode struct {
	Code string `rest:"code" validate:"max=50" help:"Of the app, or a recovery code."`
}

// recoveryCodes are the new recovery codes of the requester, which are shown once.
type recoveryCodes struct {
	Detail string   `rest:"detail"`
	Codes  []string `rest:"recovery_codes"`
}

// factorAnswer is the response about a second factor in other respects.
type factorAnswer struct {
	Detail string `rest:"detail"`
}

// secondFactor are the endpoints of SecondFactor.
type secondFactor struct{ endpoints []*declaration.Action }

func (s secondFactor) declare() *declaration.ViewSet {
	return &declaration.ViewSet{Endpoints: s.endpoints}
}

// SecondFactor gives accounts a second factor, at a path such as "/second-factor/":
//
//	rest.NewSet("tracker", rest.SecondFactor("/second-factor/", totp.Factor{Issuer: "Tracker"}), …)
//
// POST with the password returns a secret for an authenticator app, once, and "confirm/" takes a code of it. The account
// has a second factor then: all its other sessions and its tokens end, and the response contains ten recovery codes.
// "recovery-codes/" replaces these, and "remove/" removes the factor; each takes a code. GET describes the state. Each has a
// page, and the account menu leads there. A client that uses a token, or whose credentials are limited, changes nothing.
//
// The login of an account with a second factor asks for a code after the password, or after the login at another service.
// A code is right once. After five wrong ones in a row each further one has to wait, up to 15 minutes. HTTP Basic,
// ObtainAuthToken and Call.NewToken refuse such an account, because no code can follow: its tokens are made on the
// pages. A session proves the factor if its login had a code, and a token if such a session made it: see
// permission.SecondFactor. The setting admins-need-second-factor takes the rights of administrators from accounts without.
// Certificates of clients and tokens of identity providers need no code.
func SecondFactor(path string, factor auth.Factor) Resource {
	confirm, renew, remove := path+"confirm/", path+"recovery-codes/", path+"remove/"
	const (
		aboutState   = "A second factor is a code of an app on your phone. The login asks for it after your password."
		aboutConfirm = "Confirms the second factor by a code of the app. All your other sessions and your tokens end."
		aboutRenew   = "Makes ten new recovery codes, each of which replaces a code of the app once. The former ones end."
		aboutRemove  = "Removes the second factor. From then on the password is enough."
	)
	state := Endpoint(path, func(c *Call, _ None) (shownFactor, error) {
		e, err := c.call.SecondFactors().Enrolment(c.Context(), c.User().ID)
		if err != nil || e.Confirmed.IsZero() {
			return shownFactor{Detail: "You have no second factor."}, err
		}
		shown := shownFactor{Detail: "You have a second factor.", Confirmed: &e.Confirmed, Left: &e.Recovery}
		if shown.Renew, err = c.Address(renew); err == nil {
			shown.Remove, err = c.Address(remove)
		}
		return shown, err
	}, GET, Allow(permission.SignedIn), Card(), InAccountMenu("Second factor"), Describe(aboutState))
	begin := Endpoint(path, func(c *Call, in beginning) (begunFactor, error) { return beginFactor(c, in, confirm) },
		Allow(permission.SignedIn), NonAtomic(), Card(), Describe("Makes a secret for an authenticator app. It counts once it is confirmed."))
	confirmed := Endpoint(confirm, confirmFactor, Allow(permission.SignedIn), NonAtomic(), Card(), Describe(aboutConfirm))
	renewed := Endpoint(renew, func(c *Call, in factorCode) (recoveryCodes, error) {
		f, err := verified(c, in)
		if err != nil {
			return recoveryCodes{}, err
		}
		codes, err := f.Recover(c.call.Acting(), c.User().ID)
		return recoveryCodes{"These recovery codes replace the former ones. They are shown only now.", codes}, err
	}, Allow(permission.SignedIn), NonAtomic(), Card(), Describe(aboutRenew))
	removed := Endpoint(remove, func(c *Call, in factorCode) (factorAnswer, error) {
		f, err := verified(c, in)
		if err == nil {
			_, err = f.Remove(c.call.Acting(), c.User().ID)
		}
		return factorAnswer{"The second factor is removed."}, err
	}, Allow(permission.SignedIn), NonAtomic(), Card(), Describe(aboutRemove))
	about := func(path, text string) Resource {
		return Endpoint(path, func(*Call, None) (factorAnswer, error) { return factorAnswer{text}, nil }, GET, Allow(permission.SignedIn), Card(), Describe(text))
	}
	s := secondFactor{}
	for _, e := range []struct {
		Resource
		title string
	}{
		{state, "Second factor"},
		{begin, "Set up a second factor"},
		{about(confirm, aboutConfirm), "Confirm the second factor"},
		{confirmed, "Confirm the second factor"},
		{about(renew, aboutRenew), "New recovery codes"},
		{renewed, "New recovery codes"},
		{about(remove, aboutRemove), "Remove the second factor"},
		{removed, "Remove the second factor"},
	} {
		a := e.Resource.(endpoint).action
		a.Sessions, a.SecondFactor, a.Factor, a.Title, a.At = true, true, factor, e.title, source.CallerOf(1)
		s.endpoints = append(s.endpoints, &a)
	}
	return s
}

// factorOf returns the second factors for a requester who may change theirs.
func factorOf(c *Call) (auth.SecondFactors, error) {
	if as := c.Credentials(); as.Token != "" || as.Scopes != nil {
		return nil, problem.New(problem.Forbidden, "A token has nothing to do with second factors. Log in, or send a username and a password.")
	}
	return c.call.SecondFactors(), nil
}

// beginFactor makes a secret for a requester who knows the password of the account.
func beginFactor(c *Call, in beginning, confirm string) (begun begunFactor, err error) {
	f, err := factorOf(c)
	if err != nil {
		return begun, err
	}
	u, err := Rows[auth.User](c).Get(c.User().ID)
	if err == nil && u.Password != "" {
		var right *auth.User
		if right, err = c.CheckPassword(u.Username, in.Password); err == nil && right == nil {
			err = mistaken("password", "Your password was entered incorrectly. Please enter it again.")
		}
	}
	if err != nil {
		return begun, err
	}
	begun.Detail = "Scan the picture with the app, or type the secret there. Then confirm it with a code of the app."
	if begun.Secret, err = f.Begin(c.Context(), u.ID); errors.Is(err, auth.ErrEnrolled) {
		err = problem.New(problem.Conflict, "You have a second factor already. Remove it first.")
	}
	if err == nil {
		begun.Address = f.Address(u.Username, begun.Secret)
		begun.Confirm, err = c.Address(confirm)
	}
	if err != nil {
		return begun, err
	}
	picture, err := f.Picture(begun.Address)
	if picture != nil {
		begun.Picture = "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture)
	}
	return begun, err
}

// confirmFactor confirms the secret of the requester, whose session goes on.
func confirmFactor(c *Call, in factorCode) (recoveryCodes, error) {
	f, err := factorOf(c)
	if err != nil {
		return recoveryCodes{}, err
	}
	codes, err := f.Confirm(c.call.Acting(), c.User().ID, in.Code)
	switch {
	case errors.Is(err, auth.ErrEnrolled):
		err = problem.New(problem.Conflict, "You have a second factor already. Remove it first.")
	case err == nil && codes == nil:
		err = wrongCode()
	}
	if err != nil {
		return recoveryCodes{}, err
	}
	u, err := Rows[auth.User](c).Get(c.User().ID) // with its new generation
	return recoveryCodes{"You have a second factor. Keep these recovery codes in a safe place: they are shown only now.", codes}, cmp.Or(err, c.RenewSession(u))
}

// verified returns the second factors, if a code of the requester's is right.
func verified(c *Call, in factorCode) (auth.SecondFactors, error) {
	f, err := factorOf(c)
	if err != nil {
		return nil, err
	}
	right, err := f.Verify(c.Context(), c.User().ID, in.Code)
	if err == nil && !right {
		err = wrongCode()
	}
	return f, err
}

func wrongCode() error {
	return mistaken("code", "This code is wrong, or was used already.")
}

// mistaken is the refusal of a member of the input.
func mistaken(name, message string) error {
	var fields problem.Fields
	fields.Add(name, "%s", message)
	return fields.Err()
}
