// Mistakes in sets, in resources as a whole, and in those below the records of others.

package rest_test

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

var setMistakes = []mistake{
	{"no resources", func() *rest.Set { return rest.NewSet("cases") }},
	{"resource that is nil", func() *rest.Set { return rest.NewSet("cases", nil).Access(permission.Anyone) }},
	{"resource that is a nil pointer", func() *rest.Set {
		return rest.NewSet("cases", (*rest.ViewSet[Plain])(nil)).Access(permission.Anyone)
	}},
	{"view set of a text", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[string]{Path: "/notes/"}).Access(permission.Anyone)
	}},
	{"view set of a pointer", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[*Plain]{Path: "/notes/"}).Access(permission.Anyone)
	}},
	{"view set of a struct without a name", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[struct{ ID int64 }]{Path: "/notes/"}).Access(permission.Anyone)
	}},
	{"checks that fail", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/"}, rest.Verify(nil), rest.Verify(func([]*problem.Language) []string { panic("oh") }),
			rest.Verify(func(languages []*problem.Language) []string {
				return []string{"there is no text in " + languages[0].Tag() + "; write one"}
			})).Access(permission.Anyone)
	}},
	{"name that is none", func() *rest.Set {
		return rest.NewSet("my cases", rest.ViewSet[Plain]{Path: "/notes/"}).Access(permission.Anyone)
	}},
}

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
			{Path: "/users/{id}/My Notes"},
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

// Rows that are below each other, and rows below accounts.
type (
	Hook struct {
		ID  int64               `rest:"id,readonly"`
		Eye rest.BelongsTo[Eye] `rest:"eye,readonly"`
	}
	Eye struct {
		ID   int64                `rest:"id,readonly"`
		Hook rest.BelongsTo[Hook] `rest:"hook,readonly"`
	}
	Dweller struct {
		ID       int64  `rest:"id,readonly"`
		Username string `rest:"username,unique" validate:"max=150"`
		Street   string `rest:"street" default:""`
	}
	Epistle struct {
		ID     int64                     `rest:"id,readonly"`
		Member rest.BelongsTo[auth.User] `rest:"member,readonly"`
	}
	Aside struct {
		ID    int64                 `rest:"id,readonly"`
		Plain rest.BelongsTo[Plain] `rest:"-" db:"plain_id"`
		Text  string                `rest:"text"`
	}
	Quote struct {
		ID    int64                 `rest:"id,readonly"`
		Aside rest.BelongsTo[Aside] `rest:"aside"`
	}
)

// belowLucky has asides below notes that a Go function lets requesters read.
func belowLucky(asides rest.ViewSet[Aside], more ...rest.Resource) *rest.Set {
	lucky := permission.RowFunc("lucky", func(permission.Request, any) bool { return true })
	asides.Path = "/notes/{plain}/asides/"
	notes := rest.ViewSet[Plain]{Path: "/notes/", Access: lucky, Actions: rest.Retrieve}
	return listing(append([]rest.Resource{notes, asides}, more...)...)
}

var belowMistakes = []mistake{
	{"path of records whose parent a Go function lets read", func() *rest.Set {
		return belowLucky(rest.ViewSet[Aside]{RecordPath: "/asides/"})
	}},
	{"answer of rows whose parent a Go function lets read", func() *rest.Set {
		return belowLucky(rest.ViewSet[Aside]{}, rest.Endpoint("/all/", giving[[]*Aside], rest.GET))
	}},
	{"relation to rows whose parent a Go function lets read", func() *rest.Set {
		return belowLucky(rest.ViewSet[Aside]{}, rest.ViewSet[Quote]{Path: "/quotes/"})
	}},
	{"rows below each other", func() *rest.Set {
		return listing(
			rest.ViewSet[Hook]{Path: "/eyes/{eye}/hooks/", RecordPath: "/hooks/"},
			rest.ViewSet[Eye]{Path: "/hooks/{hook}/eyes/", RecordPath: "/eyes/"},
		)
	}},
	{"rule of a parent of another struct", func() *rest.Set {
		return listing(
			rest.ViewSet[Dweller]{Path: "/members/", Table: "users", Access: permission.Is("street", "x"), Actions: rest.ReadOnly},
			rest.ViewSet[Epistle]{Path: "/members/{member}/epistles/"},
		)
	}},
}

