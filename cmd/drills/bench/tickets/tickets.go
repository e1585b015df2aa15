// Package tickets declares one large table below several addresses, each with another way to page, count, search or
// write it, and fills it: what the benchmark asks at each size. A second set has rows that are created many at once.
package tickets

import (
	"time"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
)

// Name is that of the set.
const Name = "tickets"

const table = "tickets"

// Facts are what both kinds of tickets have.
type Facts struct {
	ID       int64      `rest:"id,readonly"`
	Status   string     `rest:"status,filter=in" default:"open" validate:"oneof=open doing closed"`
	Priority int64      `rest:"priority,filter=eq gte lte" default:"3" validate:"min=1,max=5"`
	Due      *rest.Date `rest:"due,filter=gte lte isnull"`
	Created  time.Time  `rest:"created,readonly" default:"now"`
}

// Ticket is a piece of work.
type Ticket struct {
	Facts
	Title string `rest:"title" validate:"max=120"`
	Body  string `rest:"body,multiline"`
}

// TextTicket is a ticket that is found by its full text.
type TextTicket struct {
	Facts
	Title string `rest:"title,search=@" validate:"max=120"`
	Body  string `rest:"body,multiline,search=@"`
}

// pageSize is how many tickets a page has, and MaxPage how many it has at most where the query says so.
const (
	pageSize = 20
	MaxPage  = 10_000
)

// Tickets is the set: everybody may do everything.
func Tickets() *rest.Set {
	newest := []string{"-created", "-id"}
	counted := func(path string, count plan.Count) rest.Resource {
		return rest.ViewSet[Ticket]{Table: table, Path: path, Actions: rest.List, Order: newest, Pages: rest.LimitOffset{Default: pageSize, Count: count}}
	}
	return rest.NewSet(Name,
		rest.ViewSet[Ticket]{
			Table: table, Path: "/cursor/", Actions: rest.List | rest.Create, Order: newest,
			Pages: rest.Cursor{Size: pageSize, MaxSize: MaxPage}, Exports: true,
		},
		counted("/exact/", rest.CountAll),
		counted("/capped/", rest.CountUpTo(MaxPage)),
		counted("/estimated/", rest.CountEstimate),
		counted("/none/", rest.CountNone),
		rest.ViewSet[Ticket]{
			Table: table, Path: "/plain/", Actions: rest.List, Order: newest,
			Search: []string{"title", "body"}, Pages: rest.Cursor{Size: pageSize},
		},
		rest.ViewSet[TextTicket]{Table: table, Path: "/fulltext/", Actions: rest.List, Order: newest, Pages: rest.Cursor{Size: pageSize}},
	).
		Renderers(media.JSONRenderer{}, media.PageRenderer{}, csv.Renderer{}).
		Access(permission.Anyone)
}
