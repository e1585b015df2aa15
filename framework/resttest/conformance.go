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

// Conformance holds a set against what its declarations promise, on SQLite and, where its programs are
// installed, on PostgreSQL, in subtests:
//
//   - plan: the text of the plan is that of the golden file plan.txt, which a review of a change reads.
//   - openapi: the OpenAPI document is that of the golden file openapi.json, where there is one; -update writes it. A newer
//     one that breaks clients of it is reported with the changes that break them.
//   - scenarios: the files *.txtar give the answers that they want; see Run.
//   - access: five requesters, and where the set has scopes tokens for each of them, ask for every operation of every row, on
//     both databases. Who gets what is read from the words
//     of the rules in the plan, by code that shares nothing with the service; what the words do not say,
//     such as a Go function, has to be the same for a list and its records. access.txt is the table. Every write is
//     tried by Prefer: dry-run first, which has to change nothing and to have the status of the write. Each requester
//     then asks for everything in every format and with every parameter twice, the second time of rows in which all that
//     the rules keep from the requester is gone, or is something else: the answers have to be equal, to the byte. Where
//     accounts have tokens, every operation is asked for with tokens for scopes that allow it and for some that do not, and
//     nobody may read or revoke the token of another account.
//   - statements: reading takes as many statements for 1, 10 and 100 rows.
//   - - written: the value sent is the value shown, read again, and can be sent back as JSON and as YAML, rows that are
//     nested in it too. A strict set refuses fields that it does not know. A record that is deleted is nowhere: it and all
//     below it are a 404, and it is in no list and no count.
//   - roundtrip: what reading a record answers as JSON and as YAML, and what a browser sends of the form of its page
//     where nothing was typed, can be sent back by a PUT as it is: 200, equal body, equal ETag, no column changed.
//     The records hold values at the edges of what their fields take.
//   - repeated: every operation that writes, of one row and of many, with its files, is sent twice under one
//     Idempotency-Key: the second is answered by the same bytes, and stores nothing.
//   - hostile: every field of every write is sent what it does not expect. Nothing fails, and both
//     databases give the same answers to the byte.
//   - queries: every parameter of every query is given values of a wrong kind, hostile texts, too many and too
//     long ones. A refusal is a 400 that names the parameter, before any rows are read.
//   - lists: every operation that takes many rows is sent lists with something wrong in them. Each is refused, and
//     nothing is stored.
//   - constraints: every constraint that the OpenAPI document has of a body or a query is violated once, and refused
//     with the name of the violating member or parameter.
//   - sequences: random sequences of requests do the same; -rapid.checks or RAPID_CHECKS says how many.
//
// Every answer of all parts has to be as the OpenAPI document says: its status, type, body and headers. See
// Server.CheckContract.
//
// The files are in the folder testdata/NAME, where NAME is the set's; -update writes the golden files, and
// without them plan and access fail. Rows are made of values that the fields take, which their kinds
// and rules say; where none is found, or code of the resource refuses it, give some with Values.
// Requesters send Basic credentials, for which the scheme is added behind those that the set lists.
//
// A report begins with one line that names the fault. It has the answer, the demand, the request as a line of
// curl, and the rule of the plan that is broken. To see that a defect is found, plant one by Middleware or in a
// hook, and run the part that is to find it: go test -run 'TestShop/access'. Of one kind three reports are
// shown, and thirty of one part on one database; the others are counted, and summed up at its end.
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
