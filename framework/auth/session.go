package auth

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/alexedwards/scs/v2"
)

// What a session holds, by key.
const (
	userKey        = "user"        // int64: the id
	fingerprintKey = "fingerprint" // []byte: of the name and the password hash at login
	generationKey  = "generation"  // int64: of the account at login
)

// newManager sets a session manager up by hand: scs.New would start a clean-up of a store in
// memory that nobody uses. Its middleware is not used either, so that ordinary answers set no cookie.
func newManager(store Sessions, cookie CookieName, opts Options) *scs.SessionManager {
	m := &scs.SessionManager{
		Lifetime:         opts.Lifetime,
		Store:            scsStore{store},
		Codec:            codec{},
		HashTokenInStore: true,
		Cookie: scs.SessionCookie{
			Name:     cookie.For(opts.Secure),
			Path:     "/",
			HttpOnly: true,
			Persist:  true,
			SameSite: http.SameSiteLaxMode,
			Secure:   opts.Secure,
		},
	}
	if m.Lifetime <= 0 {
		m.Lifetime = 14 * 24 * time.Hour
	}
	return m
}

// SessionUser returns the user of the session alone, nil without a live one: the account is gone
// or inactive, its name or password has changed since the login, or it is of another generation.
// Such a session is removed, so that it stays dead whatever becomes of the account. It does not
// apply the cross-origin rule.
func (a *Authenticator) SessionUser(ctx context.Context, r *http.Request) (*User, error) {
	token := a.token(r)
	if token == "" {
		return nil, nil
	}
	session, err := a.sessions.Load(ctx, token)
	if err != nil {
		return nil, fmt.Errorf("load session: %w", err)
	}
	id := a.sessions.GetInt64(session, userKey)
	if id == 0 {
		return nil, nil
	}
	u, ok, err := a.Accounts.UserByID(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("find account %d of session: %w", id, err)
	}
	if !ok || !a.current(session, &u) {
		if err := a.sessions.Destroy(session); err != nil {
			return nil, fmt.Errorf("end session of account %d: %w", id, err)
		}
		return nil, nil
	}
	return &u, nil
}

// current reports whether an account still is as it was at the login of its session. The generation
// tells of what the service did, even if it was undone since; active, name and hash tell of what was
// changed by hand in the table.
func (a *Authenticator) current(session context.Context, u *User) bool {
	return u.Active && a.sessions.GetInt64(session, generationKey) == u.Generation &&
		bytes.Equal(a.sessions.GetBytes(session, fingerprintKey), fingerprint(u))
}

// startSession ends the session that the request brought, if any, and begins another for u under
// a token that only this answer tells.
func (a *Authenticator) startSession(w http.ResponseWriter, r *http.Request, u *User) error {
	ctx, err := a.sessions.Load(r.Context(), a.token(r))
	if err != nil {
		return fmt.Errorf("load session: %w", err)
	}
	if err := a.sessions.RenewToken(ctx); err != nil {
		return fmt.Errorf("renew session: %w", err)
	}
	a.sessions.Put(ctx, userKey, u.ID)
	a.sessions.Put(ctx, fingerprintKey, fingerprint(u))
	a.sessions.Put(ctx, generationKey, u.Generation)
	token, expires, err := a.sessions.Commit(ctx)
	if err != nil {
		return fmt.Errorf("save session: %w", err)
	}
	a.writeCookie(ctx, w, r, token, expires)
	return nil
}

// endSession removes the session of the request from the store and clears its cookie.
func (a *Authenticator) endSession(w http.ResponseWriter, r *http.Request) error {
	if _, err := r.Cookie(a.cookie.For(a.SecureCookies(r))); err != nil {
		return nil
	}
	ctx := r.Context()
	if token := a.token(r); token != "" {
		var err error
		if ctx, err = a.destroy(ctx, token); err != nil {
			return err
		}
	}
	a.writeCookie(ctx, w, r, "", time.Time{})
	return nil
}

func (a *Authenticator) writeCookie(ctx context.Context, w http.ResponseWriter, r *http.Request, token string, expires time.Time) {
	m := a.sessions
	if a.SecureCookies(r) {
		m = a.secured
	}
	m.WriteSessionCookie(ctx, w, token, expires)
}

