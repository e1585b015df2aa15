// A fuzz test of whole requests.

package resttest

import (
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/sets"
)

// However many resources begin each seed, all seeds are played.
func TestSeedsArePlayed(t *testing.T) {
	var views []rest.Resource
	for i := range 20 {
		views = append(views, rest.ViewSet[chest]{Path: fmt.Sprintf("/chests%d/", i), Name: fmt.Sprintf("chest%d", i), Table: "chests"})
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
