// The world of reading: filters, searches, orders, pages, actions, counts and addresses.

package sets

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
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

// Papers lie in trays and have stamps. Each of them may be secret.
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

type archive struct {
	ID     int64                     `rest:"id,readonly"`
	Name   string                    `rest:"name"`
	Public bool                      `rest:"public" default:"true"`
	Keeper rest.BelongsTo[auth.User] `rest:"keeper,readonly"`
}

type paper struct {
	ID     int64                   `rest:"id,readonly"`
	Rack   rest.BelongsTo[archive] `rest:"rack"`
	Title  string                  `rest:"title,search"`
	Body   *string                 `rest:"body,search"`
	Number int64                   `rest:"number,search=="`
	Code   string                  `rest:"code,optional"`
	Secret string                  `rest:"secret,writeonly,optional"`
}

// Papers are searched in their own columns, and along a relation whose rows not everybody sees.
func Papers() *rest.Set {
	return rest.NewSet("papers",
		rest.ViewSet[archive]{
			Path: "/racks/", Access: permission.By{Read: permission.Any(permission.Owner, permission.Is("public", true)), Write: permission.SignedInOrReadOnly},
			Owner: rest.Field(func(s *archive) *rest.BelongsTo[auth.User] { return &s.Keeper }),
		},
		rest.ViewSet[paper]{
			Path: "/papers/", Access: permission.Anyone, Pages: rest.LimitOffset{Default: 100, Max: 100}, Search: []string{"^rack.name", "=code"},
			Extra: []rest.Action{rest.Sublist("few", permission.Is("number", 7))},
		},
		rest.ViewSet[patterned]{Path: "/patterned/", Access: permission.Anyone, Search: []string{"$title"}, SearchParam: "q"},
	)
}

type patterned struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title"`
}

type journal struct {
	ID   uuid.UUID `rest:"id,readonly"`
	Name string    `rest:"name,search=@"`
}

type essay struct {
	ID      int64                   `rest:"id,readonly"`
	Number  int64                   `rest:"number,search=="`
	Title   string                  `rest:"title,search=@english"`
	Body    *string                 `rest:"body,search=@english"`
	Journal rest.BelongsTo[journal] `rest:"journal,optional"`
}

// Essays are searched by full text.
func Essays() *rest.Set {
	return rest.NewSet("essays",
		rest.ViewSet[journal]{Path: "/journals/", Access: permission.Anyone},
		rest.ViewSet[essay]{Path: "/essays/", Access: permission.Anyone, Pages: rest.LimitOffset{Default: 100, Max: 100}, Search: []string{"@journal.name"}},
	)
}

type (
	// missive and letter have a full text of their own, under numbers and under others.
	missive struct {
		ID    int64   `rest:"id,readonly"`
		Name  string  `rest:"name" default:"" validate:"max=100"`
		Title string  `rest:"title,search=@"`
		Body  *string `rest:"body,search=@"`
	}
	letter struct {
		ID    uuid.UUID `rest:"id,readonly"`
		Name  string    `rest:"name" default:"" validate:"max=100"`
		Title string    `rest:"title,search=@"`
		Body  *string   `rest:"body,search=@"`
	}
)

