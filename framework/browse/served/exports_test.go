package served_test

import (
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/media/ndjson"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type board struct {
	ID   int64                `rest:"id,readonly"`
	Name string               `rest:"name,unique" validate:"max=100"`
	Jars rest.ManyToMany[jar] `rest:"jars,optional"`
}

// jar shows its board as an object, and the jars beside it as a list of objects.
type jar struct {
	ID     int64                   `rest:"id,readonly"`
	Label  string                  `rest:"label"`
	Shelf  rest.BelongsTo[board]   `rest:"shelf,optional"`
	On     rest.Nested[boardBrief] `rest:"on,of=shelf"`
	Lids   rest.ManyToMany[lid]    `rest:"lids,optional"`
	Fits   rest.Nested[lid]        `rest:"fits,of=lids"`
	Hidden bool                    `rest:"hidden" default:"false"`
}

type boardBrief struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

type lid struct {
	ID   int64 `rest:"id,readonly"`
	Size int64 `rest:"size"`
}

func pantry() *rest.Set {
	return rest.NewSet("pantry",
		rest.ViewSet[board]{Path: "/shelves/", Pages: rest.PageNumber{Size: 1}},
		rest.ViewSet[lid]{Path: "/lids/"},
		rest.ViewSet[jar]{
			Path: "/jars/", Pages: rest.PageNumber{Size: 2}, Exports: true, Order: []string{"-label"},
			Access:   permission.By{Read: permission.Any(permission.Is("hidden", false), permission.Admin), Write: permission.Anyone},
			Envelope: rest.Envelope{List: "jars", Record: "jar"},
			Members:  rest.Members{Fields: true, Records: true, Expand: []rest.Expansion{rest.Expand("shelf"), rest.Expand("lids")}},
		},
	).Access(permission.Anyone).Renderers(media.JSONRenderer{}, media.PageRenderer{}, csv.Renderer{ByteOrderMark: true}, ndjson.Renderer{})
}
