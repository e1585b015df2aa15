// Sets of which something might get out.

package resttest

import (
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

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
