// An example of members that clients choose and expand.

package rest_test

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Chapter is part of a novel.
type Chapter struct {
	ID     int64                     `rest:"id,readonly"`
	Title  string                    `rest:"title"`
	Novel  rest.BelongsTo[Novel]     `rest:"novel"`
	Editor rest.BelongsTo[auth.User] `rest:"editor,readonly,optional"`
}

// Editor is an account as chapters show it.
type Editor struct {
	Username string `rest:"username,readonly"`
}

// Clients order chapters, take some of their members, and have the novel of each nested in it.
func ExampleMembers() {
	all := []rest.Expansion{rest.Expand("novel"), rest.Expand("novel.shelf"), rest.ExpandAs[Editor]("editor")}
	printPlan(rest.NewSet("library",
		rest.ViewSet[Rack]{Path: "/racks/"},
		rest.ViewSet[Novel]{Path: "/novels/"},
		rest.ViewSet[Chapter]{
			Path: "/chapters/", Order: []string{"title"}, Ordering: []string{"title", "novel.title", "newest=-id"},
			Members: rest.Members{Fields: true, Expand: all, Records: true},
		},
	).Access(permission.Anyone), "newest", "novel.shelf")
	// Output:
	// ordering title, novel.title, newest (id descending)
	// members fields, omit; expand novel, novel.shelf, editor; of records too
}
