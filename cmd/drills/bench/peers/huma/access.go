package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"example.com/resourceful/framework/auth/passwords"
)

// requester is who sends a request, and to which host.
type requester struct {
	id    int64 // 0 for an anonymous requester
	name  string
	admin bool
	host  string
}

type requesterKey struct{}

// requesterOf returns the requester of a request.
func requesterOf(ctx context.Context) *requester { return ctx.Value(requesterKey{}).(*requester) }

var (
	errAnonymous = huma.Error403Forbidden("Authentication credentials were not provided.")
	errForbidden = huma.Error403Forbidden("You do not have permission to perform this action.")
)

func (s *service) prepareAccess(ctx context.Context) (err error) {
	s.userByName, err = s.db.prepare(ctx, s.db.read, `SELECT id, password, active, admin FROM users WHERE username = ?`)
	return err
}

// identify finds the user of Basic credentials. It reads the account for each request.
func (s *service) identify(api huma.API) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		r := &requester{host: ctx.Host()}
		if header := ctx.Header("Authorization"); header != "" {
			name, password, ok := (&http.Request{Header: http.Header{"Authorization": {header}}}).BasicAuth()
			right, err := false, error(nil)
			if ok {
				right, err = s.login(ctx.Context(), r, name, password)
			}
			if err != nil {
				_ = huma.WriteErr(api, ctx, http.StatusInternalServerError, "A server error occurred.")
				return
			}
			if !right {
				_ = huma.WriteErr(api, ctx, http.StatusForbidden, "Invalid username/password.")
				return
			}
		}
		next(huma.WithValue(ctx, requesterKey{}, r))
	}
}

// login reports whether the credentials are right, and fills in the requester.
func (s *service) login(ctx context.Context, r *requester, name, password string) (right bool, err error) {
	var hash string
	var active bool
	err = s.userByName.QueryRowContext(ctx, name).Scan(&r.id, &hash, &active, &r.admin)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil || !active {
		return false, err
	}
	r.name = name
	return s.verified.verify(ctx, hash, password)
}

// verified remembers for a minute that a password matched a hash, as the other servers do.
type verified struct {
	hasher passwords.Hasher
	mu     sync.Mutex
	until  map[[sha256.Size]byte]time.Time
}

func (v *verified) verify(ctx context.Context, hash, password string) (bool, error) {
	key := sha256.Sum256([]byte(hash + "\x00" + password))
	v.mu.Lock()
	known := time.Now().Before(v.until[key])
	v.mu.Unlock()
	if known {
		return true, nil
	}
	right, err := v.hasher.Verify(ctx, hash, password)
	if right {
		v.mu.Lock()
		defer v.mu.Unlock()
		if v.until == nil || len(v.until) > 4096 {
			v.until = map[[sha256.Size]byte]time.Time{}
		}
		v.until[key] = time.Now().Add(time.Minute)
	}
	return right, err
}
