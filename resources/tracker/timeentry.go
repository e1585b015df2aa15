package tracker

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

// TimeEntry is what somebody worked on a ticket in a day.
type TimeEntry struct {
	ID      int64                     `rest:"id,readonly"`
	Ticket  rest.BelongsTo[Ticket]    `rest:"ticket,ondelete=cascade"`
	User    rest.BelongsTo[auth.User] `rest:"user,readonly,show=username"`
	Minutes int64                     `rest:"minutes" validate:"min=1,max=1440"`
	Day     rest.Date                 `rest:"day"`
}

// TimeEntries are for editors to write; each changes their own.
func TimeEntries() rest.Resource {
	return rest.ViewSet[TimeEntry]{
		Path:          "/time-entries/",
		Name:          "Time Entry",
		Description:   "How long somebody worked on a ticket in a day.",
		Access:        ownOf("ticket.project."),
		Owner:         rest.Field(func(e *TimeEntry) *rest.BelongsTo[auth.User] { return &e.User }),
		LookupPattern: "[0-9]+",
		Order:         []string{"-day", "-id"},
		Pages:         rest.PageNumber{Size: 10, MaxSize: 50},
		Serializer:    rest.Serializer[TimeEntry]{BeforeCreate: uniqueEntry, BeforeUpdate: uniqueEntry},
	}
}

// uniqueEntry refuses a second entry of a user for a ticket and day.
func uniqueEntry(call *rest.Call, e *TimeEntry) error {
	if _, err := rest.Rows[Ticket](call).Lock(e.Ticket.ID); err != nil {
		return err
	}
	n, err := rest.Rows[TimeEntry](call).Count(predicate.Eq("ticket", e.Ticket.ID), predicate.Eq("user", e.User.ID),
		predicate.Eq("day", e.Day), predicate.Ne("id", e.ID))
	if err != nil || n == 0 {
		return err
	}
	var said problem.Fields
	said.Add(problem.NonField, "The fields ticket, user, day must make a unique set.")
	return said.Err()
}
