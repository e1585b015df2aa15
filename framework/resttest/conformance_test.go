// Tests of Conformance as a whole: its plan, keys of programs, the soft deletion of rows.

package resttest_test

import (
	"context"
	"net/http"
	"path/filepath"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/sets/laws"
)

// The kit finds nothing wrong with the sets of these tests, for which nobody has written a table.
func TestConformance(t *testing.T) {
	require.Part(t, "kit")
	for _, set := range []*rest.Set{sets.Snippets(), sets.Directory(), laws.Vault(), laws.Written(), paints(), laws.Errands(), conduit(), laws.Keyed(), laws.Confidential(), laws.Dispatches()} {
		t.Run(set.Name(), func(t *testing.T) {
			options := []resttest.Option{resttest.Folder(filepath.Join("testdata", "access", set.Name())), resttest.Skip("plan", "TestPlan has it"), resttest.Skip("scenarios", "played by tests of their own")}
			if set.Name() == "snippets" || set.Name() == "directory" {
				options = append(options, resttest.Skip("sequences", "TestDatabasesAgree plays more of them"))
			}
			resttest.Conformance(t, set, options...)
		})
	}
}

// TestPlan compares each compiled plan with its golden file, so that a review sees what a change
// of a declaration means for the service.
func TestPlan(t *testing.T) {
	for _, set := range sets.All() {
		t.Run(set.Name(), func(t *testing.T) {
			plan, err := set.Compile()
			if err != nil {
				t.Fatal(err)
			}
			golden.Check(t, "../../testdata/plan/"+set.Name()+".txt", plan.String())
		})
	}
}

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

// The kit for teams knows rows that are marked.
func TestSoftDeleteConformance(t *testing.T) {
	resttest.Conformance(t, sets.SoftCellars(), resttest.Skip("plan", "there is no file of it"),
		resttest.Skip("access", "it knows no requests that write many rows"))
}
