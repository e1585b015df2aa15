// The world of reading: filters, searches, orders, pages, actions, counts and addresses.

package sets

import (
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

// Reading is the world of reading: lists in pages, filters, orders, searches, counts, actions and addresses.
func Reading() *rest.Set {
	resources := slices.Concat(
		readingRows(), specimensRows(), voyagesRows(), postRows(),
	)
	return rest.NewSet("reading", resources...).Access(permission.Anyone)
}

// specimen has fields of the kinds that lists are asked for. Mark is the number of the row in the model.
type specimen struct {
	ID    int64                        `rest:"id,readonly"`
	Mark  int64                        `rest:"mark"`
	Name  string                       `rest:"name,sort,search,filter=in ne contains icontains startswith istartswith iexact isempty,optional" validate:"max=60"`
	Note  *string                      `rest:"note,sort,search=^,filter=eq isnull isempty icontains startswith" validate:"max=60"`
	Code  string                       `rest:"code,search==,filter=in,optional" validate:"max=60"`
	Size  *int64                       `rest:"size,sort,filter=in ne gt gte lt lte isnull,search=="`
	State string                       `rest:"state,sort,filter=in" validate:"oneof=open doing shut"`
	Due   *rest.Date                   `rest:"due,sort,filter=eq gte lte isnull year month day"`
	Case  rest.BelongsTo[specimenCase] `rest:"case,optional,show=name,filter=eq isnull"`
}

type specimenCase struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=60"`
}

// specimensRows are listed in pages of three kinds, in several orders.
func specimensRows() []rest.Resource {
	view := func(v rest.ViewSet[specimen]) rest.Resource {
		v.Table, v.Bulk, v.Ordering = "specimens", rest.Bulk{Actions: rest.Create}, []string{"note first=note nulls first", "two=-state,size"}
		v.Filters = []rest.Filter{{Path: "case.name", Lookups: "eq icontains", Name: "in_case"}}
		return v
	}
	return []rest.Resource{
		view(rest.ViewSet[specimen]{Path: "/offset/", Order: []string{"-size", "name"}, Pages: rest.LimitOffset{Default: 4, Max: 100}}),
		view(rest.ViewSet[specimen]{Path: "/cursor/", Order: []string{"name"}, Pages: rest.Cursor{Size: 3}}),
		view(rest.ViewSet[specimen]{Path: "/mixed/", Order: []string{"state", "-due"}, Pages: rest.Cursor{Size: 2}}),
		rest.ViewSet[specimenCase]{Path: "/crates/"},
	}
}

type (
	diary struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
	diaryEntry struct {
		ID    int64                 `rest:"id,readonly"`
		Diary rest.BelongsTo[diary] `rest:"diary,readonly,ondelete=cascade"`
		Text  string                `rest:"text,search" validate:"max=200"`
		Mood  *int64                `rest:"mood"`
		Rank  string                `rest:"-" default:"hidden rank"`
	}
	// EntryBrief is an entry in a list.
	EntryBrief struct {
		Text string `rest:"text"`
	}
)

// Diaries are entries below their diary and on their own, in pages by cursor.
func Diaries() *rest.Set {
	pages := rest.Cursor{Size: 2, MaxSize: 50}
	brief := rest.Shapes{List: rest.As[EntryBrief]()}
	return rest.NewSet("diaries",
		rest.ViewSet[diary]{Path: "/diaries/"},
		rest.ViewSet[diaryEntry]{
			Path: "/entries/", Actions: rest.List | rest.Retrieve | rest.Destroy, Pages: pages, Shapes: brief, Order: []string{"mood nulls last", "-id"}, Ordering: []string{"text", "mood"},
			Extra: []rest.Action{rest.Sublist("good", permission.Is("mood", 1))},
		},
		rest.ViewSet[diaryEntry]{
			Path: "/diaries/{diary}/entries/", RecordPath: "/others/", Shapes: brief, Order: []string{"-rank", "-id"},
			Pages: rest.Cursor{Size: 2, Param: "at", Count: rest.CountAll},
		},
	).Access(permission.Anyone).LinkHeader()
}

