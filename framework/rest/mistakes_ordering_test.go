// Mistakes in orders that clients ask for.

package rest_test

import (
	"net/netip"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Sortable is a row that clients may ask for in orders of their own.
type Sortable struct {
	ID     int64                       `rest:"id,readonly"`
	Title  string                      `rest:"title" validate:"max=100"`
	Code   string                      `rest:"code,writeonly"`
	Inside string                      `rest:"-" default:"x"`
	Author rest.BelongsTo[auth.User]   `rest:"author,readonly,optional"`
	Groups rest.ManyToMany[auth.Group] `rest:"groups,optional"`
	Above  rest.BelongsTo[Sortable]    `rest:"above,optional"`
	Due    *rest.Date                  `rest:"due"`
}

func sortable(words ...string) func() *rest.Set {
	return func() *rest.Set {
		length := rest.Compute("length", func(_ *rest.Call, c *Sortable) int64 { return int64(len(c.Title)) })
		return rest.NewSet("cases", rest.ViewSet[Sortable]{
			Path: "/notes/", Access: permission.Anyone, Ordering: words,
			Serializer: rest.Serializer[Sortable]{Computed: []rest.Computed[Sortable]{length}},
		})
	}
}

// sorted is a row whose tags say "sort" where that says nothing.
type sorted struct {
	ID     int64                       `rest:"id,readonly,sort"`
	Title  string                      `rest:"title,sort"`
	Code   string                      `rest:"code,writeonly,sort"`
	Inside string                      `rest:"-,sort" default:"x"`
	Author rest.BelongsTo[auth.User]   `rest:"author,readonly,optional,sort"`
	Groups rest.ManyToMany[auth.Group] `rest:"groups,optional,sort"`
	Tags   []string                    `rest:"tags,unique,sort"`
	Notes  map[string]any              `rest:"notes,index=x,sort=y"`
}

// Mistakes in the orders that clients may ask for.
var orderingMistakes = []mistake{
	{"the word sort where it says nothing, and beside Ordering", func() *rest.Set {
		type (
			Listed struct {
				ID    int64          `rest:"id,readonly"`
				Title string         `rest:"title,sort"`
				Due   *rest.Date     `rest:"due"`
				Notes map[string]any `rest:"notes"`
			}
			Addressed struct {
				ID   int64      `rest:"id,readonly"`
				From netip.Addr `rest:"from,unique,sort"`
				To   netip.Addr `rest:"to,index"`
			}
		)
		return listing(
			of[sorted](), rest.ViewSet[Listed]{Path: "/listed/", Ordering: []string{"title", "notes"}},
			rest.ViewSet[Addressed]{Path: "/addressed/", Order: []string{"to"}, Ordering: []string{"to"}},
		)
	}},
	{"orders of clients", sortable(
		"titel", "inside", "title", "code", "length", "author", "groups", "-title", "title=due", "=title", "-new=title", "new=",
		"due nulls away", "author.nam", "groups.name", "above.author", "author.password",
	)},
	{"orders of clients without a list, and where pages cannot begin after them", func() *rest.Set {
		paged := rest.ViewSet[Sortable]{Path: "/paged/", Ordering: []string{"title", "author.username"}}
		paged.Pages = seeking{rest.PageNumber{Size: 3}}
		return listing(rest.ViewSet[Plain]{Path: "/notes/", Actions: rest.Retrieve, Ordering: []string{"title"}}, paged)
	}},
}
