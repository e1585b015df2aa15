// Tests that defects in lists and operations are noticed.

package resttest

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/sets/laws"
)

// Faults are planted here, and each has to be reported: a check that cannot fail tells nothing.

// compiledSet is a set as Conformance takes it.
func compiledSet(t testing.TB, set *rest.Set, options ...Option) *conformance {
	t.Helper()
	c := &conformance{set: set, options: settings(t, set, append([]Option{Folder(t.TempDir())}, options...))}
	c.compile(t)
	return c
}

// saying is a set that serves by its own declarations, and says the plan of another.
func saying(t *testing.T, done, said *rest.Set) *conformance {
	t.Helper()
	c := compiledSet(t, done)
	other, err := said.Compile()
	if err != nil {
		t.Fatal(err)
	}
	c.plan = other
	return c
}

// fillTable is the access part without its golden file.
func (c *conformance) fillTable(t testing.TB) {
	t.Helper()
	c.accessTable(t, filepath.Join(t.TempDir(), "test.db"))
}

// reports checks that a part of Conformance reports a fault, in these words.
func reports(t *testing.T, fault, words string, part func(t testing.TB)) {
	t.Helper()
	if messages := hear(t, part); !strings.Contains(strings.Join(messages, "\n"), words) {
		t.Errorf("%s: got %q, want a report of %q", fault, messages, words)
	}
}

// silent checks that a part reports nothing.
func silent(t *testing.T, what string, part func(t testing.TB)) {
	t.Helper()
	if messages := hear(t, part); len(messages) > 0 {
		t.Errorf("%s: got %s", what, messages[0])
	}
}

// A sample value without its quotes is told instead of left out.
func TestValuesAreJSON(t *testing.T) {
	reports(t, "a bare word", "Values: \"sold\" for name of /shelves/ is not JSON; a string has quotes, as in `\"sold\"`", func(t testing.TB) {
		settings(t, rest.NewSet("shop"), []Option{Values("/shelves/", "name", `"new"`, "sold")})
	})
}

// chestName is a representation that does not tell which row it is.
type chestName struct {
	Name string `rest:"name"`
}

// drawers are below a chest.
type drawerOf struct {
	ID    int64                      `rest:"id,readonly"`
	Chest rest.BelongsTo[laws.Chest] `rest:"chest,readonly,ondelete=cascade"`
	Name  string                     `rest:"name"`
}

// A list of rows that the words of the rule keep from a requester is found out, whatever stands around the
// rows, and whether or not they tell which they are.
func TestListsAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	view := rest.ViewSet[laws.Chest]{Path: "/chests/", Owner: rest.Field(func(c *laws.Chest) *rest.BelongsTo[auth.User] { return &c.Owner })}
	for words, shape := range map[string]func(v *rest.ViewSet[laws.Chest]){
		"in which the row": func(v *rest.ViewSet[laws.Chest]) {
			v.Envelope = rest.Envelope{Record: "chest", List: "chests", Count: "count", Input: "chest"}
		},
		" rows, want": func(v *rest.ViewSet[laws.Chest]) { v.Shapes.List = rest.As[chestName]() },
	} {
		set := func(rule permission.Rule) *rest.Set {
			v := view
			v.Access = rule
			shape(&v)
			return rest.NewSet("chests", v)
		}
		open, own := permission.Any(permission.Is("open", true), permission.SignedIn), permission.Any(permission.Is("name", "word 2"), permission.Owner)
		silent(t, words, compiledSet(t, set(own)).fillTable)
		reports(t, "more rows than the rule lets see", words, saying(t, set(open), set(own)).fillTable)
	}
}

// An operation of a team that lets in whom the words of its rule keep out is found out, and a reading that
// changes rows.
func TestOperationsAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	touch := func(c *rest.Call, row *laws.Chest, _ rest.None) (*laws.Chest, error) {
		row.Open = !row.Open
		return row, rest.Rows[laws.Chest](c).Update(row, &row.Open)
	}
	set := func(rule permission.Rule, method rest.Method) *rest.Set {
		return rest.NewSet("chests",
			rest.ViewSet[laws.Chest]{
				Path: "/chests/", Access: permission.Anyone, Owner: rest.Field(func(c *laws.Chest) *rest.BelongsTo[auth.User] { return &c.Owner }),
				Extra: []rest.Action{rest.OnRecord("touch", touch, method, rest.Allow(rule))},
			},
			rest.ViewSet[drawerOf]{Path: "/chests/{chest}/drawers/", RecordPath: "/drawers/", Access: rule},
		)
	}
	rules := []permission.Rule{permission.Anyone, permission.SignedIn, permission.Admin}
	for i, done := range rules[:2] {
		said := rules[i+1]
		silent(t, done.String(), compiledSet(t, set(done, rest.POST)).fillTable)
		fault := saying(t, set(done, rest.POST), set(said, rest.POST))
		reports(t, "a service that goes by "+done.String(), "POST /chests/1/touch/", fault.fillTable)
		reports(t, "below a row", "GET /chests/1/drawers/", fault.fillTable)
	}
	reports(t, "a GET that writes", "GET /chests/1/touch/", compiledSet(t, set(permission.Anyone, rest.GET)).fillTable)
}

