// Mistakes in filters, search, facets and saved views.

package rest_test

import (
	"time"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// crate and parcel are rows for filters that are declared wrong.
type (
	crate struct {
		ID     int64                `rest:"id,readonly"`
		Name   string               `rest:"name"`
		Pin    string               `rest:"pin,writeonly"`
		Hidden string               `rest:"-" default:""`
		Shut   bool                 `rest:"shut"`
		Things rest.HasMany[parcel] `rest:"things,readonly"`
	}
	parcel struct {
		ID    int64                 `rest:"id,readonly"`
		State string                `rest:"state,filter"`
		Crate rest.BelongsTo[crate] `rest:"crate,filter"`
	}
)

// parcels is a set whose list of parcels has filters.
func parcels(filters ...rest.Filter) func() *rest.Set {
	return func() *rest.Set {
		return listing(of[crate](), rest.ViewSet[parcel]{Path: "/parcels/", Filters: filters, Pages: rest.PageNumber{Size: 20}})
	}
}

// Mistakes in what the list may be asked: filters of tags and of paths, and parameters.
var filterMistakes = []mistake{
	{"filters of tags", func() *rest.Set {
		type (
			Filtered struct {
				ID       int64                            `rest:"id,readonly"`
				Unknown  string                           `rest:"unknown,filter=icontain"`
				Unasked  bool                             `rest:"unasked,filter=gte"`
				Twice    int64                            `rest:"twice,filter=gte gte"`
				SameName int64                            `rest:"same_name,filter=eq in"`
				Null     int64                            `rest:"null,filter=isnull"`
				Empty    int64                            `rest:"empty,filter="`
				Secret   string                           `rest:"-" db:"secret" default:""`
				Hidden   string                           `rest:"-,filter" default:""`
				Pin      string                           `rest:"pin,writeonly,filter"`
				Readers  rest.ManyToMany[auth.User]       `rest:"readers,readonly"`
				Count    rest.Count[auth.User]            `rest:"count,by=readers,filter=gte contains"`
				Shown    rest.Nested[struct{ Wrong int }] `rest:"shown,of=readers"`
			}
			Brief struct {
				Name string `rest:"name,filter"`
			}
			Input struct {
				Name string `rest:"name,filter"`
			}
			Shelf struct {
				ID   int64  `rest:"id,readonly"`
				Room string `rest:"room"`
			}
			Shelved struct {
				ID    int64                 `rest:"id,readonly"`
				Shelf rest.BelongsTo[Shelf] `rest:"shelf,readonly,optional,show=room,filter"`
			}
		)
		renaming := rest.ViewSet[Other]{Path: "/others/", Shapes: rest.Shapes{List: rest.As[Brief]()}}
		renaming.Extra = []rest.Action{rest.OnRecord("go", func(*rest.Call, *Other, Input) (rest.None, error) { return rest.None{}, nil })}
		return listing(of[Filtered](), of[Shelf](), of[Shelved](), renaming)
	}},
	{"filters by paths", parcels(
		rest.Filter{}, rest.Filter{Path: "crate.nam"}, rest.Filter{Path: "crate..name"}, rest.Filter{Path: "state.name"},
		rest.Filter{Path: "crate.pin"}, rest.Filter{Path: "crate.hidden"},
		rest.Filter{Path: "crate.name", Lookups: "icontain"}, rest.Filter{Path: "crate.shut", Lookups: "eq in", Name: "shut"},
		rest.Filter{Path: "id", Lookups: "isnull"},
		rest.Filter{Path: "state"}, rest.Filter{Path: "crate.name", Name: "page"}, rest.Filter{Path: "crate.name", Name: "_find"},
		rest.Filter{Path: "crate.name", Name: "format"}, rest.Filter{Path: "crate.name", Name: "a b "}, rest.Filter{Path: "crate.name"},
		rest.Filter{Path: "crate.name", Lookups: "in"},
	)},
	{"filters by members of objects", func() *rest.Set {
		type Size struct {
			Width int64    `rest:"width,filter=contains"`
			Notes []string `rest:"notes"`
		}
		type Spec struct {
			Colour string   `rest:"colour,filter=isnull"`
			Size   Size     `rest:"size"`
			Codes  []string `rest:"codes,filter"`
		}
		type Pin struct {
			Code string `rest:"code,filter"`
		}
		type Lamp struct {
			ID      int64          `rest:"id,readonly"`
			Name    string         `rest:"name"`
			Spec    Spec           `rest:"spec"`
			Pins    []Pin          `rest:"pins"`
			Pin     Pin            `rest:"pin,writeonly"`
			Details map[string]any `rest:"details,optional"`
		}
		return rest.NewSet("lamps", rest.ViewSet[Lamp]{Path: "/lamps/", Filters: []rest.Filter{
			{Path: "spec.color"},
			{Path: "spec.size"},
			{Path: "spec.size.notes"},
			{Path: "spec.size.width.x"},
			{Path: "spec.colour", As: ""},
			{Path: "spec.size.width", Lookups: "isnull"},
			{Path: "details.colour"},
			{Path: "details.co lour", As: ""},
			{Path: "details.list", As: []string{}},
			{Path: "details.price", As: decimal.Decimal{}},
			{Path: "details.n", As: int64(0), Lookups: "week"},
			{Path: "name", As: ""},
			{Path: "pin.code"},
		}, Search: []string{"spec.colour"}, Ordering: []string{"details.n"}}).Access(permission.Anyone)
	}},
	{"filter along a rule without SQL", func() *rest.Set {
		rule := permission.RowFunc("open", func(permission.Request, any) bool { return true })
		return rest.NewSet("parcels",
			rest.ViewSet[crate]{Path: "/crates/", Actions: rest.Retrieve, Access: rule},
			rest.ViewSet[parcel]{Path: "/parcels/", Filters: []rest.Filter{{Path: "crate.name"}}},
		).Access(permission.Anyone)
	}},
	{"parameters that cannot be", func() *rest.Set {
		read := func(*rest.Call, []string) (predicate.Expr, error) { return predicate.Constant(true), nil }
		return rest.NewSet("parcels", rest.ViewSet[crate]{Path: "/crates/"}, rest.ViewSet[parcel]{
			Path: "/parcels/", Params: []rest.Param{{Name: "a"}, {Read: read}, {Name: "state", Read: read}, {Name: "b", Read: read}, {Name: "b", Read: read}},
		}).Access(permission.Anyone)
	}},
	{"filters, parameters and search without a list", func() *rest.Set {
		read := func(*rest.Call, []string) (predicate.Expr, error) { return predicate.Constant(true), nil }
		view := rest.ViewSet[parcel]{
			Path: "/parcels/", Actions: rest.Retrieve, Filters: []rest.Filter{{Path: "crate.name"}}, Params: []rest.Param{{Name: "a", Read: read}},
			Search: []string{"state"}, SearchParam: "q",
		}
		some := view // which has a list
		some.Path, some.Extra = "/others/", []rest.Action{rest.Sublist("few", permission.Is("state", "few"))}
		return listing(of[crate](), view, some)
	}},
	{"filters of an action that can have none", func() *rest.Set {
		return listing(
			of[crate](),
			rest.ViewSet[parcel]{Path: "/parcels/", Extra: []rest.Action{
				rest.OnList("post", count, rest.Filtered()),
				rest.Sublist("few", permission.Is("state", "few"), rest.Filtered()),
				rest.OnRecord("one", func(*rest.Call, *parcel, rest.None) (*parcel, error) { return nil, nil }, rest.GET, rest.Filtered()),
			}},
			rest.ViewSet[Plain]{Path: "/plain/", Actions: rest.Create, Extra: []rest.Action{rest.OnList("stats", count, rest.GET, rest.Filtered())}},
			rest.Endpoint("/ping/", count, rest.GET, rest.Filtered()),
		)
	}},
}

type (
	Archive struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name,search"`
		Code string `rest:"-" default:""`
	}
	Entry struct {
		ID      int64                   `rest:"id,readonly"`
		Title   string                  `rest:"title,search"`
		Pages   int64                   `rest:"pages"`
		Key     string                  `rest:"key,writeonly"`
		Archive rest.BelongsTo[Archive] `rest:"archive"`
	}
)

