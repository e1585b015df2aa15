package auth

import (
	"context"
	"net/http"
)

// Identify is Authenticate where it does not matter how.
func (a *Authenticator) Identify(ctx context.Context, r *http.Request) (*User, error) {
	u, _, err := a.Authenticate(ctx, r)
	return u, err
}

// Occupy takes all places where passwords are hashed, until release.
func (p *Passwords) Occupy() (release func()) {
	p.ready()
	n := 0
	for p.queue.take() {
		n++
	}
	return func() {
		for range n {
			p.queue.release()
		}
	}
}
