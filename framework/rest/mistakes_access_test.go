// Mistakes in rules of access, rules about members and conditions of requests.

package rest_test

import (
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/pagination"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

type (
	Project struct {
		ID         int64              `rest:"id,readonly"`
		Name       string             `rest:"name"`
		Visibility string             `rest:"visibility"`
		Members    rest.HasMany[Seat] `rest:"members,readonly"`
		Seats      rest.Count[Seat]   `rest:"seat_count"`
	}
	Seat struct {
		ID      int64                     `rest:"id,readonly"`
		Project rest.BelongsTo[Project]   `rest:"project"`
		User    rest.BelongsTo[auth.User] `rest:"user"`
		Since   time.Time                 `rest:"since"`
	}
	Ticket struct {
		ID       int64                      `rest:"id,readonly"`
		Title    string                     `rest:"title"`
		Points   int64                      `rest:"points"`
		Done     bool                       `rest:"done"`
		Project  rest.BelongsTo[Project]    `rest:"project"`
		Watchers rest.ManyToMany[auth.User] `rest:"watchers,optional"`
		Secret   string                     `rest:"-" default:""`
	}
)

// ruled is a set with tickets under each of some rules.
func ruled(rules ...permission.Rule) func() *rest.Set {
	return func() *rest.Set {
		views := make([]rest.ViewSet[Ticket], len(rules))
		for i, rule := range rules {
			views[i].Access = rule
		}
		return each(views, of[Project](), of[Seat]()).Access(permission.Admin)
	}
}

// where is a set with tickets under each of some conditions.
func where(conditions ...predicate.Expr) func() *rest.Set {
	var rules []permission.Rule
	for _, e := range conditions {
		rules = append(rules, permission.Where("a condition", e))
	}
	return ruled(rules...)
}

// PermittedTicket keeps permissions on each row.
type PermittedTicket struct {
	ID          int64                                             `rest:"id,readonly"`
	Project     rest.BelongsTo[Project]                           `rest:"project,readonly,optional"`
	Permissions rest.HasMany[rest.RowPermission[PermittedTicket]] `rest:"-"`
}

// Mistakes in rules of access, and in conditions on rows.
var accessMistakes = []mistake{
	{"rule of deletions", func() *rest.Set {
		return listing(
			rest.ViewSet[Project]{Path: "/projects/", Actions: rest.ReadOnly, DestroyAccess: permission.Admin},
			rest.ViewSet[Seat]{Path: "/members/", DestroyAccess: permission.Me("project.visibility")},
			rest.ViewSet[Ticket]{Path: "/tickets/", DestroyAccess: permission.Owner},
		)
	}},
	{"paths and values of rules", ruled(
		permission.Is("tittle", "x"), permission.Is("project.visiblity", "public"), permission.Is("project..name", "x"),
		permission.Is("", "x"), permission.Is("title.length", 3), permission.Is("project.members", 3), permission.Is("project", "open"),
		permission.Me("project"), permission.Me("project.members.user.username"), permission.Me("project.members"),
		permission.Is("points", "three"), permission.Is("done", 1), permission.Is("title", "a\x00"), permission.Is("title", nil),
	)},
	{"paths and values of conditions", where(
		predicate.In("watchers", 1, 2), predicate.Gt("points", 1.5), predicate.Lt("project.members.since", "yesterday"),
		predicate.Contains("points", "1"), predicate.Lt("done", true), predicate.Gte("project", 2),
		predicate.In("title", "a", nil), predicate.Gt("points", nil), predicate.Gt("project.seat_count", 1),
		predicate.Exists("title", predicate.Eq("name", "x")),
		predicate.Exists("project.members", predicate.Eq("users", 1)),
		predicate.Exists("project", predicate.Func("odd", func(any) bool { return true })),
		predicate.And(predicate.Eq("done", true), predicate.Func("odd", func(any) bool { return true })),
	)},
	{"several in one condition", where(predicate.Or(predicate.Eq("tittle", "x"), predicate.Not(predicate.Eq("points", "x"))))},
	{"several in one rule", ruled(
		permission.Any(permission.Is("tittle", "x"), permission.All(permission.Me("title"), permission.Not(permission.Is("points", true)))),
	)},
	{"reading where something is written", ruled(permission.By{Read: permission.Anyone, Write: permission.ReadOnly})},
	{"patterns", where(
		predicate.Regex("title", `\d+`), predicate.Regex("title", "a(?=b)"), predicate.Regex("title", "(a"), predicate.Regex("title", "a+?"),
		predicate.Regex("title", "a|"), predicate.Regex("title", "a{256}"), predicate.Regex("title", "[[:alpha:]]"),
	)},
	{"rules that exclude each other, or say nothing", ruled(
		permission.By{Read: permission.Anyone}, permission.By{},
		permission.All(permission.Is("done", true), permission.Not(permission.Is("done", true))),
		permission.By{Read: permission.All(permission.Is("points", 1), permission.Is("points", 2)), Write: permission.Admin},
		permission.By{
			Read:  permission.SignedIn,
			Write: permission.Any(permission.Admin, permission.All(permission.SignedIn, permission.ReadOnly)),
		},
		permission.All(permission.Group("hr"), permission.Not(permission.Group("hr"))),
		permission.All(
			permission.Between(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)),
			permission.Between(time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), time.Time{}),
		),
		permission.All(permission.Hours(time.UTC, 8*time.Hour, 12*time.Hour), permission.Hours(time.UTC, 13*time.Hour, 17*time.Hour)),
		permission.Any(permission.Me("watchers"), permission.Is("done", true), permission.Not(permission.Is("done", true))),
		permission.All(permission.SignedIn, permission.Nobody), permission.Not(permission.Anyone),
		permission.Along("project.members", permission.Me("user"), permission.Is("id", 1), permission.Is("id", 2)),
		permission.Group(), permission.Group(" hr"), permission.RowPermission("change_ticket"),
		permission.Any(permission.Admin, permission.OrNotFound(permission.Is("done", true))),
		permission.OrInvalid(permission.Admin), permission.Because(" ", permission.Admin),
		permission.RowFunc("odd", func(permission.Request, any) bool { return true }),
	)},
	{"value that is not a choice", func() *rest.Set {
		type Message struct {
			ID    int64  `rest:"id,readonly"`
			State string `rest:"state" default:"draft" validate:"oneof=draft sent"`
		}
		return rest.NewSet("cases", of[Message]()).Access(permission.Is("state", "darft"))
	}},
	{"permissions on rows", func() *rest.Set {
		return each([]rest.ViewSet[PermittedTicket]{
			{Access: permission.RowPermission()},
			{Access: permission.RowPermission("change_ticket ")},
			{Access: permission.Along("project", permission.RowPermission("view_project"))},
			{Access: permission.All(permission.RowPermission("a"), permission.Not(permission.RowPermission("a")))},
		})
	}},
	{"rules of actions", func() *rest.Set {
		closing := func(*rest.Call, *Project, rest.None) (*Project, error) { return nil, nil }
		ruled := func(rules map[string]permission.Rule) permission.Rule {
			return permission.By{Read: permission.Anyone, Write: permission.Admin, Actions: rules}
		}
		return each([]rest.ViewSet[Project]{
			{
				Extra:  []rest.Action{rest.OnRecord("close", closing)},
				Access: ruled(map[string]permission.Rule{"clsoe": permission.SignedIn, "seal": nil}),
			},
			{
				Extra:  []rest.Action{rest.OnRecord("close", closing, rest.Allow(permission.Admin))},
				Access: ruled(map[string]permission.Rule{"close": permission.SignedIn}),
			},
		}, of[Seat]()).Access(ruled(map[string]permission.Rule{"open": permission.Admin}))
	}},
}