// Foliant has a full text of two fields.
type Foliant struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title,search=@"`
	Body  string `rest:"body,search=@"`
}

// searched are entries that are searched by paths.
func searched(name string, paths ...string) rest.Resource {
	return rest.ViewSet[Entry]{Path: "/entries/", Search: paths, SearchParam: name}
}

// Mistakes in what a list searches, by tags and by paths.
var searchMistakes = []mistake{
	{"a search whose name is taken", func() *rest.Set {
		return listing(of[crate](), rest.ViewSet[parcel]{Path: "/parcels/", Search: []string{"state"}, SearchParam: "crate"})
	}},
	{"search parameters", func() *rest.Set {
		return listing(searched("_q"), of[Archive](), rest.ViewSet[Plain]{Path: "/notes/", SearchParam: "q"})
	}},
	{"search by paths", func() *rest.Set {
		return listing(of[Archive](), searched("", "titel", "^archive.nam", "=", "^=title", "=title", "=title", "title", "key",
			"archive.code", "archive", "pages", "^pages", "$pages", "@title"))
	}},
	{"search by tags", func() *rest.Set {
		type Searched struct {
			ID           int64                   `rest:"id,readonly"`
			Number       int64                   `rest:"number,search"`
			Moment       time.Time               `rest:"moment,search=^"`
			Prefix       string                  `rest:"prefix,search=~"`
			Empty        string                  `rest:"empty,search="`
			Twice        string                  `rest:"twice,search,search=^"`
			Language     string                  `rest:"language,search=@englisch"`
			WriteOnly    string                  `rest:"write_only,writeonly,search"`
			Hidden       string                  `rest:"-,search" default:""`
			Relation     rest.BelongsTo[Archive] `rest:"relation,search"`
			Archive      rest.BelongsTo[Archive] `rest:"archive,readonly,optional"`
			Derived      string                  `rest:"derived,path=archive.name,readonly,search"`
			English      string                  `rest:"english,search=@english"`
			SecondTongue string                  `rest:"second_tongue,search=@"`
			FullText     string                  `rest:"full_text"`
		}
		return one[Searched]()
	}},
	{"full text", func() *rest.Set {
		type (
			Postcard struct {
				ID   int64                   `rest:"id,readonly"`
				File rest.BelongsTo[Foliant] `rest:"file"`
			}
			Short struct {
				ID    int64  `rest:"id,readonly"`
				Title string `rest:"title,search=@"`
				Body  string `rest:"body"`
			}
			Brief struct {
				ID    int64  `rest:"id,readonly"`
				Title string `rest:"title,search"`
			}
		)
		return listing(
			rest.ViewSet[Postcard]{Path: "/postcards/", Search: []string{"@file.title"}}, of[Foliant](),
			rest.ViewSet[Short]{Path: "/shorts/", Table: "foliants"},
			rest.ViewSet[Plain]{Path: "/notes/", Shapes: rest.Shapes{List: rest.As[Brief]()}},
		)
	}},
}