// What an operation takes has no envelope, whatever the resource has around its records. One that refuses
// its input for want of a member, where the words of its rule keep nobody out, is found out.
func TestInputsAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	ran := 0
	set := func(extra rest.Action) *rest.Set {
		return rest.NewSet("chests", rest.ViewSet[laws.Chest]{
			Path: "/chests/", Access: permission.Anyone, Envelope: rest.Envelope{Record: "chest", List: "chests", Input: "chest"},
			Extra: []rest.Action{extra},
		})
	}
	named := set(rest.OnRecord("name", func(_ *rest.Call, row *laws.Chest, _ chestName) (*laws.Chest, error) {
		ran++
		return row, nil
	}))
	silent(t, "a required input", compiledSet(t, named).fillTable)
	if ran != 8 { // for each of four people, as a dry run first
		t.Errorf("the code of the operation has run %d times, want 8", ran)
	}
	opened := set(rest.OnRecord("name", func(_ *rest.Call, row *laws.Chest, _ struct {
		Open bool `rest:"open"`
	},
	) (*laws.Chest, error) {
		return row, nil
	}))
	reports(t, "an input that is not in the plan", "want: its code to run", saying(t, named, opened).fillTable)
}

// A golden file that is not there is found out.
func TestMissingGoldenIsNoticed(t *testing.T) {
	if golden.Update() {
		t.Skip("with -update it is written")
	}
	c := compiledSet(t, laws.Chests(permission.Anyone))
	for _, name := range []string{"plan.txt", "access.txt"} {
		reports(t, name, "there is no "+filepath.Join(c.options.folder, name)+" to compare with; write it with -update", func(tb testing.TB) { c.compareGolden(tb, name, "") })
	}
}

// A statement for each row is found out in what a team lets GET do, beside a list and of a record, and each
// list is asked for, also those of some of the rows and of those below others.
func TestStatementsAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	each := func(c *rest.Call) (out chestName, err error) {
		all, err := rest.Rows[laws.Chest](c).All()
		for range all {
			if _, err := rest.Rows[drawerOf](c).Count(); err != nil {
				return out, err
			}
		}
		return out, err
	}
	ofList := func(c *rest.Call, _ rest.None) (chestName, error) { return each(c) }
	ofRecord := func(c *rest.Call, _ *laws.Chest, _ rest.None) (chestName, error) { return each(c) }
	set := func(extra ...rest.Action) *conformance {
		return compiledSet(t, rest.NewSet("chests",
			rest.ViewSet[laws.Chest]{Path: "/chests/", Extra: append(extra, rest.Sublist("open", permission.Anyone))},
			rest.ViewSet[drawerOf]{Path: "/chests/{chest}/drawers/", RecordPath: "/drawers/"},
		).Access(permission.Anyone))
	}
	run := func(c *conformance) func(testing.TB) {
		return func(tb testing.TB) {
			c.compareStatements(tb, func() string { return filepath.Join(t.TempDir(), "test.db") })
		}
	}
	reports(t, "beside a list", "GET of /chests/each/", run(set(rest.OnList("each", ofList, rest.GET))))
	reports(t, "of a record", "GET of /chests/{key}/each/", run(set(rest.OnRecord("each", ofRecord, rest.GET))))
	plain := set()
	silent(t, "no such thing", run(plain))
	var asked []string
	server, _ := plain.server(t, filepath.Join(t.TempDir(), "test.db"), 1)
	for _, r := range plain.reads(plain.read(t, server)) {
		asked = append(asked, r.path)
	}
	for _, want := range []string{"/chests/", "/chests/1/", "/chests/open/", "/chests/1/drawers/", "/drawers/1/"} {
		if !slices.Contains(asked, want) {
			t.Errorf("GET %s is not counted, of %s", want, asked)
		}
	}
}

