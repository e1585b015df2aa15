// Tests of the laws about hostile input and about secrets.

package resttest

import (
	"errors"
	"flag"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
)

// A service that fails on what a field does not expect, or on what came before, and databases that do not
// agree are found out by odd input, by random sequences and by the seeds of fuzzing.
func TestFailuresAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	set := func(before func(*rest.Call, *chest) error) *conformance {
		return compiledSet(t, rest.NewSet("chests", rest.ViewSet[chest]{
			Path: "/chests/", Access: permission.Anyone, Serializer: rest.Serializer[chest]{BeforeCreate: before},
		}))
	}
	odd := func(_ *rest.Call, row *chest) error {
		if strings.Contains(row.Name, "<script>") {
			panic("an odd name")
		}
		return nil
	}
	third := func(c *rest.Call, _ *chest) error {
		if n, err := rest.Rows[chest](c).Count(); err != nil || n < 2 {
			return err
		}
		return errors.New("the third chest")
	}
	other := func(c *rest.Call, row *chest) error {
		for half, err := range c.Query("SELECT 7 / 2.0") {
			if err != nil {
				return err
			}
			if err := half.Scan(&row.Name); err != nil {
				return err
			}
		}
		return nil
	}
	for fault, c := range map[string]*conformance{"": set(nil), "status 500": set(odd)} {
		report := func(part string, run func(testing.TB)) {
			t.Helper()
			if fault == "" {
				silent(t, part, run)
			} else {
				reports(t, part, fault, run)
			}
		}
		report("odd input", c.sendOddities)
		report("seeds", func(tb testing.TB) {
			seeds, try := c.fuzzed(t)
			for _, seed := range seeds {
				try(tb, seed)
			}
		})
	}
	for name, value := range map[string]string{"rapid.nofailfile": "true", "rapid.checks": "500"} { // it ends at the fault
		was := flag.Lookup(name).Value.String()
		if err := flag.Set(name, value); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = flag.Set(name, was) })
	}
	reports(t, "a sequence", "status 500", set(third).playSequences)
	if len(postgresIfFound(t)) > 0 {
		reports(t, "databases that do not agree", `"name":"3.5`, set(other).sendOddities)
		reports(t, "databases that do not agree", `"name":"3.5`, set(other).playSequences)
	}
}

// vessel is a row with everything by which rows and members may get out.
type vessel struct {
	ID      int64                     `rest:"id,readonly"`
	Name    string                    `rest:"name,search,sort,filter=eq contains" validate:"max=40"`
	Open    bool                      `rest:"open,readonly" default:"false"`
	Worth   int64                     `rest:"worth,sort,filter=eq gte" default:"7"`
	Grade   string                    `rest:"grade" default:"low" validate:"max=40"`
	Photo   rest.File                 `rest:"photo,optional"`
	Cargo   rest.HasMany[freight]     `rest:"cargo,readonly,by=vessel"`
	Loaded  rest.Count[freight]       `rest:"loaded,by=vessel"`
	Owner   rest.BelongsTo[auth.User] `rest:"owner,readonly,optional,show=username"`
	Deleted *time.Time                `rest:"-"`
}

// freight is in a vessel.
type freight struct {
	ID     int64                     `rest:"id,readonly"`
	Vessel rest.BelongsTo[vessel]    `rest:"vessel,filter"`
	Label  string                    `rest:"label,search,filter" validate:"max=40"`
	Owner  rest.BelongsTo[auth.User] `rest:"owner,readonly,optional,show=username"`
}

type fleetStats struct {
	Vessels int64 `rest:"vessels"`
}

// fleet is a set of which administrators see everything, and everybody else only their rows and the open ones.
func fleet() *rest.Set {
	mine := permission.Any(permission.Owner, permission.Admin)
	stats := func(c *rest.Call, _ rest.None) (out fleetStats, err error) {
		n, err := rest.Rows[vessel](c).Visible().Count()
		out.Vessels = int64(n)
		return out, err
	}
	salvage := func(_ *rest.Call, v *vessel, _ rest.None) (*vessel, error) { return v, nil }
	return rest.NewSet("fleet",
		rest.ViewSet[vessel]{
			Path: "/vessels/", Access: permission.By{Read: permission.Any(permission.Is("open", true), mine), Write: permission.All(permission.SignedIn, mine)},
			Owner: rest.Field(func(v *vessel) *rest.BelongsTo[auth.User] { return &v.Owner }),
			Fields: rest.FieldRules{
				"worth": permission.Admin,
				"grade": permission.By{Read: permission.Anyone, Write: permission.Admin},
			},
			Pages: rest.Cursor{Size: 1}, Exports: true, History: &rest.History{},
			Bulk:       rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy},
			SoftDelete: rest.SoftDelete{Field: "deleted", Access: permission.SignedIn},
			Members:    rest.Members{Fields: true},
			Extra: []rest.Action{
				rest.OnList("stats", stats, rest.GET),
				rest.OnRecord("salvage", salvage),
				rest.Sublist("afloat", permission.Is("open", false)),
			},
		},
		rest.ViewSet[freight]{
			Path: "/freights/", Access: mine, Pages: rest.LimitOffset{Default: 20},
			Owner: rest.Field(func(f *freight) *rest.BelongsTo[auth.User] { return &f.Owner }),
		},
	).Access(permission.Anyone).Renderers(media.JSONRenderer{}, media.PageRenderer{}, media.YAMLRenderer{}, csv.Renderer{})
}

// Nothing gets out of a service in which nothing is wrong.
func TestNothingIsNoticed(t *testing.T) {
	c := compiledSet(t, fleet())
	c.options.rows = 4
	for _, message := range hear(t, c.fillTable) {
		t.Error(message)
	}
}