type (
	libraryRack struct {
		ID      int64                      `rest:"id,readonly"`
		Slug    string                     `rest:"slug,unique,filter=in startswith" validate:"max=40"`
		Secret  string                     `rest:"-" default:"none"`
		Public  bool                       `rest:"public,filter"`
		Readers rest.ManyToMany[auth.User] `rest:"readers,optional"`
		Books   rest.HasMany[tome]         `rest:"books,readonly,by=shelf"`
	}
	kindOf struct {
		ID    int64                       `rest:"id,readonly"`
		Shelf rest.BelongsTo[libraryRack] `rest:"shelf,filter"`
		Name  string                      `rest:"name"`
	}
	tome struct {
		ID      int64                       `rest:"id,readonly"`
		Shelf   rest.BelongsTo[libraryRack] `rest:"shelf,show=slug,filter"`
		Title   string                      `rest:"title,filter=eq contains icontains startswith regex gte ne"`
		State   string                      `rest:"state,filter=in" default:"open" validate:"oneof=open lent lost"`
		Pages   int32                       `rest:"pages,filter=eq gt gte lt lte ne" default:"100"`
		Price   *decimal.Decimal            `rest:"price,filter=eq gt gte lt lte isnull" digits:"6,2"`
		Weight  *float64                    `rest:"weight,filter=gte"`
		Due     *rest.Date                  `rest:"due,filter=eq gte isnull year"`
		Loan    *time.Duration              `rest:"loan,filter=gte"`
		Code    *uuid.UUID                  `rest:"code,filter=in"`
		Signed  bool                        `rest:"signed,filter" default:"false"`
		Genres  rest.ManyToMany[kindOf]     `rest:"genres,optional,filter=in all isnull"`
		Next    rest.BelongsTo[tome]        `rest:"next,optional,filter=eq isnull ne"`
		Arrived time.Time                   `rest:"arrived,filter=gte lt date year" default:"now"`
	}
)

var readsShelf = permission.Any(permission.Admin, permission.Is("public", true), permission.Me("readers"))

// Library is a set with shelves that only some may see.
func Library() *rest.Set {
	along := func(to string) permission.Rule {
		return permission.By{Read: permission.Any(permission.Admin, permission.Is(to+".public", true), permission.Me(to+".readers")), Write: permission.Admin}
	}
	return rest.NewSet("library",
		rest.ViewSet[libraryRack]{
			Path: "/shelves/", Access: permission.By{Read: readsShelf, Write: permission.Admin},
			Filters: []rest.Filter{{Path: "books.title", Lookups: "eq contains isnull", Name: "book"}, {Path: "books.state"}},
		},
		rest.ViewSet[kindOf]{Path: "/genres/", Access: along("shelf")},
		rest.ViewSet[tome]{
			Path: "/books/", Access: along("shelf"),
			Filters: []rest.Filter{
				{Path: "next.title", Name: "next_title", Lookups: "eq isnull ne icontains"},
				{Path: "next.shelf.slug", Lookups: "eq ne"},
				{Path: "next.genres", Name: "next_genre"},
				{Path: "genres.name", Name: "genre", Lookups: "in"},
				{Path: "shelf.readers.username", Name: "reader"},
				{Path: "id", Lookups: "in gt"},
			},
		},
	).Access(permission.Anyone).Requests(rest.RequestRules{LastOfRepeated: true})
}

// libraryStats are what an action answers of the books that filters leave.
type libraryStats struct {
	Books int64  `rest:"books"`
	First string `rest:"first"`
}

// CountedLibrary is the library with an action that takes the filters of the books, and a Sublist.
func CountedLibrary() *rest.Set {
	rule := permission.By{Read: permission.Any(permission.Is("shelf.public", true), permission.Me("shelf.readers")), Write: permission.Admin}
	return rest.NewSet("library", rest.ViewSet[libraryRack]{Path: "/shelves/", Access: readsShelf}, rest.ViewSet[kindOf]{Path: "/genres/"},
		rest.ViewSet[tome]{
			Path: "/books/", Access: rule, Pages: rest.PageNumber{Size: 2}, Search: []string{"title"},
			Filters: []rest.Filter{{Path: "next.title", Name: "next_title"}},
			Params: []rest.Param{{Name: "size", Read: func(_ *rest.Call, values []string) (predicate.Expr, error) {
				switch values[0] {
				case "thin":
					return predicate.Lte("pages", 1), nil
				case "mine":
					return predicate.Requester("shelf.readers"), nil
				case "wrong":
					return predicate.Lte("page", 1), nil
				case "odd":
					return predicate.Or(predicate.Eq("pages", 300), predicate.Eq("shelf.slug", "b")), nil
				}
				return predicate.Expr{}, problem.New(problem.Invalid, "No size is called %s.", values[0])
			}}},
			Extra: []rest.Action{
				rest.Sublist("lent", permission.Is("state", "lent")),
				rest.OnList("stats", func(c *rest.Call, _ rest.None) (libraryStats, error) {
					rows := rest.Rows[tome](c).Filtered()
					n, err := rows.Count()
					if err != nil || n == 0 {
						return libraryStats{}, err
					}
					first, err := rows.Order("title").First(predicate.Gt("id", 0))
					if err != nil {
						return libraryStats{}, err
					}
					return libraryStats{Books: n, First: first.Title}, nil
				}, rest.GET, rest.Filtered()),
				rest.OnList("wrong", func(c *rest.Call, _ rest.None) (libraryStats, error) {
					_, err := rest.Rows[libraryRack](c).Filtered().Count()
					return libraryStats{}, err
				}, rest.GET, rest.Filtered()),
				rest.OnList("plain", func(c *rest.Call, _ rest.None) (libraryStats, error) {
					_, err := rest.Rows[tome](c).Filtered().Count()
					return libraryStats{}, err
				}, rest.GET),
			},
		},
	).Access(permission.Any(permission.ReadOnly, permission.Admin))
}