// Wage has members of all sorts that rules may be about.
type Wage struct {
	ID      int64                     `rest:"id,readonly"`
	Code    string                    `rest:"code,unique" validate:"max=20"`
	Amount  int64                     `rest:"amount"`
	Text    string                    `rest:"text,search=@" default:""`
	Version int64                     `rest:"version,version"`
	Changed time.Time                 `rest:"changed,readonly" default:"now"`
	Worker  rest.BelongsTo[auth.User] `rest:"worker,readonly"`
}

// Payslip shows its wage by the code.
type Payslip struct {
	ID   int64                `rest:"id,readonly"`
	Wage rest.BelongsTo[Wage] `rest:"wage,show=code"`
}

// fieldRules is a set with rules of the members of a wage.
func fieldRulesOf(rules rest.FieldRules, more ...rest.Resource) func() *rest.Set {
	return func() *rest.Set {
		wages := rest.ViewSet[Wage]{
			Path: "/wages/", Fields: rules, Order: []string{"-changed"}, LastModified: "changed", Owner: rest.Field(func(w *Wage) *rest.BelongsTo[auth.User] { return &w.Worker }),
			Indexes: []rest.Index{{Fields: []string{"worker", "amount"}, Unique: true}},
		}
		return rest.NewSet("cases", append([]rest.Resource{wages}, more...)...).Access(permission.SignedIn)
	}
}

