package resttest

import (
	"testing"

	"example.com/resourceful/framework/resttest/sets"
)

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
	served := map[bool]*servers{false: newServers(f, Config{Set: sets.Snippets}, fuzzedPostgres(f)...), true: newServers(f, Config{Set: sets.Directory}, fuzzedPostgres(f)...)}
	f.Fuzz(func(t *testing.T, directory bool, scenario string) {
		if tooLong(scenario) {
			t.Skip()
		}
		served[directory].play(t, func(s *Server) { s.Reset(t) }, scenario)
	})
}
