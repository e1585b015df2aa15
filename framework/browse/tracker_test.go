package browse_test

import (
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// A configuration with an operation of each kind that a team may write, rows below records, a singleton,
// and representations with rows in them and with computed members.

type project struct {
	ID      int64              `rest:"id,readonly"`
	Slug    string             `rest:"slug,unique,createonly" validate:"max=50"`
	Name    string             `rest:"name"`
	Tickets rest.Count[ticket] `rest:"ticket_count" label:"Tickets"`
}

type ticket struct {
	ID      int64                       `rest:"id,readonly"`
	Project rest.BelongsTo[project]     `rest:"project,createonly,show=slug,ondelete=cascade"`
	Title   string                      `rest:"title" validate:"max=60" help:"In a few words."`
	Body    string                      `rest:"body,multiline,optional"`
	Status  string                      `rest:"status" default:"open" validate:"oneof=open doing closed"`
	Due     *rest.Date                  `rest:"due"`
	Helpers rest.ManyToMany[auth.User]  `rest:"helpers,optional"`
	Remarks rest.HasMany[remark]        `rest:"-"`
	Brief   rest.Nested[projectBrief]   `rest:"in_project,of=project" label:"Project in brief"`
	Count   rest.Count[remark]          `rest:"remark_count" label:"Remarks"`
	All     rest.Nested[remarkInTicket] `rest:"remarks,of=remarks" label:"All remarks"`
}

type ticketRow struct {
	ID      int64                       `rest:"id,readonly"`
	Title   string                      `rest:"title"`
	Status  string                      `rest:"status"`
	Brief   rest.Nested[projectBrief]   `rest:"project" label:"Project"`
	Remarks rest.Nested[remarkInTicket] `rest:"remarks"`
}

type projectBrief struct {
	Slug string             `rest:"slug"`
	Name string             `rest:"name"`
	Open rest.Count[ticket] `rest:"tickets"`
}

type remark struct {
	ID     int64                     `rest:"id,readonly"`
	Ticket rest.BelongsTo[ticket]    `rest:"ticket,readonly,ondelete=cascade"`
	Text   string                    `rest:"text,multiline"`
	Author rest.BelongsTo[auth.User] `rest:"author,optional,show=username,ondelete=null"`
}

type remarkInTicket struct {
	ID     int64  `rest:"id,readonly"`
	Text   string `rest:"text,multiline"`
	Author string `rest:"author,readonly,path=author.username"`
}

// milestone is below a project, which addresses name by its slug.
type milestone struct {
	ID      int64                   `rest:"id,readonly"`
	Project rest.BelongsTo[project] `rest:"project,readonly,show=slug,ondelete=cascade"`
	Name    string                  `rest:"name"`
}

type profile struct {
	ID    int64                     `rest:"id,readonly"`
	User  rest.BelongsTo[auth.User] `rest:"user,readonly,unique,show=username"`
	Motto string                    `rest:"motto,optional"`
	Mail  bool                      `rest:"mail" default:"true" label:"Mail me" help:"About what I take part in."`
}

type closing struct {
	Reason string `rest:"reason,multiline,optional" help:"Why it is done."`
	Hours  int64  `rest:"hours" default:"1" validate:"min=1,max=99"`
	Mail   bool   `rest:"mail" default:"false" label:"Tell everybody"`
}

type stats struct {
	Open   int64  `rest:"open"`
	Closed int64  `rest:"closed"`
	Note   string `rest:"note,multiline" label:"In words"`
}

type share struct {
	Name    string `rest:"name"`
	Percent int64  `rest:"percent" label:"Per cent"`
}

type greeting struct {
	Name  string `rest:"name" validate:"max=20"`
	Times int64  `rest:"times" default:"1"`
}

type greeted struct {
	Text string `rest:"text"`
}

func tracker() *rest.Set {
	finish := func(_ *rest.Call, t *ticket, in closing) (*ticket, error) {
		t.Status = "closed"
		return t, nil
	}
	history := func(_ *rest.Call, t *ticket, _ rest.None) ([]share, error) {
		return []share{{"open", 75}, {t.Status, 25}}, nil
	}
	count := func(c *rest.Call, _ rest.None) (stats, error) {
		n, err := rest.Rows[ticket](c).Count()
		return stats{Open: n, Note: "All of them.\nNothing is closed."}, err
	}
	busiest := func(c *rest.Call, _ rest.None) ([]*ticket, error) {
		return rest.Rows[ticket](c).Order("id").All()
	}
	purge := func(*rest.Call, rest.None) (rest.None, error) { return rest.None{}, nil }
	greet := func(_ *rest.Call, in greeting) (greeted, error) {
		return greeted{Text: strings.Repeat("Hello "+in.Name+". ", int(in.Times))}, nil
	}
	health := func(*rest.Call, rest.None) (stats, error) { return stats{Open: 1, Note: "Well."}, nil }
	forget := func(*rest.Call, rest.None) (rest.None, error) { return rest.None{}, nil }
	join := func(c *rest.Call, _ rest.None) (rest.None, error) {
		return rest.None{}, rest.Rows[profile](c).Create(&profile{User: rest.BelongsTo[auth.User]{ID: c.User().ID}, Motto: "Slow and steady.", Mail: true})
	}
	return rest.NewSet("tracker",
		rest.ViewSet[project]{Path: "/projects/", Lookup: "slug", Name: "Project", Pages: rest.PageNumber{Size: 20}},
		rest.ViewSet[ticket]{
			Path: "/tickets/", Name: "Ticket", Description: "What is to be done.", Order: []string{"-remark_count"}, Pages: rest.LimitOffset{Default: 20},
			Shapes: rest.Shapes{List: rest.As[ticketRow]()},
			Serializer: rest.Serializer[ticket]{Computed: []rest.Computed[ticket]{
				rest.Compute("shout", func(_ *rest.Call, t *ticket) string { return strings.ToUpper(t.Title) }, `label:"Title, loudly"`),
			}},
			Extra: []rest.Action{
				rest.OnRecord("close", finish, rest.Describe("Ends the work on a ticket.")),
				rest.OnRecord("reset", finish, rest.PUT, rest.Describe("Begins again.")),
				rest.OnRecord("history", history, rest.GET, rest.Describe("What became of it.")),
				rest.OnList("stats", count, rest.GET, rest.Describe("How many there are.")),
				rest.OnList("busiest", busiest, rest.GET),
				rest.OnList("purge", purge, rest.DELETE, rest.Allow(permission.Admin)),
			},
		},
		rest.ViewSet[remark]{Path: "/tickets/{ticket}/remarks/", RecordPath: "/remarks/", Table: "remarks", Name: "Remark"},
		rest.ViewSet[milestone]{Path: "/projects/{project}/milestones/", Name: "Milestone"},
		rest.ViewSet[profile]{
			Path: "/me/", Name: "Profile", Singleton: true,
			Owner: rest.Field(func(p *profile) *rest.BelongsTo[auth.User] { return &p.User }),
		},
		rest.Endpoint("/greetings/", greet, rest.Describe("Greets whoever is named.")),
		rest.Endpoint("/greetings/", forget, rest.DELETE),
		rest.Endpoint("/join/", join, rest.Allow(permission.SignedIn), rest.Describe("Makes a profile.")),
		rest.Endpoint("/health/", health, rest.GET, rest.Describe("How the service is.")),
	).Access(permission.SignedInOrReadOnly)
}
