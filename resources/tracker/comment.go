package tracker

import (
	"time"

	"github.com/google/uuid"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest"
)

// Comment is what somebody says about a ticket.
type Comment struct {
	ID      uuid.UUID                 `rest:"id,readonly"`
	URL     rest.Address              `rest:"url"`
	Ticket  rest.BelongsTo[Ticket]    `rest:"ticket,readonly,ondelete=cascade"`
	Author  rest.BelongsTo[auth.User] `rest:"author,readonly,show=username"`
	Body    string                    `rest:"body,multiline"`
	Edited  bool                      `rest:"edited,readonly" default:"false"`
	Created time.Time                 `rest:"created,readonly" default:"now"`
}

// Comments are below their ticket, for editors to write; each changes their own.
func Comments() rest.Resource {
	return rest.ViewSet[Comment]{
		Path:          "/tickets/{ticket}/comments/",
		RecordPath:    "/comments/",
		ListName:      "Ticket Comment List",
		Description:   "Comments on a ticket.",
		Access:        ownOf("ticket.project."),
		DestroyAccess: ownOrOwned("ticket.project."),
		Owner:         rest.Field(func(c *Comment) *rest.BelongsTo[auth.User] { return &c.Author }),
		LookupPattern: "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
		Order:         []string{"-created", "-id"},
		Pages:         rest.Cursor{Size: 5},
		Serializer: rest.Serializer[Comment]{
			BeforeUpdate: func(call *rest.Call, c *Comment) error {
				c.Edited = c.Edited || c.Body != rest.Before[Comment](call).Body
				return nil
			},
		},
	}
}
