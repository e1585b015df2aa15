// Conformance: the laws that hold a set to its declarations.

package resttest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/openapi/compare"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/server"
)

// Conformance checks a set against its declarations, on SQLite and, if its programs are installed, on
// PostgreSQL, in subtests:
//
//   - plan: the text of the plan equals the golden file plan.txt, which a review of a change reads.
//   - openapi: the OpenAPI document equals the golden file openapi.json, if there is one; -update writes it. A newer
//     one that breaks its clients is reported with the changes that break them.
//   - scenarios: the files *.txtar get the responses that they want; see Run.
//   - access: five requesters, and if the set has scopes tokens for each of them, request every operation of every row, on
//     both databases. The expected status is computed from the words
//     of the rules in the plan, by code that shares nothing with the service; if the words do not determine it,
//     as for a Go function, it must be the same for a list and its records. access.txt is the table. Every write is
//     tried by Prefer: dry-run first, which must change nothing and have the status of the write. Each requester
//     then requests everything in every format and with every parameter twice, the second time with rows in which all that
//     the rules hide from the requester is missing, or different: the responses must be equal, to the byte. If
//     accounts have tokens, every operation is requested with tokens for scopes that permit it and for some that do not, and
//     nobody may read or revoke the token of another account.
//   - statements: reading takes as many statements for 1, 10 and 100 rows.
//   - written: the sent value equals the shown value and the one read again, and can be sent back as JSON and as YAML, for
//     nested rows too. A strict set refuses unknown fields. A deleted record is nowhere: it and all
//     below it are a 404, and it is in no list and no count.
//   - roundtrip: a record read as JSON and as YAML, and what a browser sends for the unchanged form of its page,
//     can be sent back by a PUT: 200, equal body, equal ETag, no column changed.
//     The records contain values at the limits of their fields.
//   - repeated: every operation that writes, of one row and of many, with its files, is sent twice under one
//     Idempotency-Key: the second response has the same bytes, and nothing is stored.
//   - hostile: every field of every write is sent unexpected values. Nothing fails, and both
//     databases give the same responses to the byte.
//   - queries: every parameter of every query is given values of a wrong kind, hostile texts, too many and too
//     long ones. A refusal is a 400 that names the parameter, before any rows are read.
//   - lists: every operation that takes many rows is sent lists with mistakes in them. Each is refused, and
//     nothing is stored.
//   - constraints: every constraint in the OpenAPI document on a body or a query is violated once, and refused
//     with the name of the violating member or parameter.
//   - sequences: random sequences of requests give the same responses; -rapid.checks or RAPID_CHECKS sets their number.
//
// Every response of all parts must agree with the OpenAPI document: its status, type, body and headers. See
// Server.CheckContract.
//
// The files are in the folder testdata/NAME, where NAME is the set's; -update writes the golden files, and
// without them plan and access fail. Rows are made of values that the fields accept, derived from their
// kinds and rules; if none is found, or code of the resource refuses it, provide some with Values.
// Requesters send Basic credentials, whose scheme is added after those of the set.
//
// A report begins with one line that describes the fault. It has the response, the demand, the request as a
// line of curl, and the broken rule of the plan. To test that a defect is found, plant one by Middleware or
// in a hook, and run its part: go test -run 'TestShop/access'. Of one kind three reports are shown, and
// thirty of one part on one database; the others are counted and summarized at its end.
// framework/docs/testing.md shows one with its report.
func Conformance(t *testing.T, set *rest.Set, options ...Option) {
	c := conformance{set: set, options: settings(t, set, options)}
	c.compile(t)
	for _, part := range []struct {
		name string
		run  func(*testing.T)
	}{
		{"plan", c.comparePlan},
		{"openapi", c.compareDocument},
		{"scenarios", c.playScenarios},
		{"access", c.askEverybody},
		{"statements", c.countStatements},
		{"written", c.writeAndRead},
		{"roundtrip", c.sendBackAll},
		{"repeated", c.repeatAll},
		{"hostile", func(t *testing.T) { c.sendOddities(limited(t)) }},
		{"queries", func(t *testing.T) { c.sendQueries(limited(t)) }},
		{"lists", func(t *testing.T) { c.sendLists(limited(t)) }},
		{"constraints", func(t *testing.T) { c.violateAll(limited(t)) }},
		{"sequences", func(t *testing.T) { c.playSequences(limited(t)) }},
	} {
		t.Run(part.name, func(t *testing.T) {
			if reason := c.options.skip[part.name]; reason != "" {
				t.Skip(reason)
			}
			part.run(t)
		})
	}
}

func (c *conformance) comparePlan(t *testing.T) {
	c.compareGolden(t, "plan.txt", c.plan.String())
}

// compareDocument compares the OpenAPI document with its golden file, if there is one.
func (c *conformance) compareDocument(t *testing.T) {
	document, err := openapi.New(c.plan, openapi.Options{Schemes: server.Schemes(c.plan), Limits: c.options.serve.Limits.Documented()})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(c.options.folder, "openapi.json")
	written, err := os.ReadFile(file)
	if err != nil && !golden.Update() {
		t.Skipf("there is no %s to compare with; write it with -update", file)
	}
	if err == nil && !golden.Update() {
		older, err := openapi.Read(written)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if breaks := compare.Breaks(older, document); len(breaks) > 0 {
			t.Errorf("clients of %s break:\n%s", file, strings.Join(breaks, "\n"))
		}
	}
	golden.Check(t, file, string(document.JSON()))
}

func (c *conformance) playScenarios(t *testing.T) {
	pattern := filepath.Join(c.options.folder, "*.txtar")
	if files, _ := filepath.Glob(pattern); len(files) == 0 {
		t.Skipf("there are no files %s", pattern)
	}
	Run(t, pattern, Config{Set: func() *rest.Set { return c.set }, Pages: pagesOf(c.plan.Theme), Options: c.options.serve, Middleware: c.options.before})
}
