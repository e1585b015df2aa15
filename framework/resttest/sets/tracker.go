// A tracker: rules along relations.

package sets

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

type project struct {
	ID         int64                    `rest:"id,readonly"`
	Name       string                   `rest:"name,unique" validate:"max=100"`
	Visibility string                   `rest:"visibility" default:"private" validate:"oneof=public private"`
	Members    rest.HasMany[membership] `rest:"members,readonly"`
	Tickets    rest.HasMany[ticket]     `rest:"tickets,readonly"`
}

type membership struct {
	ID      int64                     `rest:"id,readonly"`
	Project rest.BelongsTo[project]   `rest:"project,ondelete=cascade"`
	User    rest.BelongsTo[auth.User] `rest:"user,ondelete=cascade"`
}

type ticket struct {
	ID      int64                   `rest:"id,readonly"`
	Title   string                  `rest:"title"`
	Project rest.BelongsTo[project] `rest:"project,optional,ondelete=cascade"`
	Related rest.ManyToMany[ticket] `rest:"related,optional"`
}

// brief is another view of tickets.
type brief struct {
	ID      int64                   `rest:"id,readonly"`
	Project rest.BelongsTo[project] `rest:"project,readonly,optional,ondelete=cascade"`
}

type memo struct {
	ID       int64                      `rest:"id,readonly"`
	Title    string                     `rest:"title"`
	Watchers rest.ManyToMany[auth.User] `rest:"watchers,optional"`
}

// Tracker is a set of projects that their members see and change.
func Tracker() *rest.Set {
	sees := permission.Any(permission.Is("project.visibility", "public"), permission.Me("project.members.user"))
	edits := permission.Me("project.members.user")
	watches := permission.Me("watchers")
	return rest.NewSet("tracker",
		rest.ViewSet[project]{Path: "/projects/", Access: permission.Any(
			permission.Admin, permission.Me("members.user"),
			permission.All(permission.ReadOnly, permission.Is("visibility", "public")),
		)},
		rest.ViewSet[membership]{Path: "/members/", Access: permission.Any(permission.Admin, edits)},
		rest.ViewSet[ticket]{Path: "/tickets/", Access: permission.By{Read: sees, Write: edits}, Pages: rest.PageNumber{Size: 100}, Bulk: rest.Bulk{Actions: rest.Modify}},
		rest.ViewSet[memo]{Path: "/watched/", Access: watches},
		rest.ViewSet[memo]{Path: "/unwatched/", Access: permission.Not(watches)},
		rest.ViewSet[memo]{
			Path: "/short/", Actions: rest.Everything &^ rest.List,
			Access: permission.All(watches, permission.RowFunc("short", func(_ permission.Request, row any) bool { return len(row.(*memo).Title) < 9 })),
		},
		rest.ViewSet[brief]{Path: "/quiet/", Table: "tickets", Actions: rest.List, Access: permission.Where("quiet", predicate.And(
			predicate.Not(predicate.Exists("project", predicate.Regex("name", "^open"))), predicate.Exists("project.members", predicate.Constant(true)),
		))},
	)
}