// postRows has letters and missives, which are searched by frequent words.
func postRows() []rest.Resource {
	ordering := []string{"name"}
	return []rest.Resource{
		rest.ViewSet[missive]{Path: "/memos/", Order: []string{"name"}, Ordering: ordering, Pages: rest.LimitOffset{Default: 3, Max: 100}},
		rest.ViewSet[letter]{Path: "/letters/", Order: []string{"name"}, Ordering: ordering},
		rest.ViewSet[missive]{Path: "/slips/", Order: []string{"name"}, Pages: rest.Cursor{Size: 100}},
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

type flask struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,search=^"`
	Note string `rest:"note,search,optional"`
}

type (
	grove struct {
		ID   int64                `rest:"id,readonly"`
		Name string               `rest:"name"`
		Oaks rest.Count[oak]      `rest:"oak_count,sort,filter=in ne gt gte lt lte"`
		Pals rest.ManyToMany[pal] `rest:"pals,optional"`
		Have rest.Count[pal]      `rest:"pal_count,by=pals"`
	}
	oak struct {
		ID     int64                 `rest:"id,readonly"`
		Grove  rest.BelongsTo[grove] `rest:"grove,ondelete=cascade"`
		Hollow bool                  `rest:"hollow"`
	}
	pal struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
)

var unindexedCounts = map[string]string{
	"oak_count": "few", "oak_count__ne": "few", "oak_count__gt": "few", "oak_count__gte": "few", "oak_count__lt": "few", "oak_count__lte": "few", "pals_of__gte": "few",
}

// A choir is named by its slug in addresses, a song by its number. A song takes the keys of tags and shows
// the tags themselves.
type (
	choir struct {
		ID     int64                  `rest:"-"`
		Slug   string                 `rest:"slug,unique,createonly" validate:"max=20"`
		URL    rest.Address           `rest:"url"`
		Voices rest.HasMany[voice]    `rest:"-"`
		Sing   rest.Nested[voiceName] `rest:"voices,of=voices,order=singer"`
		Last   rest.Nested[voiceName] `rest:"backwards,of=voices,order=-part"`
	}
	voice struct {
		ID     int64                     `rest:"id,readonly"`
		Choir  rest.BelongsTo[choir]     `rest:"choir,show=slug,ondelete=cascade"`
		Singer rest.BelongsTo[auth.User] `rest:"singer,show=username,ondelete=cascade"`
		Part   string                    `rest:"part"`
	}
	voiceName struct {
		Singer rest.BelongsTo[auth.User] `rest:"singer,show=username"`
	}
	song struct {
		ID    int64                 `rest:"id,readonly"`
		URL   rest.Address          `rest:"url"`
		Title string                `rest:"title"`
		Marks rest.ManyToMany[tune] `rest:"tunes,optional"`
		Loud  string                `rest:"loud,computed"`
		Last  string                `rest:"last,optional"`
	}
	songRecord struct {
		song
		Marks rest.Nested[tune] `rest:"tunes,of=tunes,order=name"`
	}
	tune struct {
		ID   int64        `rest:"id,readonly"`
		URL  rest.Address `rest:"url"`
		Name string       `rest:"name"`
	}
)

// Two structs of one table, whose flags stand in another order.
type (
	lore struct {
		ID     int64  `rest:"id,readonly"`
		Hidden bool   `rest:"hidden" default:"false"`
		Secret bool   `rest:"secret" default:"false"`
		Name   string `rest:"name"`
	}
	loreFile struct {
		ID     int64                  `rest:"id,readonly"`
		Secret bool                   `rest:"secret" default:"false"`
		Hidden bool                   `rest:"hidden" default:"false"`
		Name   string                 `rest:"name"`
		Notes  rest.HasMany[loreNote] `rest:"notes,readonly"`
		Count  rest.Count[loreNote]   `rest:"count"`
	}
	loreNote struct {
		ID      int64                `rest:"id,readonly"`
		Dossier rest.BelongsTo[lore] `rest:"dossier"`
	}
)

type befriended struct {
	ID      int64                       `rest:"id,readonly"`
	Name    string                      `rest:"name,unique" validate:"max=50"`
	Friends rest.ManyToMany[befriended] `rest:"friends,optional,link"`
}

type drawer struct {
	ID    string             `rest:"code" db:"id" validate:"max=9"`
	Tools rest.HasMany[tool] `rest:"tools,readonly,link"`
}

type tool struct {
	ID     int64                  `rest:"id,readonly"`
	Name   string                 `rest:"name"`
	Drawer rest.BelongsTo[drawer] `rest:"drawer,ondelete=cascade"`
}

type (
	band struct {
		ID      int64                    `rest:"id,readonly"`
		Players rest.HasMany[player]     `rest:"-"`
		Up      rest.Nested[playerBrief] `rest:"up,of=players,order=member"`
		Down    rest.Nested[playerBrief] `rest:"down,of=players,order=-member"`
		Keyed   rest.Nested[playerBrief] `rest:"keyed,of=players,order=substitute"`
	}
	player struct {
		ID         int64                     `rest:"id,readonly"`
		Band       rest.BelongsTo[band]      `rest:"band,ondelete=cascade"`
		Member     rest.BelongsTo[auth.User] `rest:"member,show=username,ondelete=cascade"`
		Substitute rest.BelongsTo[auth.User] `rest:"substitute,ondelete=cascade"`
	}
	playerBrief struct {
		ID     int64                     `rest:"id,readonly"`
		Member rest.BelongsTo[auth.User] `rest:"member,show=username"`
	}
)

// hike is on a day, from a moment on.
type hike struct {
	ID    int64      `rest:"id,readonly,sort"`
	Day   *rest.Date `rest:"day,sort,filter=year month day"`
	Start time.Time  `rest:"start,sort,filter=date year month day hour"`
}

type (
	postbag struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
		Open bool   `rest:"open" default:"true"`
	}
	postbagName struct {
		Name string `rest:"name"`
	}
)

type parade struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,sort"`
	Open bool   `rest:"open"`
}

// lap has a field of every kind that can be added up.
type lap struct {
	ID      int64         `rest:"id,readonly"`
	Driver  string        `rest:"driver" validate:"max=20"`
	Points  int64         `rest:"points"`
	Lane    int32         `rest:"lane,optional"`
	Notes   []string      `rest:"notes,optional"`
	Bonus   *int64        `rest:"bonus,optional"`
	Weight  float64       `rest:"weight"`
	Took    time.Duration `rest:"took"`
	Penalty bool          `rest:"penalty"`
	From    *netip.Addr   `rest:"from,optional"`
	Team    *string       `rest:"team"`
}

type lapText struct {
	Text string `rest:"text"`
}

func lapTable(call *rest.Call, _ rest.None) (out lapText, err error) {
	groups, err := rest.Rows[lap](call).Order("-driver").Limit(1).
		Groups("driver", []string{"points", "bonus", "weight", "took"}, predicate.Eq("penalty", false))
	var text []string
	for _, g := range groups {
		bonus := int64(-1)
		if g.Row.Bonus != nil {
			bonus = *g.Row.Bonus
		}
		text = append(text, fmt.Sprintf("%s %d: %d %d %g %v", g.Row.Driver, g.Count, g.Row.Points, bonus, g.Row.Weight, g.Row.Took))
	}
	return lapText{strings.Join(text, "; ")}, err
}

