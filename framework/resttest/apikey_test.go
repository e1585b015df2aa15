// A scheme that a team writes: API keys.

package resttest_test

import (
	"context"
	"net/http"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/problem"
)

// apiKeys is a scheme as a team writes one: keys in a header of their own, each of an account by name.
type apiKeys map[string]string

func (apiKeys) Name() string      { return "api-key" }
func (apiKeys) Challenge() string { return `ApiKey realm="shelf"` }
func (apiKeys) Vary() string      { return "X-Api-Key" }

func (k apiKeys) Bind(s auth.Services) (auth.Verifier, error) { return apiKeyVerifier{s, k}, nil }

type apiKeyVerifier struct {
	auth.Services
	keys apiKeys
}

func (v apiKeyVerifier) Authenticate(ctx context.Context, r *http.Request) (*auth.Credentials, error) {
	key := r.Header.Get("X-Api-Key")
	switch key {
	case "":
		return nil, nil
	case "key that panics":
		panic("a mistake in a team's scheme")
	}
	u, found, err := v.Accounts.UserByName(ctx, v.keys[key])
	if err != nil {
		return nil, err
	}
	if !found || !u.Active {
		return nil, problem.New(problem.Unauthorized, "Invalid key.")
	}
	return &auth.Credentials{User: u}, nil
}