// jaunt is shown by two view sets: one whose rule implies that its project and its quips may be seen, and one for
// everybody.
type jaunt struct {
	ID      int64                   `rest:"id,readonly"`
	Project rest.BelongsTo[project] `rest:"project,optional,show=name"`
	Parent  rest.BelongsTo[jaunt]   `rest:"parent,optional"`
	Above   *string                 `rest:"above,readonly,path=parent.project.name"`
	Quips   rest.Count[quip]        `rest:"quip_count"`
}

type quip struct {
	ID    int64                 `rest:"id,readonly"`
	Jaunt rest.BelongsTo[jaunt] `rest:"jaunt,ondelete=cascade"`
}

// Jaunts have filters along relations whose rules imply one another.
func Jaunts() *rest.Set {
	sees := func(project string) permission.Rule {
		return permission.Any(permission.Is(project+"visibility", "public"), permission.Me(project+"members.user"))
	}
	pages := rest.LimitOffset{Default: 10}
	return rest.NewSet("jaunts",
		rest.ViewSet[project]{Path: "/projects/", Access: permission.By{Read: permission.Any(permission.Is("visibility", "public"), permission.Me("members.user")), Write: permission.Anyone}},
		rest.ViewSet[membership]{Path: "/members/"},
		rest.ViewSet[ticket]{Path: "/tickets/"},
		rest.ViewSet[jaunt]{Path: "/jaunts/", Actions: rest.List | rest.Retrieve | rest.Create, Access: sees("project."), Ordering: []string{"above"}, Pages: pages},
		rest.ViewSet[jaunt]{Path: "/open/", Actions: rest.List | rest.Retrieve, Pages: pages},
		rest.ViewSet[quip]{Path: "/quips/", Access: sees("jaunt.project.")},
	).Access(permission.Anyone)
}

type voyage struct {
	ID   int64          `rest:"id,readonly"`
	Day  rest.Date      `rest:"day,filter=month day quarter week week_day iso_week_day iso_year"`
	Left time.Time      `rest:"left,filter=month day quarter week week_day iso_week_day iso_year hour minute second"`
	Rang rest.TimeOfDay `rest:"rang,filter=hour minute second"`
}

// voyagesRows is a set with a second list of those voyages that left on a Sunday, as a rule in words says.
func voyagesRows() []rest.Resource {
	unindexed := map[string]string{}
	for _, name := range []string{"day", "left", "rang"} {
		for part := range Parts {
			unindexed[name+"__"+part] = "few rows"
		}
	}
	for _, none := range []string{"day__hour", "day__minute", "day__second", "rang__month", "rang__day", "rang__quarter", "rang__week", "rang__week_day", "rang__iso_week_day", "rang__iso_year"} {
		delete(unindexed, none)
	}
	sunday := permission.Where("sunday", predicate.Compare(predicate.OpWeekDay, "left", 1))
	return []rest.Resource{
		rest.ViewSet[voyage]{Path: "/voyages/", Unindexed: unindexed},
		rest.ViewSet[voyage]{Path: "/sundays/", Access: sunday, Actions: rest.ReadOnly, Unindexed: unindexed},
	}
}

