// Fuzz: requests of any form, none of which may fail.

package resttest

import (
	"os"
	"testing"

	"example.com/resourceful/framework/rest"
)

// bothDatabases is the environment variable that makes fuzz targets compare SQLite with PostgreSQL, which
// is slower.
const bothDatabases = "RESOURCEFUL_FUZZ_POSTGRES"

// Fuzz sends requests of any method, path, headers and body to a set, several after one another, from
// anonymous clients and from those with the names and cookies in the scenario. No response is a failure of
// the service, each comes within a second, and its body matches its Content-Type. The seeds are requests to
// every operation, with accepted values, and the scenario files that Conformance plays. It is the body of a
// fuzz target:
//
//	func FuzzSnippets(f *testing.F) { resttest.Fuzz(f, config.Snippets()) }
func Fuzz(f *testing.F, set *rest.Set, options ...Option) {
	c := conformance{set: set, options: settings(f, set, options)}
	c.compile(f)
	seeds, try := c.fuzzed(f)
	for _, scenario := range seeds {
		f.Add(scenario)
	}
	f.Fuzz(func(t *testing.T, scenario string) { try(t, scenario) })
}

// fuzzed returns the seeds of Fuzz, and the function that tries an input.
func (c *conformance) fuzzed(t testing.TB) (seeds []string, try func(t testing.TB, scenario string)) {
	t.Helper()
	seeds = c.seeds(t)
	longest := boundOf(seeds)
	served := newServers(t, c.config(), fuzzedPostgres(t)...)
	reset := c.reset(t)
	return seeds, func(t testing.TB, scenario string) {
		if longest.exceeded(scenario) {
			t.Skip()
		}
		served.play(t, reset, scenario)
	}
}

// seeds returns the scenario files of the set, and requests to every operation.
func (c *conformance) seeds(t testing.TB) []string {
	t.Helper()
	return append(scenarios(t, c.options.folder+"/*.txtar"), c.hostile(t, maxRequests)...)
}

// fuzzedPostgres returns the address of a database on PostgreSQL if the environment requests one.
func fuzzedPostgres(t testing.TB) []string {
	t.Helper()
	if os.Getenv(bothDatabases) == "" {
		return nil
	}
	return []string{Postgres(t)}
}
