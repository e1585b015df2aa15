// Writes of what fields do not expect, and random sequences of requests.

package resttest

import (
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/resourceful/framework/plan"
)

// sendOddities sends every field of every write what it does not expect.
func (c *conformance) sendOddities(t testing.TB) {
	served := newServers(t, c.config(), postgresIfFound(t)...)
	requests := 0
	for _, scenario := range c.hostile(t, 24) {
		requests += strings.Count(scenario, "\n-- ")
		served.play(t, c.reset(t), scenario)
	}
	t.Logf("%d requests on each database", requests)
}

// postgresIfFound returns the address of a database on PostgreSQL; without its programs it returns none,
// logs this, and the test continues with SQLite.
func postgresIfFound(t testing.TB) []string {
	t.Helper()
	address, err := findPostgres(t)
	if err != nil {
		t.Logf("on SQLite only: %v", err)
		return nil
	}
	return []string{address}
}

// playSequences plays random sequences of requests. What fails is made shorter and printed as a scenario.
func (c *conformance) playSequences(t testing.TB) {
	_ = os.Getenv("RAPID_CHECKS") // rapid reads it before go test notes it: a cached result would be that of another number
	served := newServers(t, c.config(), postgresIfFound(t)...)
	words, reset := c.vocabulary(), c.reset(t)
	steps := 0
	rapid.Check(t, func(rt *rapid.T) {
		sequence := rapid.SliceOfN(words.request(), 1, 12).Draw(rt, "requests")
		steps += len(sequence)
		served.play(rt, reset, words.scenario(sequence))
	})
	t.Logf("%d random requests on each database", steps)
}

// hostile returns scenarios of up to size requests after those that begin each. Each field of each write in
// turn is sent unexpected values, as JSON and as a form, and each path is requested with odd queries. A
// column that several resources write is tried once.
func (c *conformance) hostile(t testing.TB, size int) (scenarios []string) {
	t.Helper()
	tried := map[string]bool{}
	var list []request
	for _, r := range c.plan.Resources {
		for _, f := range inputFields(r) {
			name := r.Type.Table + " " + f.Wire
			if tried[name] {
				continue
			}
			tried[name] = true
			for n, value := range c.values(r, f) {
				list = append(list, c.odd(r, f.Wire, value, n)...)
			}
		}
		list = append(list, c.oddQueries(r)...)
	}
	for _, o := range c.actions() {
		list = append(list, c.oddInputs(o)...)
	}
	return batches(c.begin(), list, size)
}

// odd returns the writes in which one field has an unexpected value.
func (c *conformance) odd(r *plan.Resource, name, value string, n int) (list []request) {
	who := []string{" as alice", " as admin"}[n%2]
	write := func(method, path, body string) {
		contentType, encoded := c.encode(r, wrapped(r, body))
		list = append(list, request{method: method, path: path, who: who, headers: []string{"Content-Type: " + contentType}, body: encoded})
	}
	if members, has := with(c.guess(r, "POST", 3), name, value); has && r.Has(plan.Create) {
		write("POST", c.guessList(r), object(members))
		if n%3 == 0 {
			list = append(list, request{
				method: "POST", path: c.guessList(r), who: who, body: form(texts(members), false),
				headers: []string{"Content-Type: application/x-www-form-urlencoded", "Accept: text/html"},
			})
		}
	}
	switch members, has := with(c.guess(r, "PUT", 3), name, value); {
	case has && r.Has(plan.Modify):
		write("PATCH", c.guessRecord(r, 1), `{"`+name+`": `+value+`}`)
	case has && r.Has(plan.Replace):
		write("PUT", c.guessRecord(r, 1), object(members))
	}
	return list
}

// with sets one of the members to another value; it returns false if none has that name.
func with(members []pair, name, value string) ([]pair, bool) {
	for i := range members {
		if members[i].field.Wire == name {
			members[i].text = value
			return members, true
		}
	}
	return members, false
}

// oddQueries requests a resource with unexpected queries.
func (c *conformance) oddQueries(r *plan.Resource) (list []request) {
	for _, query := range []string{"page=0", "page=-1", "page=9223372036854775808", "page=last", "page=%00", "format=", "format=xml", "_find=1&_find_x=%27", "x[]=1&x[]=2", "ordering=;", "search=%25%5F%5C"} {
		list = append(list, request{method: "GET", path: c.guessList(r) + "?" + query, who: " as admin"})
	}
	return list
}