// readingRows has the rows that the scenarios of testdata/reading read.
func readingRows() []rest.Resource {
	loud := rest.Compute("loud", func(_ *rest.Call, s *songRecord) string { return strings.ToUpper(s.Title) })
	soft := rest.Compute("loud", func(_ *rest.Call, s *song) string { return strings.ToLower(s.Title) })
	open := func(name string) permission.Rule { return permission.Any(permission.Is(name, false), permission.Admin) }
	const why = "there are few walks"
	return []rest.Resource{
		rest.ViewSet[flask]{
			Path: "/flasks/", Order: []string{"id"}, Fields: rest.FieldRules{"note": permission.Admin},
			Unindexed: map[string]string{"search": "few"},
		},
		rest.ViewSet[grove]{
			Path: "/groves/", Order: []string{"id"}, Filters: []rest.Filter{{Path: "pal_count", Lookups: "gte", Name: "pals_of"}},
			Pages: rest.PageNumber{Size: 2}, Unindexed: unindexedCounts,
		},
		rest.ViewSet[oak]{Path: "/oaks/", Access: permission.By{Read: permission.Any(permission.Admin, permission.Is("hollow", false)), Write: permission.Admin}},
		rest.ViewSet[pal]{Path: "/pals/"},
		rest.ViewSet[choir]{Path: "/choirs/", Lookup: "slug"},
		rest.ViewSet[voice]{Path: "/voices/"},
		rest.ViewSet[song]{
			Path: "/songs/", Shapes: rest.Shapes{Retrieve: rest.As(loud)},
			Serializer: rest.Serializer[song]{Computed: []rest.Computed[song]{soft}},
		},
		rest.ViewSet[tune]{Path: "/tunes/"},
		rest.ViewSet[lore]{Path: "/dossiers/", Table: "dossiers", Access: permission.Anyone},
		rest.ViewSet[loreFile]{Path: "/files/", Table: "dossiers", Access: open("secret")},
		rest.ViewSet[loreNote]{Path: "/notes/", Access: open("dossier.hidden")},
		rest.ViewSet[befriended]{Path: "/profiles/", Name: "profile", Lookup: "name", LookupPattern: `[\w.@+ &-]+`},
		rest.ViewSet[drawer]{Path: "/drawers/"},
		rest.ViewSet[tool]{Path: "/drawers/best/"},
		rest.ViewSet[auth.User]{Path: "/people/", Actions: rest.ReadOnly, Access: permission.Any(permission.Admin, permission.Me("id"))},
		rest.ViewSet[band]{Path: "/bands/", Members: rest.Members{Fields: true}},
		rest.ViewSet[player]{Path: "/players/"},
		rest.ViewSet[hike]{
			Path: "/walks/", Access: permission.Anyone,
			Unindexed: map[string]string{"day__month": why, "day__day": why, "start__month": why, "start__day": why, "start__hour": why},
		},
		rest.ViewSet[postbag]{
			Path: "/postbags/", Access: permission.Anyone, Actions: rest.Create, Description: "What is sent.",
			Shapes: rest.Shapes{List: rest.As[postbagName]()}, Envelope: rest.Envelope{List: "postbags"},
			Extra: []rest.Action{
				rest.Sublist("open", permission.Is("open", true), rest.Describe("What is on its way.")),
				rest.Sublist("closed", permission.Is("open", false)),
				rest.OnList("pick", func(*rest.Call, rest.None) ([]*postbag, error) { return []*postbag{{ID: 2}}, nil }, rest.GET),
			},
		},
		rest.ViewSet[parade]{
			Path: "/parades/", Actions: rest.Create, Ordering: []string{"by=-open,name"}, Members: rest.Members{Fields: true},
			Extra: []rest.Action{rest.Sublist("open", permission.Is("open", true))},
		},
		rest.ViewSet[lap]{Path: "/laps/", Extra: []rest.Action{
			rest.OnList("table", lapTable, rest.GET),
			rest.OnList("from", func(call *rest.Call, _ rest.None) (out lapText, err error) {
				groups, err := rest.Rows[lap](call).Groups("from", nil)
				for _, g := range groups {
					out.Text += fmt.Sprint(g.Row.From, " ")
				}
				teams, other := rest.Rows[lap](call).Groups("team", nil)
				for _, g := range teams {
					if g.Row.Team == nil {
						out.Text += "none "
					} else {
						out.Text += *g.Row.Team + " "
					}
				}
				return out, errors.Join(err, other)
			}, rest.GET),
			rest.OnList("check", func(call *rest.Call, in lapText) (lapText, error) {
				names := strings.Split(in.Text, ",")
				if _, err := rest.Rows[lap](call).Groups(names[0], names[1:]); err != nil {
					return lapText{err.Error()}, nil
				}
				return lapText{"adds up"}, nil
			}),
		}},
	}
}
