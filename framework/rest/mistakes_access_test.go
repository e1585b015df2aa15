package rest_test

import (
	"time"

	"example.com/resourceful/framework/auth"
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

func ruled(rule permission.Rule) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("cases",
			rest.ViewSet[Project]{Path: "/projects/"}, rest.ViewSet[Seat]{Path: "/members/"},
			rest.ViewSet[Ticket]{Path: "/tickets/", Access: rule},
		).Access(permission.Admin)
	}
}

// PermittedTicket keeps permissions on each row.
type PermittedTicket struct {
	ID          int64                                             `rest:"id,readonly"`
	Project     rest.BelongsTo[Project]                           `rest:"project,readonly,optional"`
	Permissions rest.HasMany[rest.RowPermission[PermittedTicket]] `rest:"-"`
}

func permitted(rule permission.Rule) func() *rest.Set {
	return func() *rest.Set { return listing(rest.ViewSet[PermittedTicket]{Path: "/tickets/", Access: rule}) }
}

func where(e predicate.Expr) func() *rest.Set { return ruled(permission.Where("a condition", e)) }

var accessMistakes = []mistake{
	{"rule of deletions", func() *rest.Set {
		return rest.NewSet("cases",
			rest.ViewSet[Project]{Path: "/projects/", Actions: rest.ReadOnly, DestroyAccess: permission.Admin},
			rest.ViewSet[Seat]{Path: "/members/", DestroyAccess: permission.Me("project.visibility")},
			rest.ViewSet[Ticket]{Path: "/tickets/", DestroyAccess: permission.Owner},
		).Access(permission.Anyone)
	}},
	{"unknown field of a row", ruled(permission.Is("tittle", "x"))},
	{"unknown field along a path", ruled(permission.Is("project.visiblity", "public"))},
	{"path with an empty part", ruled(permission.Is("project..name", "x"))},
	{"path of nothing", ruled(permission.Is("", "x"))},
	{"path through a text", ruled(permission.Is("title.length", 3))},
	{"path that ends at many rows", ruled(permission.Is("project.members", 3))},
	{"path that ends at joined rows", where(predicate.In("watchers", 1, 2))},
	{"reference compared with a text", ruled(permission.Is("project", "open"))},
	{"requester who is a project", ruled(permission.Me("project"))},
	{"requester who is a name", ruled(permission.Me("project.members.user.username"))},
	{"requester who is a list of others", ruled(permission.Me("project.members"))},
	{"text in a whole number", ruled(permission.Is("points", "three"))},
	{"fraction in a whole number", where(predicate.Gt("points", 1.5))},
	{"number in a boolean", ruled(permission.Is("done", 1))},
	{"text that no database has", ruled(permission.Is("title", "a\x00"))},
	{"text in a time", where(predicate.Lt("project.members.since", "yesterday"))},
	{"contains of a number", where(predicate.Contains("points", "1"))},
	{"order of a boolean", where(predicate.Lt("done", true))},
	{"order of a reference", where(predicate.Gte("project", 2))},
	{"null where there is none", ruled(permission.Is("title", nil))},
	{"null in a list", where(predicate.In("title", "a", nil))},
	{"order of nothing", where(predicate.Gt("points", nil))},
	{"rows along a column", where(predicate.Exists("title", predicate.Eq("name", "x")))},
	{"mistake in rows along a relation", where(predicate.Exists("project.members", predicate.Eq("users", 1)))},
	{"Go function along a relation", where(predicate.Exists("project", predicate.Func("odd", func(any) bool { return true })))},
	{"pattern with a class of one reader", where(predicate.Regex("title", `\d+`))},
	{"pattern that looks ahead", where(predicate.Regex("title", "a(?=b)"))},
	{"pattern with a group that does not end", where(predicate.Regex("title", "(a"))},
	{"pattern that is lazy", where(predicate.Regex("title", "a+?"))},
	{"pattern with an empty part", where(predicate.Regex("title", "a|"))},
	{"pattern that repeats too often", where(predicate.Regex("title", "a{256}"))},
	{"pattern with a named class", where(predicate.Regex("title", "[[:alpha:]]"))},
	{"rule by method without writing", ruled(permission.By{Read: permission.Anyone})},
	{"rule by method of nothing", ruled(permission.By{})},
	{"list with a condition in Go", where(predicate.And(predicate.Eq("done", true), predicate.Func("odd", func(any) bool { return true })))},
	{"several in one condition", where(predicate.Or(predicate.Eq("tittle", "x"), predicate.Not(predicate.Eq("points", "x"))))},
	{"rules that exclude each other", ruled(permission.All(permission.Is("done", true), permission.Not(permission.Is("done", true))))},
	{"values that exclude each other", ruled(permission.By{Read: permission.All(permission.Is("points", 1), permission.Is("points", 2)), Write: permission.Admin})},
	{"requesters that exclude each other", ruled(permission.By{Read: permission.SignedIn, Write: permission.Any(permission.Admin, permission.All(permission.SignedIn, permission.ReadOnly))})},
	{"group and not the group", ruled(permission.All(permission.Group("hr"), permission.Not(permission.Group("hr"))))},
	{"times that do not meet", ruled(permission.All(
		permission.Between(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)),
		permission.Between(time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), time.Time{})))},
	{"hours that do not meet", ruled(permission.All(permission.Hours(time.UTC, 8*time.Hour, 12*time.Hour), permission.Hours(time.UTC, 13*time.Hour, 17*time.Hour)))},
	{"rules one of which always holds", ruled(permission.Any(permission.Me("watchers"), permission.Is("done", true), permission.Not(permission.Is("done", true))))},
	{"nobody among others", ruled(permission.All(permission.SignedIn, permission.Nobody))},
	{"not anyone", ruled(permission.Not(permission.Anyone))},
	{"reading where something is written", ruled(permission.By{Read: permission.Anyone, Write: permission.ReadOnly})},
	{"along a relation to rows that cannot be", ruled(permission.Along("project.members", permission.Me("user"), permission.Is("id", 1), permission.Is("id", 2)))},
	{"value that is no choice", func() *rest.Set {
		type Epistle struct {
			ID    int64  `rest:"id,readonly"`
			State string `rest:"state" default:"draft" validate:"oneof=draft sent"`
		}
		return rest.NewSet("cases", rest.ViewSet[Epistle]{Path: "/epistles/", Access: permission.Is("state", "darft")})
	}},
	{"group without a name", ruled(permission.Group())},
	{"permission on rows that keep none", ruled(permission.RowPermission("change_ticket"))},
	{"permission on rows without a name", permitted(permission.RowPermission())},
	{"permission on rows with a space", permitted(permission.RowPermission("change_ticket "))},
	{"permission on related rows that keep none", permitted(permission.Along("project", permission.RowPermission("view_project")))},
	{"rows of permissions that a rule excludes", permitted(permission.All(permission.RowPermission("a"), permission.Not(permission.RowPermission("a"))))},
	{"group with spaces around its name", ruled(permission.Group(" hr"))},
	{"rule of an unknown action", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Project]{
			Path:   "/projects/",
			Extra:  []rest.Action{rest.OnRecord("close", func(*rest.Call, *Project, rest.None) (*Project, error) { return nil, nil })},
			Access: permission.By{Read: permission.Anyone, Write: permission.Admin, Actions: map[string]permission.Rule{"clsoe": permission.SignedIn, "seal": nil}},
		}, rest.ViewSet[Seat]{Path: "/members/"}).Access(permission.By{Read: permission.Anyone, Write: permission.Admin, Actions: map[string]permission.Rule{"open": permission.Admin}})
	}},
	{"two rules of an action", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Project]{
			Path:   "/projects/",
			Extra:  []rest.Action{rest.OnRecord("close", func(*rest.Call, *Project, rest.None) (*Project, error) { return nil, nil }, rest.Allow(permission.Admin))},
			Access: permission.By{Read: permission.Anyone, Write: permission.Admin, Actions: map[string]permission.Rule{"close": permission.SignedIn}},
		}, rest.ViewSet[Seat]{Path: "/members/"}).Access(permission.Admin)
	}},
	{"404 within one of several", ruled(permission.Any(permission.Admin, permission.OrNotFound(permission.Is("done", true))))},
	{"400 of a row", ruled(permission.OrInvalid(permission.Admin))},
	{"reason that is none", ruled(permission.Because(" ", permission.Admin))},
	{"list with a rule in Go", ruled(permission.RowFunc("odd", func(permission.Request, any) bool { return true }))},
	{"several in one rule", ruled(permission.Any(permission.Is("tittle", "x"), permission.All(permission.Me("title"), permission.Not(permission.Is("points", true)))))},
}