// Mistakes in fields that are files, and in those that are parts of files.
var fileMistakes = []mistake{
	{"files", func() *rest.Set {
		type (
			Enclosing struct {
				ID         int64       `rest:"id,readonly"`
				Pointer    *rest.File  `rest:"pointer"`
				List       []rest.File `rest:"list"`
				Unknown    rest.File   `rest:"unknown" file:"maxx=1MiB"`
				NoValue    rest.File   `rest:"no_value" file:"max="`
				Twice      rest.File   `rest:"twice" file:"max=1,max=2"`
				Valued     rest.File   `rest:"valued" file:"checked=yes"`
				Shown      rest.File   `rest:"shown" file:"inline=always"`
				Scripts    rest.File   `rest:"scripts" file:"ext=svg html,inline"`
				Megabytes  rest.File   `rest:"megabytes" file:"max=1MB"`
				Capitals   rest.File   `rest:"capitals" file:"ext=.PNG"`
				NoName     rest.File   `rest:"no_name" file:"name=0"`
				Width      rest.File   `rest:"width" file:"width=100"`
				Unmeasured rest.Image  `rest:"unmeasured" file:"ext=png pdf"`
				Checked    rest.Image  `rest:"checked" file:"checked"`
				Text       string      `rest:"text" file:"max=1MiB"`
				Indexed    rest.File   `rest:"indexed,unique,index" default:"a.txt"`
				ReadOnly   rest.File   `rest:"read_only,readonly"`
				Hidden     rest.File   `rest:"-"`
			}
			Sending struct {
				Scan rest.File `rest:"scan"`
			}
		)
		send := rest.OnRecord("send", func(*rest.Call, *Plain, Sending) (*Plain, error) { return nil, nil })
		return listing(of[Enclosing](), rest.ViewSet[Plain]{Path: "/notes/", Extra: []rest.Action{send}})
	}},
	{"parts of files", func() *rest.Set {
		type Scanned struct {
			ID      int64        `rest:"id,readonly"`
			Scan    rest.File    `rest:"scan"`
			NoFile  string       `rest:"no_file,readonly,of=scn.name"`
			NoPart  int64        `rest:"no_part,readonly,of=scan.width"`
			Size    string       `rest:"size,readonly,of=scan.size"`
			Written string       `rest:"written,optional,of=scan.content_type"`
			Name    string       `rest:"name,readonly,of=scan.name"`
			Twice   string       `rest:"twice,readonly,of=scan.name"`
			Whole   rest.Address `rest:"whole,of=scans"`
		}
		return one[Scanned]()
	}},
}

// bulked is a row of which nothing is wrong.
type bulked struct {
	ID    int64                     `rest:"id,readonly"`
	Title string                    `rest:"title"`
	Owner rest.BelongsTo[auth.User] `rest:"owner,readonly,unique,show=username"`
}

func bulky(v rest.ViewSet[bulked]) func() *rest.Set {
	v.Path, v.Owner = "/notes/", rest.Field(func(b *bulked) *rest.BelongsTo[auth.User] { return &b.Owner })
	return func() *rest.Set { return rest.NewSet("cases", v).Access(permission.SignedInOrReadOnly) }
}

var bulkMistakes = []mistake{
	{"bulk without actions", bulky(rest.ViewSet[bulked]{Bulk: rest.Bulk{Max: 10}})},
	{"bulk of reading", bulky(rest.ViewSet[bulked]{Bulk: rest.Bulk{Actions: rest.Create | rest.List}})},
	{"bulk of an action that is not offered", bulky(rest.ViewSet[bulked]{Actions: rest.ReadOnly, Bulk: rest.Bulk{Actions: rest.Create}})},
	{"bulk of less than nothing", bulky(rest.ViewSet[bulked]{Bulk: rest.Bulk{Actions: rest.Create, Max: -1}})},
	{"bulk of too many", bulky(rest.ViewSet[bulked]{Bulk: rest.Bulk{Actions: rest.Create, Max: 100_000}})},
	{"bulk of many passwords", func() *rest.Set {
		type Ring struct {
			ID       int64         `rest:"id,readonly"`
			Password rest.Password `rest:"password,writeonly"`
		}
		var hasher field.Hasher
		return rest.NewSet("cases", rest.ViewSet[Ring]{Path: "/keyrings/", Bulk: rest.Bulk{Actions: rest.Create, Max: 1000}}).
			Access(permission.SignedIn).Kinds(rest.Passwords(hasher))
	}},
	{"bulk of filtered rows that makes them", bulky(rest.ViewSet[bulked]{Bulk: rest.Bulk{Actions: rest.Create, Filtered: true}})},
	{"bulk without a bound on rows that no filters choose", bulky(rest.ViewSet[bulked]{Bulk: rest.Bulk{Actions: rest.Destroy, Unbounded: true}})},
	{"bulk of filtered rows without a list", bulky(rest.ViewSet[bulked]{Actions: rest.Retrieve | rest.Destroy, Bulk: rest.Bulk{Actions: rest.Destroy, Filtered: true}})},
	{"bulk of rows that are named by addresses", func() *rest.Set {
		type Linked struct {
			ID    int64  `rest:"url,readonly,link" db:"id"`
			Title string `rest:"title"`
		}
		return rest.NewSet("cases", rest.ViewSet[Linked]{Path: "/notes/", Bulk: rest.Bulk{Actions: rest.Modify}}).Access(permission.Anyone)
	}},
	{"bulk of a singleton", bulky(rest.ViewSet[bulked]{
		Actions: rest.Create | rest.Retrieve, Singleton: true, Bulk: rest.Bulk{Actions: rest.Create},
	})},
}
