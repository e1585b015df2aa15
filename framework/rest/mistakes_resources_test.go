// Mistakes in resources as a whole.

package rest_test

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Mistakes in what a view set says: paths, owners, orders, pages, counters and tables.
var resourceMistakes = []mistake{
	{"no path", func() *rest.Set { return listing(rest.ViewSet[Plain]{}) }},
	{"paths, actions and rules", func() *rest.Set {
		lucky := permission.RowFunc("lucky", func(permission.Request, any) bool { return true })
		return each([]rest.ViewSet[Plain]{
			{Path: "notes"},
			{Path: "/"},
			{Path: "/my//notes/"},
			{Path: "/Notes/"},
			{Path: "/users/{id}/notes/"},
			{Path: "/api-auth/notes/"},
			{Actions: 128 | rest.List},
			{Access: lucky},
			{Access: permission.Is("published", true)},
			{Access: permission.OwnerOrReadOnly},
		}, rest.ViewSet[Plain]{Path: "/taken/"}, rest.ViewSet[Other]{Path: "/taken/"})
	}},
	{"no rule of access", func() *rest.Set { return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/"}) }},
	{"owners", func() *rest.Set {
		return each([]rest.ViewSet[Owned]{
			{Owner: rest.Field(func(n *Owned) *rest.BelongsTo[auth.User] { return &n.Owner })},
			{Owner: rest.Field(func(n *Owned) *string { return &n.Title })},
			{Owner: rest.Field(func(n *Owned) *rest.BelongsTo[auth.Group] { return &n.Group })},
			{Owner: rest.Field(func(n *Owned) *rest.BelongsTo[auth.User] { return &n.Editor })},
			{Owner: rest.Field(func(n *Owned) *rest.BelongsTo[auth.User] { return nil })},
			{Owner: rest.Field(func(n *Owned) *int64 { return &n.Owner.ID })},
		})
	}},
	{"owners, by functions that panic or look elsewhere", func() *rest.Set {
		var other Owned
		return each([]rest.ViewSet[Owned]{
			{Owner: rest.Field(func(n *Owned) *rest.BelongsTo[auth.User] { panic("not yet") })},
			{Owner: rest.Field(func(n *Owned) *rest.BelongsTo[auth.User] { return &other.Owner })},
		})
	}},
	{"orders", func() *rest.Set {
		return each([]rest.ViewSet[Listed]{
			{Order: []string{"titel"}},
			{Order: []string{"-groups"}},
			{Order: []string{"-title nulls at the end"}},
			{Order: []string{"-title nulls last"}},
			{Order: []string{"title", "-title"}},
		})
	}},
	{"pages and counters", func() *rest.Set {
		return each([]rest.ViewSet[Plain]{
			{Pages: rest.PageNumber{Size: -1}},
			{Pages: rest.PageNumber{Size: 10_001}},
			{Pages: rest.PageNumber{Count: rest.CountNone}},
			{Pages: rest.PageNumber{Size: 10, Count: rest.CountUpTo(-1)}},
			{Counters: []*rest.Counter{
				nil, rest.NewCounter("", "Notes that were lost."), rest.NewCounter("Lost", "Notes that were lost."),
				rest.NewCounter("notes_lost_total", "Notes that were lost."), rest.NewCounter("http_requests", "Requests to others."),
				rest.NewCounter("helpless", " "), rest.NewCounter("twice", "Notes that were lost."), rest.NewCounter("twice", "Others."),
			}},
		})
	}},
	{"tables", func() *rest.Set {
		type (
			OtherKind struct {
				ID    int64 `rest:"id,readonly"`
				Title int   `rest:"title" default:"0"`
			}
			OtherNull struct {
				ID    int64   `rest:"id,readonly"`
				Title *string `rest:"title"`
			}
			OtherColumn struct {
				ID    int64  `rest:"id,readonly"`
				Title string `rest:"title"`
				Stars int    `rest:"stars"`
			}
			Person struct {
				ID       int64  `rest:"id,readonly"`
				Username string `rest:"username,unique" validate:"max=100"`
				Phone    string `rest:"phone"`
			}
		)
		return listing(
			of[Plain](), rest.ViewSet[OtherKind]{Path: "/a/", Table: "plains", Actions: rest.ReadOnly},
			rest.ViewSet[OtherNull]{Path: "/b/", Table: "plains", Actions: rest.ReadOnly},
			rest.ViewSet[OtherColumn]{Path: "/c/", Table: "plains"}, rest.ViewSet[Person]{Path: "/people/", Table: "users"},
		)
	}},
	{"names of tables", func() *rest.Set {
		return listing(rest.ViewSet[Plain]{Path: "/a/", Table: "my notes"}, rest.ViewSet[Other]{Path: "/b/", Table: "sessions"},
			rest.ViewSet[Box[int]]{Path: "/boxes/"})
	}},
}
