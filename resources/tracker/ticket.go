package tracker

import (
	"time"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// What a ticket may be in.
const (
	open   = "open"
	doing  = "doing"
	closed = "closed"
)

// Ticket is a piece of work in a project.
type Ticket struct {
	ID           int64                     `rest:"id,readonly"`
	URL          rest.Address              `rest:"url"`
	Project      rest.BelongsTo[Project]   `rest:"project,createonly,show=slug,ondelete=cascade,filter"`
	Number       int64                     `rest:"number,readonly,search=="`
	Title        string                    `rest:"title,search,filter=icontains" validate:"max=120"`
	Body         string                    `rest:"body,multiline,optional,search"`
	Status       string                    `rest:"status,filter=in" default:"open" validate:"oneof=open doing closed"`
	Priority     int64                     `rest:"priority,sort,filter=eq gte lte" default:"3" validate:"min=1,max=5"`
	Estimate     *time.Duration            `rest:"estimate" validate:"min=0" group:"Planning"`
	Cost         *decimal.Decimal          `rest:"cost" digits:"8,2" validate:"min=0" group:"Planning"`
	Due          *rest.Date                `rest:"due,sort,filter=gte lte isnull" group:"Planning"`
	RemindAt     *rest.TimeOfDay           `rest:"remind_at" group:"Planning"`
	Watchers     []string                  `rest:"watchers,optional" validate:"max=5,dive,email" group:"People"`
	Details      map[string]any            `rest:"details,optional"`
	Labels       rest.ManyToMany[Label]    `rest:"labels,optional,through=tickets_labels,filter=in"`
	Assignee     rest.BelongsTo[auth.User] `rest:"assignee,optional,show=username,ondelete=null,filter=isnull" group:"People"`
	Reporter     rest.BelongsTo[auth.User] `rest:"reporter,readonly,show=username"`
	Parent       rest.BelongsTo[Ticket]    `rest:"parent,optional,ondelete=null"`
	IsOverdue    bool                      `rest:"is_overdue,computed"`
	CommentCount rest.Count[Comment]       `rest:"comment_count"`
	ClosedAt     *time.Time                `rest:"closed_at,readonly"`
	Created      time.Time                 `rest:"created,readonly,sort,filter=date" default:"now"`
	Updated      time.Time                 `rest:"updated,readonly" default:"now"`

	// Reminded is the due date of which there was a reminder.
	Reminded *rest.Date `rest:"-"`
}

// TicketRecord is a ticket with the labels themselves.
type TicketRecord struct {
	Ticket
	Labels rest.Nested[LabelBrief] `rest:"labels,order=name"`
}

// TicketBrief is a ticket in a list.
type TicketBrief struct {
	ID           int64                     `rest:"id,readonly"`
	URL          rest.Address              `rest:"url"`
	Project      rest.BelongsTo[Project]   `rest:"project,show=slug"`
	Number       int64                     `rest:"number"`
	Title        string                    `rest:"title"`
	Status       string                    `rest:"status"`
	Priority     int64                     `rest:"priority"`
	Assignee     rest.BelongsTo[auth.User] `rest:"assignee,show=username"`
	CommentCount rest.Count[Comment]       `rest:"comment_count"`
}

// Tickets are read by whoever sees their project, and written by its editors.
func Tickets() rest.Resource {
	return rest.ViewSet[Ticket]{
		Path:          "/tickets/",
		Description:   "Tasks and faults of a project.",
		Access:        byRole("project."),
		Owner:         rest.Field(func(t *Ticket) *rest.BelongsTo[auth.User] { return &t.Reporter }),
		LookupPattern: "[0-9]+",
		Filters:       []rest.Filter{{Path: "assignee.username", Name: "assignee"}},
		Search:        []string{"^project.name"},
		Order:         []string{"-created", "-id"},
		Ordering:      []string{"number"}, // behind priority, due and created
		Unindexed: map[string]string{
			"title__icontains": "clients ask it within a project, whose tickets an index finds",
			"search":           "it is for the tickets of a project too",
		},
		Pages:  rest.LimitOffset{Default: 20, Max: 100, Lenient: true},
		Or:     true,
		Totals: rest.Totals{By: []string{"project", "status", "priority", "assignee"}, Of: []string{"cost", "estimate", "due"}},
		Facets: []string{"status", "project"},
		SavedViews: []rest.SavedView{
			{Name: "Overdue", Query: "due__lte=today-1d&status=open&status=doing&ordering=due"},
			{Name: "In progress", Query: "status=doing"},
			{Name: "Urgent", Query: "status=open&status=doing&priority__gte=4&ordering=due"},
			{Name: "Unassigned", Query: "status=open&assignee__isnull=true"},
		},
		Bulk:         rest.Bulk{Actions: rest.Create, Max: 100},
		LimitChoices: []rest.LimitChoices{{Field: "project", To: predicate.Eq("archived", false), Message: "This project is archived."}},
		Shapes: rest.Shapes{
			List:     rest.As[TicketBrief](),
			Retrieve: rest.As(rest.Compute("is_overdue", isRecordOverdue)),
		},
		Extra: []rest.Action{
			rest.OnRecord("close", closeTicket, rest.Describe("Ends the work on a ticket. The reason becomes a comment."),
				rest.When(predicate.Ne("status", closed), "The ticket is already closed.")),
			rest.OnRecord("reopen", reopenTicket, rest.Describe("Takes up the work on a ticket again."),
				rest.When(predicate.Eq("status", closed), "The ticket is not closed.")),
			rest.Sublist("mine", permission.Me("assignee"), rest.Describe("The tickets assigned to you.")),
			rest.OnList("stats", stats, rest.GET, rest.Filtered(),
				rest.Describe("How many tickets there are in each status, and what they cost.")),
		},
		Serializer: rest.Serializer[Ticket]{
			BeforeSave:   stamp,
			BeforeCreate: openTicket,
			BeforeUpdate: checkTicket,
			Computed:     []rest.Computed[Ticket]{rest.Compute("is_overdue", isOverdue)},
		},
	}
}

// isOverdue reports whether a ticket should have been closed before today.
func isOverdue(call *rest.Call, t *Ticket) bool {
	return t.Due != nil && t.Status != closed && t.Due.Before(today(call).Time)
}

func isRecordOverdue(call *rest.Call, t *TicketRecord) bool { return isOverdue(call, &t.Ticket) }
