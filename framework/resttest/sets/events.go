// The world of events: clubs, their webhooks and fleets, whose changes are told to those who see them.

package sets

import (
	"strings"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type (
	// club is seen by its members.
	club struct {
		ID      int64                    `rest:"id,readonly"`
		Slug    string                   `rest:"slug,unique" validate:"max=20"`
		Budget  int                      `rest:"budget,optional"`
		Open    bool                     `rest:"open,optional"`
		Members rest.HasMany[clubMember] `rest:"members,readonly,by=club"`
		Friends rest.ManyToMany[club]    `rest:"friends,optional"`
	}
	clubMember struct {
		ID   int64                     `rest:"id,readonly"`
		Club rest.BelongsTo[club]      `rest:"club,show=slug,ondelete=cascade"`
		Who  rest.BelongsTo[auth.User] `rest:"who,show=username"`
	}
	// meeting is seen by the members of its club.
	meeting struct {
		ID    int64                `rest:"id,readonly"`
		Club  rest.BelongsTo[club] `rest:"club,show=slug,ondelete=cascade"`
		Topic string               `rest:"topic"`
		Seal  []byte               `rest:"seal,optional"`
	}
)

// Clubs tell their changes, and those of their meetings.
func Clubs() *rest.Set {
	memberOf := func(path string) permission.Rule {
		return permission.Any(permission.Admin, permission.Is(strings.TrimPrefix(path+".open", "."), true), permission.Me(strings.TrimPrefix(path+".members.who", ".")))
	}
	return rest.NewSet("clubs",
		rest.ViewSet[club]{
			Path: "/clubs/", Lookup: "slug", Events: true, Fields: rest.FieldRules{"budget": permission.Admin},
			Access: permission.By{Read: memberOf(""), Write: permission.Admin},
		},
		rest.ViewSet[clubMember]{Path: "/memberships/", Access: permission.Admin},
		rest.ViewSet[meeting]{
			Path: "/meetings/", Events: true, Bulk: rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy, Max: 1000},
			Access: permission.By{Read: memberOf("club"), Write: permission.Admin},
		},
		rest.Audit{Path: "/audit/"},
	).Events(rest.Events{Keep: time.Hour})
}

type (
	// fleet is seen by its captains, or by everyone if it is open.
	fleet struct {
		ID     int64                    `rest:"id,readonly"`
		Open   bool                     `rest:"open,optional"`
		Allies rest.ManyToMany[fleet]   `rest:"allies,optional"`
		Crew   rest.HasMany[captain]    `rest:"-"`
		Hulls  rest.HasMany[ship]       `rest:"-"`
		Heads  rest.Nested[captainRow]  `rest:"captains,of=crew,nested=replace,by=who,optional"`
		Rows   rest.Nested[shipOfFleet] `rest:"ships,of=hulls,nested=merge,optional"`
	}
	captain struct {
		ID    int64                     `rest:"id,readonly"`
		Fleet rest.BelongsTo[fleet]     `rest:"fleet,ondelete=cascade"`
		Who   rest.BelongsTo[auth.User] `rest:"who,show=username"`
	}
	captainRow struct {
		Who rest.BelongsTo[auth.User] `rest:"who,show=username"`
	}
	ship struct {
		ID     int64                 `rest:"id,readonly"`
		Fleet  rest.BelongsTo[fleet] `rest:"fleet,ondelete=cascade"`
		Name   string                `rest:"name"`
		Cabins rest.HasMany[cabin]   `rest:"-"`
	}
	shipOfFleet struct {
		ID   int64                    `rest:"id,readonly"`
		Name string                   `rest:"name"`
		Rows rest.Nested[cabinOfShip] `rest:"cabins,of=cabins,nested=replace,optional"`
	}
	cabin struct {
		ID   int64                `rest:"id,readonly"`
		Ship rest.BelongsTo[ship] `rest:"ship,ondelete=cascade"`
		Bed  string               `rest:"bed"`
	}
	cabinOfShip struct {
		ID  int64  `rest:"id,readonly"`
		Bed string `rest:"bed"`
	}
)

// Fleets tell their changes, and those of their ships.
func Fleets() *rest.Set {
	shown := permission.Any(permission.Is("open", true), permission.Me("crew.who"))
	return FleetsFor(shown, permission.Any(permission.Is("fleet.open", true), permission.Me("fleet.crew.who")))
}

// FleetsFor are fleets that a rule shows, with ships that another shows; administrators see and write all.
func FleetsFor(fleets, ships permission.Rule) *rest.Set {
	shown := permission.By{Read: permission.Any(permission.Admin, fleets), Write: permission.Admin}
	below := permission.By{Read: permission.Any(permission.Admin, ships), Write: permission.Admin}
	return rest.NewSet("fleets",
		rest.ViewSet[fleet]{Path: "/fleets/", Events: true, Access: shown, Bulk: rest.Bulk{Actions: rest.Modify}},
		rest.ViewSet[captain]{Path: "/captains/", Access: permission.Admin},
		rest.ViewSet[ship]{Path: "/ships/", Events: true, Access: below},
		rest.ViewSet[cabin]{Path: "/cabins/", Access: permission.Admin},
	)
}

// HookedClubs are clubs whose changes are sent to webhooks.
func HookedClubs() *rest.Set {
	return rest.NewSet("clubs",
		rest.ViewSet[club]{Path: "/clubs/", Lookup: "slug", Events: true, Access: permission.Any(permission.Admin, permission.Is("open", true)), Fields: rest.FieldRules{"budget": permission.Admin}},
		rest.ViewSet[clubMember]{Path: "/memberships/", Access: permission.Admin},
		rest.ViewSet[meeting]{Path: "/meetings/", Events: true, Access: permission.Admin},
		rest.Webhooks{Path: "/webhooks/", Access: permission.SignedIn},
		rest.Tokens("/tokens/"),
	).Schemes(token.Scheme{}, basic.Scheme{}).Scopes(rest.Scope{Name: "hooks", Allows: []string{"webhooks:create"}})
}