// A row that is shown otherwise than it was sent, or when it is read again, is found out within an envelope.
func TestWrittenIsNoticed(t *testing.T) {
	require.Part(t, "kit")
	times := int64(0)
	count := func(*rest.Call, *laws.Chest) int64 { times++; return times }
	view := rest.ViewSet[laws.Chest]{Path: "/chests/", Access: permission.Anyone, Envelope: rest.Envelope{Record: "chest", List: "chests", Input: "chest"}}
	run := func(v rest.ViewSet[laws.Chest]) func(testing.TB) {
		c := compiledSet(t, rest.NewSet("chests", v))
		return func(tb testing.TB) {
			c.writeOn(tb, filepath.Join(t.TempDir(), "test.db"), map[string]string{}, true)
		}
	}
	silent(t, "no such thing", run(view))
	view.Serializer.Computed = []rest.Computed[laws.Chest]{rest.Compute("times", count)}
	reports(t, "another answer", "and what its creation answered", run(view))
}

// A service that takes fields which nothing knows, and says that it does not, is found out.
func TestUnknownFieldsAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	set := func(rules rest.RequestRules) *rest.Set {
		return rest.NewSet("chests", rest.ViewSet[laws.Chest]{Path: "/chests/", Access: permission.Anyone}).Requests(rules)
	}
	run := func(c *conformance) func(testing.TB) {
		return func(tb testing.TB) {
			c.writeOn(tb, filepath.Join(t.TempDir(), "test.db"), map[string]string{}, true)
		}
	}
	silent(t, "a strict set", run(compiledSet(t, set(rest.RequestRules{}))))
	silent(t, "a lenient set", run(compiledSet(t, set(rest.Lenient()))))
	reports(t, "a lenient set that says it is strict", `with the field "openz", which nothing knows`, run(saying(t, set(rest.Lenient()), set(rest.RequestRules{}))))
}

// Code of the team may refuse a row by a 409, and no other way. When it refuses all that is made up, the kit
// says so, and with what values it goes on.
func TestRefusalsByCode(t *testing.T) {
	set := func(code problem.Code, refused string) *rest.Set {
		few := func(_ *rest.Call, row *drawerOf) error {
			if strings.ContainsAny(row.Name, refused) {
				return problem.New(code, "The label is printed already.")
			}
			return nil
		}
		return rest.NewSet("chests",
			rest.ViewSet[laws.Chest]{Path: "/chests/", Access: permission.Owner, Owner: rest.Field(func(c *laws.Chest) *rest.BelongsTo[auth.User] { return &c.Owner })},
			rest.ViewSet[drawerOf]{
				Path: "/chests/{chest}/drawers/", RecordPath: "/drawers/", Access: permission.SignedIn,
				Serializer: rest.Serializer[drawerOf]{BeforeCreate: few, BeforeUpdate: few},
			},
		)
	}
	run := func(set *rest.Set, options ...Option) func(testing.TB) {
		c := &conformance{set: set, options: settings(t, set, append(options, Folder(t.TempDir())))}
		c.compile(t)
		return func(tb testing.TB) {
			c.fillTable(tb)
			c.writeOn(tb, filepath.Join(t.TempDir(), "test.db"), map[string]string{}, true)
		}
	}
	silent(t, "nothing is refused", run(set(problem.Conflict, "")))
	silent(t, "some are refused", run(set(problem.Conflict, "2468")))
	reports(t, "all are refused", `give values that it takes with resttest.Values("/chests/{chest}/drawers/", …)`, run(set(problem.Conflict, "w")))
	silent(t, "a value that is taken", run(set(problem.Conflict, "w"), Values("/chests/{chest}/drawers/", "name", `"x"`)))
	reports(t, "another refusal", "got: 403", run(set(problem.Forbidden, "w")))
}

// A Sublist with rows that its words keep out is found out.
func TestSublistsAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	set := func(open bool) *rest.Set {
		return rest.NewSet("chests", rest.ViewSet[laws.Chest]{
			Path: "/chests/", Access: permission.Anyone,
			Extra: []rest.Action{rest.Sublist("some", permission.Is("open", open))},
		}).Access(permission.Anyone)
	}
	silent(t, "no such thing", compiledSet(t, set(true)).fillTable)
	reports(t, "the others", "GET /chests/some/", saying(t, set(false), set(true)).fillTable)
}
