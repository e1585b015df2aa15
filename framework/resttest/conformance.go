package resttest

import (
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve"
)

// Conformance holds a set against what its declarations promise, on SQLite and, where its programs are
// installed, on PostgreSQL, in subtests:
//
//   - plan: the text of the plan is that of the golden file plan.txt, which a review of a change reads.
//   - openapi: the OpenAPI document is that of the golden file openapi.json, where there is one; -update writes it. A newer
//     one that breaks clients of it is told with what breaks them.
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
//   - written: what is sent is what is shown, read again, and can be sent back as JSON and as YAML, rows that are
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
//     with the name of what is wrong.
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
// A report begins with one line that says what is wrong, and has what was got, what was wanted, the request as a line of
// curl, and the rule of the plan that is broken. To see that a defect is found, plant one by Middleware or in a hook, and run
// the part that is to find it: go test -run 'TestShop/access'. Of one kind three reports are shown, and thirty of one part on
// one database; the others are counted, and summed up at its end. framework/docs/testing.md shows one with its report.
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

// Option is a setting of Conformance and Fuzz.
type Option func(*choices)

type choices struct {
	rows   int
	folder string
	values map[string]family   // by path and name of a field
	lists  map[string][]string // those of Values
	skip   map[string]string   // reasons, by part
	wrong  []string
	serve  serve.Options
	before []func(http.Handler) http.Handler
}

// Rows says how many rows of each table the requesters of the access table ask for; 3 if it is not
// said. Their owners are alice, bob and admin in turn.
func Rows(n int) Option { return func(o *choices) { o.rows = n } }

// Folder says where the scenarios and golden files are; testdata/NAME if it is not said.
func Folder(path string) Option { return func(o *choices) { o.folder = path } }

// Values gives values of a field, as JSON, that are taken in turn: Values("/shops/", "iban", `"DE02…"`).
// Without them they are found by what the field's kind and rules take. Of a unique field there must be
// as many as there are rows; Made gives any number. A field is one of the rows, of a representation of
// them, or of what an operation takes, whose path is as in the plan:
// Values("/shops/{key}/close/", "reason", `"sold"`).
func Values(path, name string, values ...string) Option {
	return func(o *choices) {
		o.lists[path+" "+name] = values
		if len(values) > 0 {
			o.values[path+" "+name] = func(i int) string { return values[(i-1)%len(values)] }
		} else {
			o.wrong = append(o.wrong, fmt.Sprintf("Values: there is none for %s of %s; give at least one", name, path))
		}
	}
}

// Made gives values of a field, as Values does, by their number from 1 on. Of a unique field all of them
// have to be different.
func Made(path, name string, value func(i int) string) Option {
	return func(o *choices) { o.values[path+" "+name] = value }
}

// Serving sets the options of the service, such as its limits.
func Serving(options serve.Options) Option { return func(o *choices) { o.serve = options } }

// Middleware stands before the service, the first outermost. It is that of a team, app.Program.Middleware, whose answers are
// held to the same promises, or a defect that is planted to see that it is found.
func Middleware(wrap ...func(http.Handler) http.Handler) Option {
	return func(o *choices) { o.before = append(o.before, wrap...) }
}

// Skip leaves a part out, by the name of its subtest. The reason is shown.
func Skip(part, reason string) Option {
	return func(o *choices) {
		names := strings.Fields("plan openapi scenarios access statements written roundtrip repeated hostile queries lists constraints sequences")
		switch {
		case !slices.Contains(names, part):
			o.wrong = append(o.wrong, fmt.Sprintf("Skip: there is no part %q; write one of %s", part, strings.Join(names, ", ")))
		case strings.TrimSpace(reason) == "":
			o.wrong = append(o.wrong, fmt.Sprintf("Skip: %s is left out without a reason; say why", part))
		}
		o.skip[part] = reason
	}
}

func settings(t testing.TB, set *rest.Set, options []Option) choices {
	t.Helper()
	o := choices{rows: 3, folder: filepath.Join("testdata", set.Name()), values: map[string]family{}, lists: map[string][]string{}, skip: map[string]string{}}
	for _, option := range options {
		option(&o)
	}
	if len(o.wrong) > 0 {
		t.Fatal(strings.Join(o.wrong, "\n"))
	}
	return o
}

// conformance is a set, and what its parts are given.
type conformance struct {
	set     *rest.Set
	options choices
	plan    *plan.Plan
	// fields are, by table and column, what Values says of a field, and by path and name.
	samples map[string]member
	around  func(http.Handler) http.Handler // of every server; nil for none
}

