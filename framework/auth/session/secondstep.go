// The second step of a login: the code of the account's second factor.

package session

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"example.com/resourceful/framework/auth"
)

// waiting is how long a session waits for its code.
const waiting = 10 * time.Minute

// Begin implements auth.SecondStep. The session that waits has the account under another key than a login, so that a
// process of a release without second factors takes it for none. It has no entry in the audit.
func (v *verifier) Begin(w http.ResponseWriter, r *http.Request, u *auth.User) error {
	if v.SecondFactors == nil {
		return v.start(w, r, u)
	}
	switch e, err := v.SecondFactors.Enrolment(r.Context(), u.ID); {
	case err != nil:
		return err
	case e.Confirmed.IsZero():
		return v.start(w, r, u)
	}
	session, err := v.sessions.Load(r.Context(), v.token(r))
	if err == nil && v.sessions.GetInt64(session, userKey) != 0 { // the end of a former login has an entry
		err = v.sessions.Destroy(session)
	}
	if err != nil {
		return fmt.Errorf("end the session of before: %w", err)
	}
	if err := v.startAs(w, r.WithContext(unrecorded(r.Context())), u, waitsKey, false, waiting); err != nil {
		return err
	}
	return auth.ErrSecondFactor
}

// unrecorded returns a context whose changes of sessions have no entry in the audit.
func unrecorded(ctx context.Context) context.Context {
	who := auth.ActorOf(ctx)
	who.Operation = ""
	return auth.WithActor(ctx, who)
}

// Waiting implements auth.SecondStep.
func (v *verifier) Waiting(ctx context.Context, r *http.Request) (*auth.User, error) {
	_, u, err := v.owner(ctx, v.token(r), waitsKey)
	return u, err
}

// Confirm implements auth.SecondStep. The session that has waited ends, and another begins.
func (v *verifier) Confirm(w http.ResponseWriter, r *http.Request, code string) (*auth.Credentials, error) {
	if err := auth.CheckOrigin(r, nil); err != nil {
		return nil, err
	}
	u, err := v.Waiting(r.Context(), r)
	if u == nil || err != nil {
		return nil, err
	}
	right, err := v.SecondFactors.Verify(r.Context(), u.ID, code)
	if _, throttled := auth.Waits(err); throttled || err == nil && !right {
		v.Report(r.Context(), r, auth.RefusedCode(auth.FormScheme, u, err))
	}
	if !right || err != nil {
		return nil, err
	}
	if _, err := v.destroy(unrecorded(r.Context()), v.token(r)); err != nil {
		return nil, err
	}
	if err := v.RenewProved(w, r.WithContext(auth.Acting(r.Context(), auth.LoginOperation, u, auth.FormScheme)), u); err != nil {
		return nil, err
	}
	c := v.loggedIn(r, u)
	c.SecondFactor = true
	return c, nil
}

// RenewProved implements auth.SecondStep.
func (v *verifier) RenewProved(w http.ResponseWriter, r *http.Request, u *auth.User) error {
	return v.startAs(w, r, u, userKey, true, v.sessions.Lifetime)
}