// Parts are the numbers of parts of a moment, by their look-ups.
var Parts = map[string]func(time.Time) int{
	"month": func(t time.Time) int { return int(t.Month()) }, "day": time.Time.Day, "quarter": func(t time.Time) int { return (int(t.Month()) + 2) / 3 },
	"week": func(t time.Time) int {
		_, week := t.ISOWeek()
		return week
	},
	"iso_year": func(t time.Time) int {
		year, _ := t.ISOWeek()
		return year
	},
	"week_day": func(t time.Time) int { return int(t.Weekday()) + 1 },
	"iso_week_day": func(t time.Time) int {
		if t.Weekday() == time.Sunday {
			return 7
		}
		return int(t.Weekday())
	},
	"hour": time.Time.Hour, "minute": time.Time.Minute, "second": time.Time.Second,
}

type sticker struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// Stickers have a list and one of some rows, under rules for queries.
func Stickers(rules rest.RequestRules) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("stickers", rest.ViewSet[sticker]{
			Path: "/stickers/", Access: permission.Anyone, Pages: rest.LimitOffset{Default: 2, Max: 10},
			Extra: []rest.Action{rest.Sublist("first", permission.Is("id", 1))},
		}).Requests(rules)
	}
}

// Folios lie in trays and have stamps. Each of them may be secret.
type (
	tray struct {
		ID     int64                   `rest:"id,readonly"`
		Name   string                  `rest:"name,search,filter=eq icontains" validate:"max=20"`
		Secret bool                    `rest:"secret,writeonly" default:"false"`
		Papers rest.HasMany[folio]     `rest:"papers,readonly"`
		Count  rest.Count[folio]       `rest:"paper_count,by=tray,filter=eq ne gte"`
		Listed rest.Nested[folioTitle] `rest:"listed,of=papers,order=title"`
	}
	stamp struct {
		ID     int64  `rest:"id,readonly"`
		Name   string `rest:"name" validate:"max=20"`
		Secret bool   `rest:"secret,writeonly" default:"false"`
	}
	folio struct {
		ID     int64                  `rest:"id,readonly,filter=in"`
		Title  string                 `rest:"title,search,filter=eq icontains gte" validate:"max=20"`
		Secret bool                   `rest:"secret,writeonly" default:"false"`
		Tray   rest.BelongsTo[tray]   `rest:"tray,optional,filter=eq ne isnull,ondelete=null"`
		After  rest.BelongsTo[folio]  `rest:"after,optional,filter=in isnull,ondelete=null"`
		Stamps rest.ManyToMany[stamp] `rest:"stamps,optional,filter=in isnull"`
		Marks  rest.Count[stamp]      `rest:"stamp_count,by=stamps,filter=in lt"`
		Place  string                 `rest:"place,readonly,path=tray.name"`
	}
	folioTitle struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title"`
	}
)

// Folios is a set whose rows are seen under rules.
func Folios() *rest.Set {
	open := permission.Is("secret", false)
	under := func(rule permission.Rule) permission.Rule {
		return permission.By{Read: permission.Any(permission.Admin, rule), Write: permission.Admin}
	}
	return rest.NewSet("papers",
		rest.ViewSet[tray]{
			Path: "/trays/", Access: under(open), Ordering: []string{"name", "paper_count"}, Search: []string{"papers.title"},
			Filters: []rest.Filter{{Path: "papers.title", Lookups: "eq icontains isnull ne"}, {Path: "papers.stamps", Lookups: "in isnull"}},
			Members: rest.Members{Fields: true, Expand: []rest.Expansion{rest.Expand("papers")}},
		},
		rest.ViewSet[stamp]{Path: "/stamps/", Access: under(permission.Not(permission.Is("secret", true)))},
		rest.ViewSet[folio]{
			Path: "/papers/", Access: under(permission.All(permission.SignedIn, open)), Pages: rest.PageNumber{Size: 3, MaxSize: 10}, Order: []string{"id"},
			Ordering: []string{"title", "tray.name", "after.tray.name", "stamp_count"}, Search: []string{"^tray.name", "stamps.name", "after.title"},
			Filters: []rest.Filter{
				{Path: "tray.name", Lookups: "eq ne icontains isnull gte"},
				{Path: "after.tray", Lookups: "eq ne isnull"},
				{Path: "after.title", Lookups: "in"},
				{Path: "stamps.name", Lookups: "in isnull icontains"},
			},
			Members: rest.Members{Fields: true, Records: true, Expand: []rest.Expansion{rest.Expand("tray"), rest.Expand("after"), rest.Expand("after.tray"), rest.Expand("stamps")}},
		},
	).Access(permission.Anyone)
}

