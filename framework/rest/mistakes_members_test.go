// Mistakes in members that clients choose and expand.

package rest_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Novel and Shelf are what members may be chosen of.
type (
	Rack struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
	Novel struct {
		ID    int64                 `rest:"id,readonly"`
		Title string                `rest:"title"`
		Rack  rest.BelongsTo[Rack]  `rest:"shelf"`
		Next  rest.BelongsTo[Novel] `rest:"next,optional"`
		Plain rest.BelongsTo[Plain] `rest:"plain,readonly,optional"`
		On    rest.Nested[RackName] `rest:"on,of=shelf"`
	}
	RackName struct {
		Name string `rest:"name"`
	}
	Unshown struct {
		Name string `rest:"name,writeonly"`
	}
)

func novels(actions rest.Actions, m rest.Members) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("cases",
			rest.ViewSet[Rack]{Path: "/shelves/", Access: permission.Anyone},
			rest.ViewSet[Novel]{Path: "/books/", Access: permission.Anyone, Actions: actions, Members: m})
	}
}

func expanding(list ...rest.Expansion) func() *rest.Set {
	return novels(rest.Everything, rest.Members{Expand: list})
}

var memberMistakes = []mistake{
	{"members of records that offer nothing", novels(rest.Everything, rest.Members{Records: true})},
	{"members without a list", novels(rest.Retrieve, rest.Members{Fields: true})},
	{"members of records that are not shown", novels(rest.List, rest.Members{Fields: true, Records: true})},
	{"expanding no relation", expanding(rest.Expand("title"))},
	{"expanding an unknown name", expanding(rest.Expand("shelv"))},
	{"expanding nothing", expanding(rest.Expand(""))},
	{"expanding what is nested", expanding(rest.Expand("on"))},
	{"expanding twice", expanding(rest.Expand("shelf"), rest.ExpandAs[RackName]("shelf"))},
	{"expanding behind what is not expanded", expanding(rest.Expand("next.shelf"))},
	{"expanding what no resource shows", expanding(rest.Expand("plain"))},
	{"expanding as a number", expanding(rest.ExpandAs[int]("shelf"))},
	{"expanding as what has other fields", expanding(rest.ExpandAs[Other]("plain"))},
	{"expanding as what shows nothing", expanding(rest.ExpandAs[Unshown]("shelf"))},
}