func (c *conformance) compile(t testing.TB) {
	t.Helper()
	compiled, err := c.set.Compile()
	if err != nil {
		t.Fatalf("declarations of %s:\n%v", c.set.Name(), err)
	}
	if _, err := browse.New(&auth.Authenticator{}, compiled.Theme); err != nil {
		t.Fatalf("pages of %s:\n%v", c.set.Name(), err)
	}
	c.plan, c.samples = compiled, map[string]member{}
	c.takeValues(t)
}

// takeValues lets samples be what Values says. That a name is no field's, or that its field takes none of
// the values, is an error.
func (c *conformance) takeValues(t testing.TB) {
	t.Helper()
	known := map[string]bool{}
	take := func(path string, f *schema.Field) (m member, given bool) {
		values, given := c.options.values[path+" "+f.Wire]
		known[path+" "+f.Wire] = true
		if !given || f.Relation != nil || f.Derived != nil {
			return m, false
		}
		list := c.options.lists[path+" "+f.Wire]
		if list == nil {
			list = []string{values(1)}
		}
		for _, text := range list {
			if _, ok := parse(&f.Spec, text); !ok {
				t.Errorf("Values: %s of %s does not take %s", f.Wire, path, text)
			}
		}
		return sampled(&f.Spec, rowField(f).Unique, values), true
	}
	for _, r := range c.plan.Resources {
		for _, shape := range r.Shapes.All() {
			for _, f := range shape.Type.Fields {
				if m, given := take(r.Path, f); given && rowField(f).Column != "" {
					c.samples[r.Type.Table+" "+rowField(f).Column] = m
				}
			}
		}
	}
	for _, o := range c.actions() {
		if o.Input != nil {
			for _, f := range o.Input.Type.Fields {
				take(o.Pattern, f)
			}
		}
	}
	for name := range c.options.values {
		if !known[name] {
			t.Fatalf("Values: there is no field %q", name)
		}
	}
}

// sample is what the values of a column are made by.
func (c *conformance) sample(table, column string, s *field.Spec, unique bool) member {
	name := table + " " + column
	if m, known := c.samples[name]; known {
		return m
	}
	// A column of several declarations or representations is as strict as the strictest of them.
	strict := s
	for _, r := range c.plan.Resources {
		if r.Type.Table != table {
			continue
		}
		if f := r.Type.ByColumn(column); f != nil {
			unique = unique || f.Unique
		}
		for _, shape := range r.Shapes.All() {
			for _, f := range shape.Type.Fields {
				if rowField(f).Column == column && (len(f.Rules) > len(strict.Rules) || f.Choices != nil) {
					strict = &f.Spec
				}
			}
		}
	}
	c.samples[name] = sampled(strict, unique, nil)
	return c.samples[name]
}

// config is a server of the set, with pages, whose requesters send Basic credentials.
func (c *conformance) config() Config {
	options := c.options.serve
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	if options.Throttles.Rates == nil {
		options.Throttles.Rates = serve.Unlimited() // more is asked than throttles let through
	}
	return Config{Set: func() *rest.Set { return c.set }, Pages: pagesOf(c.plan.Theme), Options: options, Middleware: c.options.before, Basic: true}
}

// server is a new server with n rows in each table.
func (c *conformance) server(t testing.TB, address string, n int) (*Server, map[string][]any) {
	t.Helper()
	s := NewServer(t, c.config(), address)
	s.CheckContract(t)
	if c.around != nil {
		s.Handler = c.around(s.Handler)
	}
	return s, c.fill(t, s, n)
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
		breaks, err := openapi.Compare(written, document.JSON())
		if err != nil || len(breaks) > 0 {
			t.Errorf("clients of %s break: %v\n%s", file, err, strings.Join(breaks, "\n"))
		}
	}
	golden.Check(t, file, string(document.JSON()))
}

// compareGolden is golden.Check of a file of the set's folder.
func (c *conformance) compareGolden(t testing.TB, name, got string) {
	t.Helper()
	file := filepath.Join(c.options.folder, name)
	if found, _ := filepath.Glob(file); len(found) == 0 && !golden.Update() {
		t.Errorf("there is no %s to compare with; write it with -update, and read it", file)
		return
	}
	golden.Check(t, file, got)
}

func (c *conformance) playScenarios(t *testing.T) {
	pattern := filepath.Join(c.options.folder, "*.txtar")
	if files, _ := filepath.Glob(pattern); len(files) == 0 {
		t.Skipf("there are no files %s", pattern)
	}
	Run(t, pattern, Config{Set: func() *rest.Set { return c.set }, Pages: pagesOf(c.plan.Theme), Options: c.options.serve, Middleware: c.options.before})
}
