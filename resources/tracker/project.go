// Package tracker declares an issue tracker for many teams: configuration C. Projects have members in
// roles, and all else belongs to a project.
package tracker

import (
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

const public = "public"

// Project is what a team works on.
type Project struct {
	Slug        string                   `rest:"slug,unique,createonly" validate:"max=50"`
	ID          int64                    `rest:"url,readonly,link" db:"id"`
	Name        string                   `rest:"name,sort,search" validate:"max=100"`
	Description string                   `rest:"description,multiline,optional,search"`
	Visibility  string                   `rest:"visibility,filter" default:"private" validate:"oneof=public private"`
	Archived    bool                     `rest:"archived,filter" default:"false"`
	Members     rest.Nested[MemberBrief] `rest:"members,of=team,order=username"`
	Tickets     rest.Count[Ticket]       `rest:"ticket_count"`
	Created     time.Time                `rest:"created,readonly,sort" default:"now"`

	Team rest.HasMany[Member] `rest:"-"`
	// LastNumber is the number of the newest ticket, which none has again.
	LastNumber int64 `rest:"-" default:"0"`
}

// Projects lets everybody create projects, who see the public ones and their own, and owners change them.
func Projects() rest.Resource {
	return rest.ViewSet[Project]{
		Path:        "/projects/",
		Description: "Projects of teams. Their creators own them. Only members see a private project.",
		Lookup:      "slug",
		Access:      permission.By{Read: seenAt(""), Write: ownedAt("")},
		Order:       []string{"name", "-created"},
		Ordering:    []string{"ticket_count"}, // behind name and created
		Unindexed:   map[string]string{"search": "people look among the projects that they see, which are few"},
		Pages:       rest.PageNumber{Size: 10, MaxSize: 50, Lenient: true},
		KeepLists:   true, // each page of a client begins with them, and the number of tickets is counted for each
		Serializer:  rest.Serializer[Project]{AfterCreate: joinAsOwner},
	}
}

// joinAsOwner makes the creator of a project its first owner.
func joinAsOwner(call *rest.Call, p *Project) error {
	return rest.Rows[Member](call).Create(&Member{
		Project: rest.BelongsTo[Project]{ID: p.ID},
		User:    rest.BelongsTo[auth.User]{ID: call.User().ID},
		Role:    owner,
	})
}
