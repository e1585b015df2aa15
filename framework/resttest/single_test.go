// A test that defects in singletons are noticed.

package resttest

import (
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/server"
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
			rest.ViewSet[chest]{Path: "/chests/", Access: permission.Anyone},
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
		all, _ := rest.Rows[chest](c).All()
		for range all {
			n, _ := rest.Rows[chest](c).Count()
			open += int64(n)
		}
		return open
	})
	reports(t, "a statement for each chest", "GET of the record of /purse/", run(compiledSet(t, set(permission.Anyone, each))))
}
