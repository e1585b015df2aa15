// Mistakes in orders and bounds of lists, in histories, the audit log, events and soft deletion.

package rest_test

import (
	"net/netip"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
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

// Indexes and cursors by texts without a bound.
var unboundedMistakes = []mistake{
	{"texts without a bound", func() *rest.Set {
		type (
			Bounded struct {
				ID          int64  `rest:"id,readonly"`
				Unique      string `rest:"unique,unique"`
				Indexed     string `rest:"indexed,index" validate:"max=601"`
				LongTitle   string `rest:"long_title" validate:"max=300"`
				Unbounded   string `rest:"unbounded"`
				ShortChoice string `rest:"short_choice" validate:"oneof=open shut"`
			}
			Paged struct {
				ID    int64  `rest:"id,readonly"`
				Title string `rest:"title,sort"`
				Place string `rest:"place,sort" validate:"max=900"`
				Kind  string `rest:"kind" validate:"max=101"`
			}
		)
		return listing(
			rest.ViewSet[Bounded]{Path: "/a/", Indexes: []rest.Index{{Fields: []string{"short_choice", "long_title", "unbounded"}, Unique: true}}},
			rest.ViewSet[Paged]{Path: "/b/", Order: []string{"kind"}, Pages: rest.Cursor{Size: 20}},
		)
	}},
}

var historyMistakes = []mistake{
	{"history of a singleton", bulky(rest.ViewSet[bulked]{Actions: rest.Retrieve | rest.Modify, Singleton: true, History: &rest.History{}})},
	{"history of records that nobody can read", bulky(rest.ViewSet[bulked]{Actions: rest.List, History: &rest.History{}})},
	{"history of less than nothing", bulky(rest.ViewSet[bulked]{History: &rest.History{Max: -1}})},
	{"history whose rule looks at a row that is gone", bulky(rest.ViewSet[bulked]{
		History: &rest.History{Deleted: permission.Where("of a", predicate.Eq("title", "a"))},
	})},
	{"history of deleted records below others that entries do not name", func() *rest.Set {
		type Memo struct {
			ID    int64                 `rest:"id,readonly"`
			Plain rest.BelongsTo[Plain] `rest:"-"`
			Text  string                `rest:"text"`
		}
		return rest.NewSet("cases",
			rest.ViewSet[Plain]{Path: "/notes/"},
			rest.ViewSet[Memo]{Path: "/notes/{plain}/memos/", History: &rest.History{Deleted: permission.Admin}},
		).Access(permission.Anyone)
	}},
	{"history of one table twice", func() *rest.Set {
		return rest.NewSet("cases",
			rest.ViewSet[Plain]{Path: "/notes/", History: &rest.History{}},
			rest.ViewSet[Plain]{Path: "/others/", History: &rest.History{}},
		).Access(permission.Anyone)
	}},
	{"history beside an action of its name", func() *rest.Set {
		past := func(*rest.Call, *Plain, rest.None) (*Plain, error) { return nil, nil }
		return rest.NewSet("cases", rest.ViewSet[Plain]{
			Path: "/notes/", History: &rest.History{}, Extra: []rest.Action{rest.OnRecord("past", past, rest.At("history"), rest.GET)},
		}).Access(permission.Anyone)
	}},
}

var auditMistakes = []mistake{
	{"two audits", func() *rest.Set {
		return rest.NewSet("cases", rest.Audit{Path: "/audit/"}, rest.Audit{Path: "/log/"}).Access(permission.Anyone)
	}},
	{"audit kept for less than nothing", func() *rest.Set {
		return rest.NewSet("cases", rest.Audit{Path: "/audit/", Keep: -time.Hour}).Access(permission.Anyone)
	}},
	{"a table of the audit's name", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Table: "audit"}).Access(permission.Anyone)
	}},
}

func jobsAnd(list ...rest.Resource) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("cases", append(list, rest.ViewSet[Plain]{Path: "/notes/", Table: "jobs", Actions: rest.ReadOnly})...).Access(permission.Anyone)
	}
}

func runPlain(*rest.Call, Plain) error { return nil }

type brokenArgs struct{}

func (*brokenArgs) MarshalJSON() ([]byte, error) { panic("broken") }

