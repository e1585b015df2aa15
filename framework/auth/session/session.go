// The life of a session: its start, its account and its end.

package session

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/alexedwards/scs/v2"

	"example.com/resourceful/framework/auth"
)

// newManager sets a session manager up without scs.New, which would start a clean-up of an unused store in
// memory. Its middleware is not used either, so that ordinary responses set no cookie.
func newManager(store auth.Sessions, name string, secure bool, s Scheme) *scs.SessionManager {
	return &scs.SessionManager{
		Lifetime:         s.lifetime(),
		IdleTimeout:      s.Idle,
		Store:            scsStore{store},
		Codec:            codec{},
		HashTokenInStore: true,
		Cookie: scs.SessionCookie{
			Name:     name,
			Path:     "/",
			HttpOnly: true,
			Persist:  true,
			SameSite: http.SameSiteLaxMode,
			Secure:   secure,
		},
	}
}

// LoggedIn implements auth.LoginForm. A session is dead if its account is deleted or inactive, has changed
// its name or password since the login, or is of another generation. A dead session is removed, so that it
// stays dead.
func (v *verifier) LoggedIn(ctx context.Context, r *http.Request) (*auth.Credentials, error) {
	token := v.token(r)
	session, u, err := v.owner(ctx, token, userKey)
	if u == nil || err != nil {
		return nil, err
	}
	if v.touch != nil && auth.IsUse(ctx) {
		v.used(session, token)
	}
	u.Password = ""
	return &auth.Credentials{User: *u, Scheme: v.scheme.Name(), Session: idOf(token), Cookie: true, SecondFactor: v.sessions.GetBool(session, factorKey)}, nil
}

// owner returns the session with a token, which may be "", and the account under a key of it, with its hash; nil for none. It
// removes a session that is dead.
func (v *verifier) owner(ctx context.Context, token, key string) (session context.Context, u *auth.User, err error) {
	if token == "" {
		return nil, nil, nil
	}
	if session, err = v.sessions.Load(ctx, token); err != nil {
		return nil, nil, fmt.Errorf("load session: %w", err)
	}
	id := v.sessions.GetInt64(session, key)
	if id == 0 {
		return nil, nil, nil
	}
	found, ok, err := v.Accounts.UserByID(session, id)
	if err != nil {
		return nil, nil, fmt.Errorf("find account %d of session: %w", id, err)
	}
	if !ok || !v.current(session, &found) {
		if err := v.sessions.Destroy(session); err != nil {
			return nil, nil, fmt.Errorf("end session of account %d: %w", id, err)
		}
		return nil, nil, nil
	}
	return session, &found, nil
}

// used extends a session in the background, up to its lifetime. A failure ends the session sooner, and is logged.
func (v *verifier) used(session context.Context, token string) {
	now := time.Now()
	expires := now.Add(v.scheme.Idle)
	if end := v.sessions.Deadline(session); end.Before(expires) {
		expires = end
	}
	hash := hashOf(token)
	v.uses.Note(hash, now, func(ctx context.Context) error {
		err := v.touch.TouchSession(ctx, hash, expires)
		if err != nil {
			cmp.Or(v.Log, slog.Default()).WarnContext(ctx, "the use of a session was not stored; it may end as unused", "session", auth.SessionID(hash), "error", err)
		}
		return err
	})
}

// current reports whether an account is the same as at the login of its session. The generation covers
// changes by the service, even if they were undone; active, name and hash cover changes by hand in the
// table. A session with a longer inactivity timeout than the present one is not current either.
func (v *verifier) current(session context.Context, u *auth.User) bool {
	if began := time.Duration(v.sessions.GetInt64(session, idleKey)); v.scheme.Idle > 0 && (began <= 0 || began > v.scheme.Idle) {
		return false
	}
	return u.Active && v.sessions.GetInt64(session, generationKey) == u.Generation &&
		bytes.Equal(v.sessions.GetBytes(session, fingerprintKey), fingerprint(u))
}

