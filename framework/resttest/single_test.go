// Tests of the kit's own parts: single rows, parsers, sets without parts.

package resttest

import (
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets/laws"
)

// purse is what each account has one of.
type purse struct {
	ID    int64                     `rest:"id,readonly"`
	Owner rest.BelongsTo[auth.User] `rest:"owner,readonly,unique,show=username"`
	Coins int64                     `rest:"coins"`
	Shut  bool                      `rest:"shut,readonly" default:"false"`
}

// A singleton that lets in whom the words of its rule keep out is found out, and a statement for each row
// of others in it.
func TestSingletonsAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	set := func(rule permission.Rule, computed ...rest.Computed[purse]) *rest.Set {
		return rest.NewSet("purses",
			rest.ViewSet[purse]{
				Path: "/purse/", Singleton: true, Actions: rest.Everything &^ rest.List, Access: rule,
				Owner:      rest.Field(func(p *purse) *rest.BelongsTo[auth.User] { return &p.Owner }),
				Serializer: rest.Serializer[purse]{Computed: computed},
			},
			rest.ViewSet[laws.Chest]{Path: "/chests/", Access: permission.Anyone},
		).Access(permission.Anyone)
	}
	rules := []permission.Rule{
		permission.Anyone, permission.Admin, permission.ReadOnly,
		permission.By{Read: permission.Anyone, Write: permission.Is("coins", int64(1))},
	}
	for i, done := range rules {
		silent(t, done.String(), compiledSet(t, set(done)).fillTable)
		said := rules[(i+1)%len(rules)]
		reports(t, "a service that goes by "+done.String()+", and says "+said.String(), " /purse/ as", saying(t, set(done), set(said)).fillTable)
	}
	table := compiledSet(t, set(permission.Anyone)).accessTable(t, server.SQLite.Address(t))
	if !strings.Contains(table, "  POST                   403 201 201 201 403\n") || !strings.Contains(table, "  GET                    403 200 200 200 403\n") {
		t.Errorf("got %s", table)
	}
	run := func(c *conformance) func(testing.TB) {
		return func(tb testing.TB) {
			c.compareStatements(tb, func() string { return filepath.Join(t.TempDir(), "test.db") })
		}
	}
	silent(t, "no such thing", run(compiledSet(t, set(permission.Anyone))))
	each := rest.Compute("open", func(c *rest.Call, _ *purse) (open int64) {
		all, _ := rest.Rows[laws.Chest](c).All()
		for range all {
			n, _ := rest.Rows[laws.Chest](c).Count()
			open += int64(n)
		}
		return open
	})
	reports(t, "a statement for each chest", "GET of the record of /purse/", run(compiledSet(t, set(permission.Anyone, each))))
}

// What the kit sends is what the set reads, whichever parsers it lists.
func TestParsersOfSet(t *testing.T) {
	for _, parser := range []media.Parser{media.YAMLParser(), media.FormParser(), media.MultipartParser()} {
		t.Run(parser.MediaType, func(t *testing.T) {
			touch := func(_ *rest.Call, row *laws.Chest, _ chestName) (*laws.Chest, error) { return row, nil }
			c := compiledSet(t, rest.NewSet("chests", rest.ViewSet[laws.Chest]{
				Path: "/chests/", Access: permission.Anyone, Envelope: rest.Envelope{Record: "chest", List: "chests", Input: "chest"},
				Extra: []rest.Action{rest.OnRecord("touch", touch)},
			}).Parsers(parser).Renderers(media.JSONRenderer{}))
			silent(t, "the access part", c.fillTable)
			served := newServers(t, c.config())
			for _, scenario := range c.hostile(t, maxRequests)[:2] {
				served.play(t, c.reset(t), scenario)
			}
			for step, err := range Play(t.Context(), served.list[0], []byte(vocabulary{begin: c.begin()}.scenario(nil))) {
				if err != nil || step.Answer.Code != 201 {
					t.Errorf("%s: got %d %s, error %v", step.Name, step.Answer.Code, step.Answer.Body, err)
				}
			}
			silent(t, "the written part", func(tb testing.TB) {
				c.writeOn(tb, filepath.Join(t.TempDir(), "test.db"), map[string]string{}, true)
			})
		})
	}
}

// Without PostgreSQL odd input and random sequences are sent to SQLite.
func TestWithoutPostgres(t *testing.T) {
	checks, found := flag.Lookup("rapid.checks").Value, findPostgres
	many := checks.String()
	if err := checks.Set("1"); err != nil {
		t.Fatal(err)
	}
	defer func() {
		findPostgres = found
		_ = checks.Set(many)
	}()
	findPostgres = func(testing.TB) (string, error) { return "", pg.ErrNone }
	c := compiledSet(t, laws.Chests(permission.Anyone))
	for name, part := range map[string]func(testing.TB){"hostile": c.sendOddities, "sequences": c.playSequences} {
		skipped := false
		t.Run(name, func(t *testing.T) {
			defer func() { skipped = t.Skipped() }()
			part(t)
		})
		if skipped {
			t.Errorf("%s is skipped", name)
		}
	}
}
