// Package access is how the team's machines say who they are.
package access

import (
	"context"
	"net/http"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/problem"
)

// Machines are keys in the header X-Machine, each with the name of its account.
type Machines map[string]string

func (Machines) Name() string      { return "machine" }
func (Machines) Challenge() string { return `Machine realm="atelier"` }
func (Machines) Vary() string      { return "X-Machine" }

func (m Machines) Bind(s auth.Services) (auth.Verifier, error) { return verifier{s, m}, nil }

type verifier struct {
	auth.Services
	machines Machines
}

func (v verifier) Authenticate(ctx context.Context, r *http.Request) (*auth.Credentials, error) {
	key := r.Header.Get("X-Machine")
	if key == "" {
		return nil, nil
	}
	user, found, err := v.Accounts.UserByName(ctx, v.machines[key])
	if err != nil {
		return nil, err
	}
	if !found || !user.Active {
		return nil, problem.New(problem.Unauthorized, "Invalid machine.")
	}
	return &auth.Credentials{User: user}, nil
}
