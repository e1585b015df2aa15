package tracker

import (
	"time"

	"github.com/google/uuid"

	"example.com/resourceful/framework/rest"
)

// Attachment is a file that belongs to a ticket.
type Attachment struct {
	ID          uuid.UUID              `rest:"id,readonly"`
	URL         rest.Address           `rest:"url"`
	Ticket      rest.BelongsTo[Ticket] `rest:"ticket,createonly,ondelete=cascade,filter"`
	Name        string                 `rest:"name,readonly"`
	Size        int64                  `rest:"size,readonly"`
	ContentType string                 `rest:"content_type,readonly"`
	Created     time.Time              `rest:"created,readonly" default:"now"`
}

// Attachments are for the editors of the project to delete.
func Attachments() rest.Resource {
	return rest.ViewSet[Attachment]{
		Path:          "/attachments/",
		Description:   "Files that belong to tickets.",
		Actions:       rest.List | rest.Retrieve | rest.Destroy,
		Access:        byRole("ticket.project."),
		LookupPattern: "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
		Order:         []string{"-created", "-id"},
		Pages:         rest.LimitOffset{Default: 20, Max: 100},
	}
}
