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
	File        rest.File              `rest:"file,writeonly" file:"max=1MiB,ext=png jpg jpeg txt pdf"`
	Name        string                 `rest:"name,readonly,of=file.name"`
	Size        int64                  `rest:"size,readonly,of=file.size"`
	ContentType string                 `rest:"content_type,readonly,of=file.content_type"`
	Content     rest.Address           `rest:"content,of=file"`
	Created     time.Time              `rest:"created,readonly" default:"now"`
}

// Attachments are for the editors of the project to upload and to delete.
func Attachments() rest.Resource {
	return rest.ViewSet[Attachment]{
		Path:          "/attachments/",
		Description:   "Files that belong to tickets.",
		Actions:       rest.List | rest.Create | rest.Retrieve | rest.Destroy,
		Access:        byRole("ticket.project."),
		LookupPattern: "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
		Order:         []string{"-created", "-id"},
		Pages:         rest.LimitOffset{Default: 20, Max: 100, Lenient: true},
		Throttles:     []rest.Throttle{{Actions: rest.Create, Rates: []rest.Rate{{Requests: 20, Per: time.Minute}}}},
	}
}
