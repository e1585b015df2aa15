// Tests of the laws of authentication.

package resttest

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/sets/laws"
)

// everybody is a scheme that takes everybody for one account, or for none that there is.
type everybody struct{ id int64 }

func (everybody) Name() string                                { return "everybody" }
func (everybody) Challenge() string                           { return `Door realm="chests"` }
func (everybody) Vary() string                                { return "X-Door" }
func (e everybody) Bind(auth.Services) (auth.Verifier, error) { return e, nil }
func (e everybody) Authenticate(context.Context, *http.Request) (*auth.Credentials, error) {
	if e.id == 0 {
		return nil, nil
	}
	return &auth.Credentials{User: auth.User{ID: e.id, Username: "alice", Active: true}}, nil
}

// The schemes that a set lists are asked, and the first of them challenges whom nobody knows.
func TestSchemesAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	set := func(schemes ...auth.Scheme) *conformance {
		return compiledSet(t, rest.NewSet("chests", rest.ViewSet[laws.Chest]{Path: "/chests/", Access: permission.SignedIn}).Schemes(schemes...))
	}
	silent(t, "one that knows nobody", set(everybody{}).fillTable)
	silent(t, "behind a session", set(session.Scheme{}, everybody{}).fillTable)
	if table := set(everybody{}).accessTable(t, server.SQLite.Address(t)); !strings.Contains(table, "  GET                    401 200 200 200 401\n") {
		t.Errorf("got %s", table)
	}
	reports(t, "one that takes everybody for alice", "GET /chests/ as nobody: the status is not that of the rule\n got: 200", set(everybody{id: 2}).fillTable)
	reports(t, "one that is asked after Basic", "GET /chests/ as nobody: the status is not that of the rule\n got: 200", set(session.Scheme{}, everybody{id: 2}).fillTable)
}

// leak is what an operation answers that gives away what it should not.
type leak struct {
	Password string `rest:"password"`
}

// A hash of a password in an answer is found out: the one that the kit's accounts begin with, and the one
// that a login by a form makes of it.
func TestHashesAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	stored := ""
	set := func() *rest.Set {
		return rest.NewSet("leaks", rest.Endpoint("/leak/", func(*rest.Call, rest.None) (leak, error) { return leak{stored}, nil }, rest.GET, rest.Allow(permission.Anyone)))
	}
	s := NewServer(t, Config{Set: set, Pages: pagesOf(plan.Theme{})}, filepath.Join(t.TempDir(), "test.db"))
	db, err := s.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	leaks := func() error {
		if err := db.QueryRowContext(t.Context(), "SELECT password FROM users WHERE username = 'alice'").Scan(&stored); err != nil {
			t.Fatal(err)
		}
		answer := sendAs(s, "", "GET", "/leak/", "")
		return Step{Request: answer.Request, Answer: answer.ResponseRecorder}.Broken()
	}
	if err := leaks(); err == nil || !strings.Contains(err.Error(), "the hash of a password") {
		t.Errorf("of %s: got %v", stored, err)
	}
	before := stored
	login := httptest.NewRequest(http.MethodPost, "/api-auth/login/", strings.NewReader("username=alice&password=alice-password"))
	login.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	s.ServeHTTP(httptest.NewRecorder(), login)
	if err := leaks(); err == nil || !strings.Contains(err.Error(), "the hash of a password") || stored == before {
		t.Errorf("of %s: got %v", stored, err)
	}
}

// However many resources begin each seed, all seeds are played.
func TestSeedsArePlayed(t *testing.T) {
	var views []rest.Resource
	for i := range 20 {
		views = append(views, rest.ViewSet[laws.Chest]{Path: fmt.Sprintf("/chests%d/", i), Name: fmt.Sprintf("chest%d", i), Table: "chests"})
	}
	c := compiledSet(t, rest.NewSet("many", views...).Access(permission.Anyone))
	begin, seeds := len(c.begin()), c.seeds(t)
	longest := boundOf(seeds)
	for _, seed := range seeds {
		if got := countRequests(seed); longest.exceeded(seed) || got > begin+maxRequests {
			t.Fatalf("a seed has %d requests and %d bytes, with %d to begin; the bound is %v", got, len(seed), begin, longest)
		}
	}
	if beyond := seeds[0] + strings.Repeat("-- GET / --\n", maxRequests+1); !longest.exceeded(beyond) {
		t.Errorf("%d requests are within the bound %v", countRequests(beyond), longest)
	}
}

// FuzzRequest sends requests of any method, path, headers and body to both configurations, several
// after one another, from anonymous clients and from those whose names and cookies the scenario
// says. Its seeds are the scenarios of testdata and requests from the conformance cases.
func FuzzRequest(f *testing.F) {
	for _, set := range []string{"snippets", "directory"} {
		seeds := scenarios(f, "../../testdata/"+set+"/*.txtar")
		if len(seeds) == 0 {
			f.Fatalf("no scenarios of %s", set)
		}
		for _, scenario := range seeds {
			f.Add(set == "directory", scenario)
		}
	}
	longest := boundOf(nil)
	served := map[bool]*servers{false: newServers(f, Config{Set: sets.Snippets}, fuzzedPostgres(f)...), true: newServers(f, Config{Set: sets.Directory}, fuzzedPostgres(f)...)}
	f.Fuzz(func(t *testing.T, directory bool, scenario string) {
		if longest.exceeded(scenario) {
			t.Skip()
		}
		served[directory].play(t, func(s *Server) { s.Reset(t) }, scenario)
	})
}
