// The stored content of a session, for scs.

package session

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/alexedwards/scs/v2"

	"example.com/resourceful/framework/auth"
)

// The keys of a session's values.
const (
	userKey        = "user"        // int64: id of the account
	fingerprintKey = "fingerprint" // []byte: of the name and the password hash at login
	generationKey  = "generation"  // int64: the account's generation at login
	idleKey        = "idle"        // int64: the inactivity timeout at login, 0 for none
	factorKey      = "factor"      // bool: the login had a code of the second factor
	waitsKey       = "waits"       // int64: id of an account whose second factor is still missing; then there is no user
)

// codec encodes a session as a small JSON object.
type codec struct{}

type sessionJSON struct {
	User        int64     `json:"user"`
	Generation  int64     `json:"generation"` // older releases wrote none, and accounts began with 0
	Fingerprint []byte    `json:"fingerprint"`
	Expires     time.Time `json:"expires"`        // at the latest
	Idle        int64     `json:"idle,omitempty"` // in nanoseconds
	Factor      bool      `json:"factor,omitempty"`
	Waits       int64     `json:"waits,omitempty"`
}

// Encode is called by scs.
func (codec) Encode(expires time.Time, values map[string]any) ([]byte, error) {
	id, _ := values[userKey].(int64)
	sum, _ := values[fingerprintKey].([]byte)
	generation, _ := values[generationKey].(int64)
	idle, _ := values[idleKey].(int64)
	factor, _ := values[factorKey].(bool)
	waits, _ := values[waitsKey].(int64)
	return json.Marshal(sessionJSON{User: id, Generation: generation, Fingerprint: sum, Expires: expires, Idle: idle, Factor: factor, Waits: waits})
}

// Decode is called by scs. Unreadable data of another release becomes an empty session.
func (codec) Decode(data []byte) (time.Time, map[string]any, error) {
	var s sessionJSON
	if err := json.Unmarshal(data, &s); err != nil {
		return time.Time{}, map[string]any{}, nil
	}
	return s.Expires, map[string]any{userKey: s.User, generationKey: s.Generation, fingerprintKey: s.Fingerprint, idleKey: s.Idle, factorKey: s.Factor, waitsKey: s.Waits}, nil
}

// scsStore adapts auth.Sessions to scs.
type scsStore struct{ sessions auth.Sessions }

var _ scs.CtxStore = scsStore{}

// FindCtx returns the data of a session.
func (s scsStore) FindCtx(ctx context.Context, token string) ([]byte, bool, error) {
	return s.sessions.Find(ctx, token)
}

// CommitCtx stores a session with its account, which it reads from the data. One that waits for a code has no generation of
// accounts, so that it is in no list of sessions.
func (s scsStore) CommitCtx(ctx context.Context, token string, data []byte, expires time.Time) error {
	var whose sessionJSON
	if err := json.Unmarshal(data, &whose); err != nil {
		return fmt.Errorf("read session: %w", err)
	}
	row := auth.Session{Account: whose.User, Generation: whose.Generation, Data: data, Expires: expires}
	if whose.Waits != 0 {
		row.Account, row.Generation = whose.Waits, -1
	}
	return s.sessions.Save(ctx, token, row)
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