// SecureCookies reports whether cookies that answer the request are to go over HTTPS only: by the
// settings, or because the request came over TLS.
func (a *Authenticator) SecureCookies(r *http.Request) bool {
	return a.sessions.Cookie.Secure || r.TLS != nil
}

func (a *Authenticator) destroy(ctx context.Context, token string) (context.Context, error) {
	ctx, err := a.sessions.Load(ctx, token)
	if err != nil {
		return nil, fmt.Errorf("load session: %w", err)
	}
	if a.sessions.Token(ctx) == "" {
		return ctx, nil
	}
	if err := a.sessions.Destroy(ctx); err != nil {
		return nil, fmt.Errorf("end session: %w", err)
	}
	return ctx, nil
}

// token returns the session token of the request, "" when its cookie cannot be one of ours:
// 43 characters of base64url.
func (a *Authenticator) token(r *http.Request) string {
	cookie, err := r.Cookie(a.cookie.For(a.SecureCookies(r)))
	if err != nil || len(cookie.Value) != 43 {
		return ""
	}
	for _, c := range []byte(cookie.Value) {
		if !isASCIIAlnum(c) && c != '-' && c != '_' {
			return ""
		}
	}
	return cookie.Value
}

// fingerprint tells whether name and password are still those of the login, without being the
// hash of the password.
func fingerprint(u *User) []byte {
	sum := sha256.Sum256([]byte("session\x00" + u.Username + "\x00" + u.Password))
	return sum[:]
}

// codec keeps a session as a small JSON object.
type codec struct{}

type sessionJSON struct {
	User        int64     `json:"user"`
	Generation  int64     `json:"generation"` // older releases wrote none, and accounts began with 0
	Fingerprint []byte    `json:"fingerprint"`
	Expires     time.Time `json:"expires"`
}

// Encode is called by scs.
func (codec) Encode(expires time.Time, values map[string]any) ([]byte, error) {
	id, _ := values[userKey].(int64)
	sum, _ := values[fingerprintKey].([]byte)
	generation, _ := values[generationKey].(int64)
	return json.Marshal(sessionJSON{User: id, Generation: generation, Fingerprint: sum, Expires: expires})
}

// Decode is called by scs. Data of another release that it cannot read is a session of nobody.
func (codec) Decode(data []byte) (time.Time, map[string]any, error) {
	var s sessionJSON
	if err := json.Unmarshal(data, &s); err != nil {
		return time.Time{}, map[string]any{}, nil
	}
	return s.Expires, map[string]any{userKey: s.User, generationKey: s.Generation, fingerprintKey: s.Fingerprint}, nil
}

// scsStore is Sessions as scs calls them.
type scsStore struct{ sessions Sessions }

var _ scs.CtxStore = scsStore{}

// FindCtx finds the data of a session.
func (s scsStore) FindCtx(ctx context.Context, token string) ([]byte, bool, error) {
	return s.sessions.Find(ctx, token)
}

// CommitCtx stores a session, and whose it is, which its data tells.
func (s scsStore) CommitCtx(ctx context.Context, token string, data []byte, expires time.Time) error {
	var whose sessionJSON
	if err := json.Unmarshal(data, &whose); err != nil {
		return fmt.Errorf("read session: %w", err)
	}
	return s.sessions.Save(ctx, token, Session{Account: whose.User, Generation: whose.Generation, Data: data, Expires: expires})
}

// DeleteCtx removes a session.
func (s scsStore) DeleteCtx(ctx context.Context, token string) error {
	return s.sessions.Delete(ctx, token)
}

// Find is FindCtx without a context.
func (s scsStore) Find(token string) ([]byte, bool, error) {
	return s.FindCtx(context.Background(), token)
}

// Commit is CommitCtx without a context.
func (s scsStore) Commit(token string, data []byte, expires time.Time) error {
	return s.CommitCtx(context.Background(), token, data, expires)
}

// Delete is DeleteCtx without a context.
func (s scsStore) Delete(token string) error { return s.DeleteCtx(context.Background(), token) }