// offering is a set whose list offers something beside its filters.
func offering(facets []string, views ...rest.SavedView) func() *rest.Set {
	return func() *rest.Set {
		type Note struct {
			ID    int64     `rest:"id,readonly"`
			Title string    `rest:"title,filter"`
			State string    `rest:"state,filter=in startswith" validate:"oneof=open done"`
			Due   rest.Date `rest:"due,filter=lt in"`
			Sent  time.Time `rest:"sent,filter=gte"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/", Facets: facets, SavedViews: views}).Access(permission.Anyone)
	}
}

// totalling is a set whose list has totals.
func totalling(totals rest.Totals) func() *rest.Set {
	return func() *rest.Set {
		type Note struct {
			ID     int64          `rest:"id,readonly"`
			Title  string         `rest:"title"`
			Tags   map[string]any `rest:"tags"`
			Secret string         `rest:"secret,writeonly"`
			Count  int64          `rest:"count"`
			Fine   rest.Address   `rest:"fine"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/", Totals: totals}).Access(permission.Anyone)
	}
}

var listPageMistakes = []mistake{
	{"alternatives without filters", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,search"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/", Or: true}).Access(permission.Anyone)
	}},
	{"alternatives beside a filter of their name", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"or,filter"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/", Or: true}).Access(permission.Anyone)
	}},
	{"alternatives without a list", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,filter"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/", Or: true, Actions: rest.Retrieve}).Access(permission.Anyone)
	}},
	{"totals without a list", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/", Totals: rest.Totals{By: []string{"title"}}, Actions: rest.Retrieve}).Access(permission.Anyone)
	}},
	{"totals without members", totalling(rest.Totals{Max: 5})},
	{"totals of no groups", totalling(rest.Totals{By: []string{"title"}, Max: -1})},
	{"totals of too many groups", totalling(rest.Totals{By: []string{"title"}, Max: 100_001})},
	{"totals by what looks alike", func() *rest.Set {
		type Place struct {
			ID   int64  `rest:"id,readonly"`
			Name string `rest:"name"`
		}
		type Note struct {
			ID    int64                 `rest:"id,readonly"`
			Place rest.BelongsTo[Place] `rest:"place,readonly,optional,show=name"`
		}
		return rest.NewSet("cases", rest.ViewSet[Place]{Path: "/places/"}, rest.ViewSet[Note]{Path: "/notes/", Totals: rest.Totals{By: []string{"place"}}}).Access(permission.Anyone)
	}},
	{"totals of a version with equal names", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Level int64  `rest:"level"`
			State string `rest:"state,filter"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/", Totals: rest.Totals{By: []string{"level"}}}).Access(permission.Anyone).
			Versions(rest.InQuery("v"), rest.Version{Name: "2"}, rest.Version{Name: "1", Changes: []rest.VersionChange{rest.Rename[Note]("level", "count"), rest.Rename[Note]("state", "by")}})
	}},
	{"totals under a rule in Go", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title"`
		}
		odd := permission.RowFunc("odd", func(permission.Request, any) bool { return true })
		return rest.NewSet("cases", rest.ViewSet[Note]{
			Path: "/notes/", Totals: rest.Totals{By: []string{"title"}}, Access: permission.By{Read: permission.Anyone, Write: permission.Anyone, Actions: map[string]permission.Rule{"totals": odd}},
		}).Access(permission.Anyone)
	}},
	{"totals by members that cannot group", totalling(rest.Totals{By: []string{"titel", "id", "tags", "secret", "fine"}})},
	{"totals of members without any", totalling(rest.Totals{Of: []string{"titel", "title", "secret"}})},
	{"totals of a member twice", totalling(rest.Totals{By: []string{"title", "title", "count"}})},
	{"totals beside an action of their name", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{
			Path: "/notes/", Totals: rest.Totals{By: []string{"title"}},
			Extra: []rest.Action{rest.OnList("totals", func(*rest.Call, rest.None) (Note, error) { return Note{}, nil }, rest.GET)},
		}).Access(permission.Anyone)
	}},
	{"totals beside filters of their parameters", func() *rest.Set {
		type Note struct {
			ID        int64  `rest:"id,readonly"`
			By        string `rest:"by,filter"`
			Aggregate string `rest:"aggregate,search"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/", Totals: rest.Totals{By: []string{"by"}}, SearchParam: "aggregate"}).Access(permission.Anyone)
	}},
	{"facet of an unknown filter", offering([]string{"stat"})},
	{"facet of a text", offering([]string{"title"})},
	{"facet of a beginning", offering([]string{"state__startswith"})},
	{"facet twice", offering([]string{"state", "state"})},
	{"view without a name", offering(nil, rest.SavedView{Query: "state=open"})},
	{"view twice", offering(nil, rest.SavedView{Name: "Open", Query: "state=open"}, rest.SavedView{Name: "Open", Query: "state=done"})},
	{"view without a query", offering(nil, rest.SavedView{Name: "All"})},
	{"view with a question mark", offering(nil, rest.SavedView{Name: "Open", Query: "?state=open"})},
	{"view by an unknown parameter", offering(nil, rest.SavedView{Name: "Open", Query: "sate=open"})},
	{"view of no relative day", offering(nil, rest.SavedView{Name: "Late", Query: "due__lt=today-7x"})},
	{"view of a moment among days", offering(nil, rest.SavedView{Name: "Late", Query: "due=today,now-1d"})},
	{"view of relative days", offering(nil, rest.SavedView{Name: "Late", Query: "due__lt=today-7d&sent__gte=now-2h"}, rest.SavedView{Name: "Late", Query: "state=open"})},
	{"view with an alternative of an unknown choice", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			State string `rest:"state,filter=in" validate:"oneof=open done"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/", Or: true, SavedViews: []rest.SavedView{
			{Name: "Open", Query: "or=state%3Dopen&or=state%3Ddone"}, {Name: "Wrong", Query: "or=state%3Dopn"}, {Name: "Unknown", Query: "or=stat%3Dopen"}, {Name: "None", Query: "or="},
		}}).Access(permission.Anyone)
	}},
	{"view of an unknown choice", offering(nil, rest.SavedView{Name: "Open", Query: "state=opn"})},
}