var fieldRuleMistakes = []mistake{
	{"rule of no field", fieldRulesOf(rest.FieldRules{"amuont": permission.Admin})},
	{"no rule", fieldRulesOf(rest.FieldRules{"code": nil})},
	{"rule of rows", fieldRulesOf(rest.FieldRules{"code": permission.Owner})},
	{"rule of rows that are written", fieldRulesOf(rest.FieldRules{"code": permission.By{Read: permission.Admin, Write: permission.Is("amount", 1)}})},
	{"rule for reading alone", fieldRulesOf(rest.FieldRules{"code": permission.By{Read: permission.Admin}})},
	{"rule of the key", fieldRulesOf(rest.FieldRules{"id": permission.Admin})},
	{"rule of the version", fieldRulesOf(rest.FieldRules{"version": permission.Admin})},
	{"rule of the order", fieldRulesOf(rest.FieldRules{"changed": permission.Admin})},
	{"rule of a full text", fieldRulesOf(rest.FieldRules{"text": permission.Admin})},
	{"rule of what is unique together", fieldRulesOf(rest.FieldRules{"amount": permission.Admin})},
	{"rule of what shows rows", fieldRulesOf(rest.FieldRules{"code": permission.Admin}, rest.ViewSet[Payslip]{Path: "/payslips/"})},
	{"404 of a member", fieldRulesOf(rest.FieldRules{"code": permission.OrNotFound(permission.Admin)})},
	{"400 of who reads", fieldRulesOf(rest.FieldRules{"code": permission.By{Read: permission.OrInvalid(permission.Admin), Write: permission.Admin}})},
	{"reason of a member", fieldRulesOf(rest.FieldRules{"code": permission.Because("It is a secret.", permission.Admin)})},
	{"deletion of a member", fieldRulesOf(rest.FieldRules{"code": permission.By{Read: permission.Admin, Write: permission.Admin, Delete: permission.Admin}})},
	{"rows of a member that is created", fieldRulesOf(rest.FieldRules{"code": permission.By{Read: permission.Admin, Write: permission.Admin, Create: permission.Owner}})},
	{"rule of a member that excludes itself", fieldRulesOf(rest.FieldRules{"code": permission.All(permission.Admin, permission.Not(permission.SignedIn))})},
	{"writing what is read-only", fieldRulesOf(rest.FieldRules{"worker": permission.By{Read: permission.Admin, Write: permission.Admin}})},
	{"reading what is write-only", func() *rest.Set {
		type Hatchway struct {
			ID  int64  `rest:"id,readonly"`
			Pin string `rest:"pin,writeonly"`
		}
		return rest.NewSet("cases", rest.ViewSet[Hatchway]{Path: "/hatchways/", Fields: rest.FieldRules{"pin": permission.By{Read: permission.Admin, Write: permission.Admin}}}).Access(permission.SignedIn)
	}},
	{"two rules of one column", fieldRulesOf(rest.FieldRules{"code": permission.Admin}, rest.ViewSet[Wage]{
		Path: "/all-wages/", Actions: rest.ReadOnly, Fields: rest.FieldRules{"code": permission.Nobody},
	})},
}

