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

var orderingMistakes = []mistake{
	{"the word sort where it says nothing", func() *rest.Set { return one[sorted]() }},
	{"the word sort beside Ordering", func() *rest.Set {
		type Note struct {
			ID    int64          `rest:"id,readonly"`
			Title string         `rest:"title,sort"`
			Due   *rest.Date     `rest:"due"`
			Notes map[string]any `rest:"notes"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/", Access: permission.Anyone, Ordering: []string{"title", "notes"}})
	}},
	{"an order by an address of the internet", func() *rest.Set {
		type Note struct {
			ID   int64      `rest:"id,readonly"`
			From netip.Addr `rest:"from,unique,sort"`
			To   netip.Addr `rest:"to,index"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/", Access: permission.Anyone, Order: []string{"to"}, Ordering: []string{"to"}})
	}},
	{"an order of clients by no field", sortable("titel")},
	{"an order of clients by a column that is not shown", sortable("inside")},
	{"an order of clients by what they only send", sortable("title", "code")},
	{"an order of clients by what a function computes", sortable("length")},
	{"an order of clients by a reference", sortable("author")},
	{"an order of clients by a relation to many", sortable("groups")},
	{"an order of clients with a minus", sortable("-title")},
	{"an order of clients twice", sortable("title", "title=due")},
	{"an order of clients without a name", sortable("=title")},
	{"an order of clients with a minus in its name", sortable("-new=title")},
	{"an order of clients by nothing", sortable("new=")},
	{"an order of clients with an unknown end", sortable("due nulls away")},
	{"an order of clients along a path to no field", sortable("author.nam")},
	{"an order of clients along a relation to many", sortable("groups.name")},
	{"an order of clients along a path that ends at a relation", sortable("above.author")},
	{"an order of clients along a path to what is not shown", sortable("author.password")},
	{"an order of clients without a list", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: permission.Anyone, Actions: rest.Retrieve, Ordering: []string{"title"}})
	}},
	{"an order of clients that pages cannot begin after", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Sortable]{Path: "/notes/", Access: permission.Anyone, Ordering: []string{"title", "author.username"}, Pages: seeking{rest.PageNumber{Size: 3}}})
	}},
}
