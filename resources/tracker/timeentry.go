package tracker

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest"
)

// TimeEntry is what somebody worked on a ticket in a day.
type TimeEntry struct {
	ID      int64                     `rest:"id,readonly"`
	Ticket  rest.BelongsTo[Ticket]    `rest:"ticket,ondelete=cascade,filter"`
	User    rest.BelongsTo[auth.User] `rest:"user,readonly,show=username"`
	Minutes int64                     `rest:"minutes" validate:"min=1,max=1440"`
	Day     rest.Date                 `rest:"day,filter=gte lte"`
}

// TimeEntries are for editors to write; each changes their own.
func TimeEntries() rest.Resource {
	return rest.ViewSet[TimeEntry]{
		Path:          "/time-entries/",
		Name:          "Time Entry",
		Description:   "Hours that people worked on tickets.",
		Access:        ownOf("ticket.project."),
		DestroyAccess: ownOrOwned("ticket.project."),
		Owner:         rest.Field(func(e *TimeEntry) *rest.BelongsTo[auth.User] { return &e.User }),
		LookupPattern: "[0-9]+",
		Order:         []string{"-day", "-id"},
		Pages:         rest.PageNumber{Size: 10, MaxSize: 50, Lenient: true},
		Indexes:       []rest.Index{{Fields: []string{"ticket", "user", "day"}, Unique: true}},
	}
}