// Mistakes in versions of rows, and in the conditions of requests that change them.
var conditionMistakes = []mistake{
	{"versions", func() *rest.Set {
		type (
			Counted struct {
				ID      int64  `rest:"id,readonly,version"`
				Short   int32  `rest:"short,version"`
				Null    *int64 `rest:"null,version"`
				Default int64  `rest:"default,version" default:"3"`
				Second  int64  `rest:"second,version"`
			}
			Sent struct {
				Version int64 `rest:"version,version"`
			}
		)
		touch := func(_ *rest.Call, p *Plain, _ Sent) (*Plain, error) { return p, nil }
		return listing(of[Counted](), rest.ViewSet[Plain]{Path: "/notes/", Extra: []rest.Action{rest.OnRecord("touch", touch)}})
	}},
	{"versions of one table", func() *rest.Set {
		type (
			CountedFirst struct {
				ID      int64 `rest:"id,readonly"`
				Version int64 `rest:"version,version"`
			}
			CountedElsewhere struct {
				ID      int64 `rest:"id,readonly"`
				Changes int64 `rest:"changes,version"`
			}
			NotCounted struct {
				ID      int64 `rest:"id,readonly"`
				Version int64 `rest:"version"`
			}
		)
		return listing(rest.ViewSet[CountedFirst]{Path: "/first/", Table: "counted"}, rest.ViewSet[CountedElsewhere]{Path: "/elsewhere/", Table: "counted"},
			rest.ViewSet[NotCounted]{Path: "/not/", Table: "counted"})
	}},
	{"times of caches", func() *rest.Set {
		type Plain struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title"`
		}
		count := func(*rest.Call, rest.None) (Plain, error) { return Plain{}, nil }
		return rest.NewSet("cases",
			rest.ViewSet[Plain]{Path: "/a/", Cache: rest.Caching{MaxAge: -time.Second}},
			rest.ViewSet[Plain]{Path: "/b/", Cache: rest.Caching{MaxAge: time.Minute, StaleWhileRevalidate: time.Second / 2}},
			rest.ViewSet[Plain]{Path: "/c/", Cache: rest.Caching{MaxAge: 9000 * time.Hour}, Actions: rest.Create},
			rest.ViewSet[Plain]{Path: "/d/", Extra: []rest.Action{
				rest.OnList("none", count, rest.GET, rest.Cached(rest.Caching{})), rest.OnList("post", count, rest.Cached(rest.Caching{MaxAge: time.Minute})),
			}},
		).Access(permission.Anyone)
	}},
	{"lists that cannot be kept", func() *rest.Set {
		type Plain struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title"`
		}
		pages := pagination.PageNumber{Size: 5}
		long := rest.Compute("long", func(_ *rest.Call, row *Plain) bool { return len(row.Title) > 9 })
		return rest.NewSet("cases",
			rest.ViewSet[Plain]{Path: "/a/", KeepLists: true},
			rest.ViewSet[Plain]{Path: "/b/", KeepLists: true, Pages: pages, Actions: rest.Create},
			rest.ViewSet[Plain]{Path: "/c/", KeepLists: true, Pages: pages, Serializer: rest.Serializer[Plain]{Computed: []rest.Computed[Plain]{long}}},
		).Access(permission.Anyone)
	}},
	{"PutCreates", func() *rest.Set {
		type Shelf struct {
			ID   int64  `rest:"id,readonly"`
			Name string `rest:"name" validate:"max=20"`
		}
		type Box struct {
			ID    string                `rest:"id" validate:"max=20"`
			Shelf rest.BelongsTo[Shelf] `rest:"shelf,readonly,ondelete=cascade"`
		}
		type Profile struct {
			ID   int64                     `rest:"id,readonly"`
			User rest.BelongsTo[auth.User] `rest:"-,unique"`
			Name string                    `rest:"name" validate:"max=20"`
		}
		type Crate struct {
			ID     int64  `rest:"id,readonly"`
			Number string `rest:"number,unique" validate:"max=20"`
			Name   string `rest:"name" validate:"max=20"`
		}
		type NewCrate struct {
			Name string `rest:"name"`
		}
		owner := rest.Field(func(p *Profile) *rest.BelongsTo[auth.User] { return &p.User })
		numbered := func(*rest.Call, *Crate) error { return nil }
		return rest.NewSet("cases",
			rest.ViewSet[Shelf]{Path: "/a/", PutCreates: true},
			rest.ViewSet[Crate]{Path: "/crates/", Lookup: "number", PutCreates: true, Shapes: rest.Shapes{Create: rest.As[NewCrate]()}, Serializer: rest.Serializer[Crate]{BeforeSave: numbered}},
			rest.ViewSet[Plain]{Path: "/c/", PutCreates: true, Actions: rest.ReadOnly | rest.Replace},
			rest.ViewSet[Box]{Path: "/a/{shelf}/boxes/", RecordPath: "/boxes/", PutCreates: true},
			rest.ViewSet[Profile]{Path: "/me/", Singleton: true, Owner: owner, PutCreates: true, Actions: rest.Create | rest.Retrieve | rest.Replace},
		).Access(permission.Anyone)
	}},
	{"RequireVersion and LastModified", func() *rest.Set {
		type Changed struct {
			ID      int64     `rest:"id,readonly"`
			Updated time.Time `rest:"updated,readonly" default:"now"`
			Sent    time.Time `rest:"sent" default:"now"`
		}
		return listing(
			rest.ViewSet[Changed]{Path: "/a/", Actions: rest.List | rest.Create, RequireVersion: true, PutModifies: true, LastModified: "updatd"},
			rest.ViewSet[Plain]{Path: "/b/", RequireVersion: true, Bulk: rest.Bulk{Actions: rest.Modify}, LastModified: "title"},
			rest.ViewSet[Changed]{Path: "/c/", LastModified: "sent"},
		)
	}},
}