// start ends the session of the request, if any, and starts another for u with a token that only this
// response contains. It does not check the origin.
func (v *verifier) start(w http.ResponseWriter, r *http.Request, u *auth.User) error {
	return v.startAs(w, r, u, userKey, false, v.sessions.Lifetime)
}

// startAs is start for a session with the account under a key, with or without a code of the second factor, and a lifetime.
func (v *verifier) startAs(w http.ResponseWriter, r *http.Request, u *auth.User, key string, proved bool, lifetime time.Duration) error {
	ctx, err := v.sessions.Load(r.Context(), v.token(r))
	if err != nil {
		return fmt.Errorf("load session: %w", err)
	}
	if err := v.sessions.RenewToken(ctx); err != nil {
		return fmt.Errorf("renew session: %w", err)
	}
	v.sessions.Remove(ctx, userKey)
	v.sessions.Remove(ctx, waitsKey)
	v.sessions.Put(ctx, key, u.ID)
	v.sessions.Put(ctx, factorKey, proved)
	v.sessions.SetDeadline(ctx, time.Now().Add(lifetime).UTC())
	v.sessions.Put(ctx, fingerprintKey, fingerprint(u))
	v.sessions.Put(ctx, generationKey, u.Generation)
	v.sessions.Put(ctx, idleKey, int64(v.scheme.Idle))
	token, _, err := v.sessions.Commit(ctx)
	if err != nil {
		return fmt.Errorf("save session: %w", err)
	}
	// The cookie's lifetime starts at the response, so that it does not depend on the time of the commit;
	// the session's row decides whether it lives. scs rounds the rest up.
	v.writeCookie(ctx, w, r, token, time.Now().Add(lifetime-time.Second/2))
	return nil
}

// end removes the session of the request from the store and clears its cookie.
func (v *verifier) end(w http.ResponseWriter, r *http.Request) error {
	if _, err := r.Cookie(v.cookie.For(v.Cookies.SecureFor(r))); err != nil {
		return nil
	}
	ctx := r.Context()
	if token := v.token(r); token != "" {
		var err error
		if ctx, err = v.destroy(ctx, token); err != nil {
			return err
		}
	}
	v.writeCookie(ctx, w, r, "", time.Time{})
	return nil
}

func (v *verifier) writeCookie(ctx context.Context, w http.ResponseWriter, r *http.Request, token string, expires time.Time) {
	m := v.sessions
	if v.Cookies.SecureFor(r) {
		m = v.secured
	}
	m.WriteSessionCookie(ctx, w, token, expires)
}

func (v *verifier) destroy(ctx context.Context, token string) (context.Context, error) {
	ctx, err := v.sessions.Load(ctx, token)
	if err != nil {
		return nil, fmt.Errorf("load session: %w", err)
	}
	if v.sessions.Token(ctx) == "" {
		return ctx, nil
	}
	if err := v.sessions.Destroy(ctx); err != nil {
		return nil, fmt.Errorf("end session: %w", err)
	}
	return ctx, nil
}

// token returns the session token of the request, "" if the cookie cannot be one: 43 characters of
// base64url.
func (v *verifier) token(r *http.Request) string {
	cookie, err := r.Cookie(v.cookie.For(v.Cookies.SecureFor(r)))
	if err != nil || len(cookie.Value) != 43 {
		return ""
	}
	for _, c := range []byte(cookie.Value) {
		if letter := c | 0x20; (letter < 'a' || letter > 'z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return ""
		}
	}
	return cookie.Value
}

// idOf returns the ID of the session with a token.
func idOf(token string) string { return auth.SessionID(hashOf(token)) }

// hashOf returns the hash under which scs stores a token: see HashTokenInStore.
func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// fingerprint identifies a name and password hash without revealing the hash.
func fingerprint(u *auth.User) []byte {
	sum := sha256.Sum256([]byte("session\x00" + u.Username + "\x00" + u.Password))
	return sum[:]
}
