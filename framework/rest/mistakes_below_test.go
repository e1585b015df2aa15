// Mistakes in resources below the records of others.

package rest_test

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Rows that are below each other, and rows below accounts.
type (
	Hook struct {
		ID  int64               `rest:"id,readonly"`
		Eye rest.BelongsTo[Eye] `rest:"eye,readonly"`
	}
	Eye struct {
		ID   int64                `rest:"id,readonly"`
		Hook rest.BelongsTo[Hook] `rest:"hook,readonly"`
	}
	Dweller struct {
		ID       int64  `rest:"id,readonly"`
		Username string `rest:"username,unique" validate:"max=150"`
		Street   string `rest:"street" default:""`
	}
	Epistle struct {
		ID     int64                     `rest:"id,readonly"`
		Member rest.BelongsTo[auth.User] `rest:"member,readonly"`
	}
	Aside struct {
		ID    int64                 `rest:"id,readonly"`
		Plain rest.BelongsTo[Plain] `rest:"-" db:"plain_id"`
		Text  string                `rest:"text"`
	}
	Quote struct {
		ID    int64                 `rest:"id,readonly"`
		Aside rest.BelongsTo[Aside] `rest:"aside"`
	}
)

// belowLucky has asides below notes that a Go function lets requesters read.
func belowLucky(asides rest.ViewSet[Aside], more ...rest.Resource) *rest.Set {
	lucky := permission.RowFunc("lucky", func(permission.Request, any) bool { return true })
	asides.Path = "/notes/{plain}/asides/"
	notes := rest.ViewSet[Plain]{Path: "/notes/", Access: lucky, Actions: rest.Retrieve}
	return listing(append([]rest.Resource{notes, asides}, more...)...)
}

var belowMistakes = []mistake{
	{"path of records whose parent a Go function lets read", func() *rest.Set {
		return belowLucky(rest.ViewSet[Aside]{RecordPath: "/asides/"})
	}},
	{"answer of rows whose parent a Go function lets read", func() *rest.Set {
		return belowLucky(rest.ViewSet[Aside]{}, rest.Endpoint("/all/", giving[[]*Aside], rest.GET))
	}},
	{"relation to rows whose parent a Go function lets read", func() *rest.Set {
		return belowLucky(rest.ViewSet[Aside]{}, rest.ViewSet[Quote]{Path: "/quotes/"})
	}},
	{"rows below each other", func() *rest.Set {
		return listing(
			rest.ViewSet[Hook]{Path: "/eyes/{eye}/hooks/", RecordPath: "/hooks/"},
			rest.ViewSet[Eye]{Path: "/hooks/{hook}/eyes/", RecordPath: "/eyes/"},
		)
	}},
	{"rule of a parent of another struct", func() *rest.Set {
		return listing(
			rest.ViewSet[Dweller]{Path: "/members/", Table: "users", Access: permission.Is("street", "x"), Actions: rest.ReadOnly},
			rest.ViewSet[Epistle]{Path: "/members/{member}/epistles/"},
		)
	}},
}