// Jobs are of shops. Shops may be closed and notes secret: who is no administrator does not see those.
type (
	shop struct {
		ID     int64  `rest:"id,readonly"`
		Name   string `rest:"name"`
		Closed bool   `rest:"closed" default:"false"`
	}
	job struct {
		ID        int64                `rest:"id,readonly"`
		Shop      rest.BelongsTo[shop] `rest:"shop,optional,ondelete=null"`
		Title     string               `rest:"title"`
		Due       *rest.Date           `rest:"due"`
		Rank      int64                `rest:"rank" default:"3"`
		NoteCount rest.Count[jobNote]  `rest:"note_count"`
	}
	jobNote struct {
		ID     int64               `rest:"id,readonly"`
		Job    rest.BelongsTo[job] `rest:"job,ondelete=cascade"`
		Secret bool                `rest:"secret" default:"false"`
	}
	jobTitle struct {
		Title string `rest:"title"`
	}
)

// Jobs are ordered by fields and by names of orders, under some rules and pages.
func Jobs(rules rest.RequestRules, pages rest.LimitOffset) func() *rest.Set {
	return func() *rest.Set {
		open := func(column string) permission.Rule {
			return permission.Any(permission.Admin, permission.All(permission.ReadOnly, permission.Is(column, false)))
		}
		all := permission.Any(permission.Admin, permission.ReadOnly)
		ordering := []string{"rank", "due", "title", "note_count", "shop.name", "early=due nulls first", "board=-rank,title"}
		brief := rest.Shapes{List: rest.As[jobTitle]()}
		return rest.NewSet("jobs",
			rest.ViewSet[shop]{Path: "/shops/", Access: open("closed")},
			rest.ViewSet[job]{Path: "/jobs/", Access: all, Order: []string{"-id"}, Ordering: ordering, Pages: pages, Shapes: brief},
			rest.ViewSet[job]{Path: "/all/", Name: "Whole job", Access: all, Order: []string{"-id"}, Ordering: ordering},
			rest.ViewSet[jobNote]{Path: "/notes/", Access: open("secret")},
		).Requests(rules)
	}
}

// Notes are cards of a list with some pages.
func Notes(pages rest.PageNumber) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("notes", rest.ViewSet[Note]{Path: "/notes/", Access: permission.Anyone, Pages: pages})
	}
}

// Concert has moments of several kinds.
type Concert struct {
	ID      int64                       `rest:"id,readonly"`
	Name    string                      `rest:"name" validate:"max=50"`
	Begins  time.Time                   `rest:"begins,sort,filter=in lt gte date year month day hour minute week week_day iso_week_day iso_year quarter"`
	Ends    *time.Time                  `rest:"ends,optional,filter=date isnull"`
	Breaks  []time.Time                 `rest:"breaks,optional"`
	Doors   concertDoors                `rest:"doors"`
	Train   *time.Time                  `rest:"train,optional,filter=gte date year month day hour minute week week_day iso_week_day iso_year quarter" zone:"America/New_York"`
	Day     *rest.Date                  `rest:"day,optional,filter=in year month"`
	More    rest.HasMany[ConcertEncore] `rest:"-"`
	Encores rest.Nested[concertMore]    `rest:"encores,of=more,nested=replace,by=at,optional" validate:"max=9"`
}

type concertDoors struct {
	Open *time.Time `rest:"open,optional,filter=in date"`
}

// ConcertEncore is a moment of a concert.
type ConcertEncore struct {
	ID      int64                   `rest:"id,readonly"`
	Concert rest.BelongsTo[Concert] `rest:"concert"`
	At      time.Time               `rest:"at"`
}

type concertMore struct {
	At time.Time `rest:"at"`
}

// Concerts let requests name a zone, give bob one, and admin a name that is none.
func Concerts() *rest.Set {
	return rest.NewSet("concerts",
		rest.ViewSet[Concert]{Path: "/concerts/", Pages: rest.Cursor{Size: 100}, History: &rest.History{Max: 5}, Bulk: rest.Bulk{Actions: rest.Create}},
		rest.ViewSet[ConcertEncore]{Path: "/encores/"},
	).Access(permission.Anyone).Renderers(append(media.Renderers(), csv.Renderer{})...).TimeZones(rest.TimeZones{Param: "_timezone", Account: func(c *rest.Call) (string, error) {
		return map[string]string{"bob": "Asia/Tokyo", "admin": "nowhere"}[c.User().Username], nil
	}})
}