var jobMistakes = []mistake{
	{"jobs without their table", jobsAnd(&rest.Job[Plain]{Name: "note", Run: runPlain})},
	{"jobs in two places, and a table of their name", jobsAnd(rest.Jobs{Path: "/jobs/"}, rest.Jobs{Path: "/runs/"})},
	{"done jobs kept for less than nothing", jobsAnd(rest.Jobs{Path: "/jobs/", Keep: -time.Hour})},
	{"jobs with wrong values", func() *rest.Set {
		return rest.NewSet("cases",
			&rest.Job[Plain]{Name: "Send notes", Run: runPlain}, &rest.Job[Plain]{Run: runPlain},
			&rest.Job[Plain]{Name: "no-run"}, &rest.Job[Plain]{Name: "long", Timeout: 25 * time.Hour, Run: runPlain},
			&rest.Job[Plain]{Name: "short", Timeout: -time.Hour, Run: runPlain}, &rest.Job[Plain]{Name: "never", Attempts: -1, Run: runPlain},
			&rest.Job[Plain]{Name: "at-once", Priority: 2, Run: runPlain},
			&rest.Job[struct{ C chan int }]{Name: "channel", Run: func(*rest.Call, struct{ C chan int }) error { return nil }},
			&rest.Job[brokenArgs]{Name: "fine", Run: func(*rest.Call, brokenArgs) error { return nil }}, &rest.Job[Plain]{Name: "fine", Run: runPlain},
			(*rest.Job[Plain])(nil), rest.Jobs{Path: "/jobs/"}).Access(permission.Anyone)
	}},
}

var eventMistakes = []mistake{
	{"events that are not kept, and two calls", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Events: true}).Access(permission.Anyone).
			Events(rest.Events{Keep: -time.Hour}).Events(rest.Events{})
	}},
	{"webhooks without events", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/"}, rest.Webhooks{Path: "/webhooks/"}).Access(permission.Anyone)
	}},
	{"webhooks in two places, and a table of their name", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Table: "webhook_deliveries", Events: true, Actions: rest.ReadOnly}, rest.Webhooks{Path: "/webhooks/"}, rest.Webhooks{Path: "/hooks/"}).Access(permission.Anyone)
	}},
	{"events of nothing", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/"}).Access(permission.Anyone).Events(rest.Events{})
	}},
	{"a table of the events' name", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Table: "events", Events: true}).Access(permission.Anyone)
	}},
	{"events of one table in two view sets", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Events: true}, rest.ViewSet[Plain]{Path: "/more/", Events: true}).Access(permission.Anyone)
	}},
	{"events that nobody can read", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Events: true, Actions: rest.List | rest.Create}).Access(permission.Anyone)
	}},
	{"events under a rule without SQL", func() *rest.Set {
		odd := permission.RowFunc("odd ones", func(permission.Request, any) bool { return true })
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Events: true, Actions: rest.Retrieve | rest.Create, Access: odd})
	}},
}

type (
	// Binned is marked as deleted, and BinnedPart goes with it.
	Binned struct {
		ID      int64      `rest:"id,readonly"`
		Name    string     `rest:"name"`
		Deleted *time.Time `rest:"deleted,readonly"`
		Sent    *time.Time `rest:"sent"`
		Made    time.Time  `rest:"made,readonly" default:"now"`
	}
	BinnedPart struct {
		ID int64                  `rest:"id,readonly"`
		Of rest.BelongsTo[Binned] `rest:"of,ondelete=cascade"`
	}
	BinnedOther struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
	BinnedUser struct {
		ID      int64      `rest:"id,readonly"`
		Deleted *time.Time `rest:"deleted,readonly"`
	}
)

func binned(soft rest.SoftDelete, actions rest.Actions, others ...rest.Resource) func() *rest.Set {
	return func() *rest.Set {
		list := append([]rest.Resource{rest.ViewSet[Binned]{Path: "/binned/", Actions: actions, SoftDelete: soft}}, others...)
		return rest.NewSet("cases", list...).Access(permission.Anyone)
	}
}

func marked(name string) rest.SoftDelete {
	return rest.SoftDelete{Field: name, Access: permission.Admin}
}

var softDeleteMistakes = []mistake{
	{"soft delete by an unknown field", binned(marked("deletd"), 0)},
	{"soft delete by a field that is never null", binned(marked("made"), 0)},
	{"soft delete by a text", binned(marked("name"), 0)},
	{"soft delete by a field that clients send", binned(marked("sent"), 0)},
	{"soft delete without a field", binned(rest.SoftDelete{Access: permission.Admin}, 0)},
	{"soft delete without a rule", binned(rest.SoftDelete{Field: "deleted"}, 0)},
	{"soft delete with a rule that does not fit", binned(rest.SoftDelete{Field: "deleted", Access: permission.Is("nme", "x")}, 0)},
	{"soft delete kept for less than nothing", binned(rest.SoftDelete{Field: "deleted", Access: permission.Admin, Keep: -time.Hour}, 0)},
	{"soft delete of what nobody deletes", binned(marked("deleted"), rest.List|rest.Create)},
	{"rows that go with a row that stays", binned(marked("deleted"), 0, rest.ViewSet[BinnedPart]{Path: "/parts/"})},
	{"another type of the table without the column", binned(marked("deleted"), 0, rest.ViewSet[BinnedOther]{Path: "/others/", Table: "binneds", Actions: rest.ReadOnly})},
	{"soft delete of accounts", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[BinnedUser]{
			Path: "/users/", Table: "users", Actions: rest.ReadOnly | rest.Destroy, SoftDelete: marked("deleted"),
		}).Access(permission.Anyone)
	}},
}
