package tracker

import (
	"regexp"
	"time"

	"example.com/resourceful/framework/rest"
)

// Label sorts the tickets of a project.
type Label struct {
	ID      int64                   `rest:"id,readonly"`
	Project rest.BelongsTo[Project] `rest:"project,show=slug,ondelete=cascade,filter"`
	Name    string                  `rest:"name" validate:"max=50"`
	Colour  string                  `rest:"colour" validate:"colour"`

	Tickets rest.ManyToMany[Ticket] `rest:"-,through=tickets_labels"`
}

// LabelBrief is a label within a ticket.
type LabelBrief struct {
	ID     int64  `rest:"id,readonly"`
	Name   string `rest:"name"`
	Colour string `rest:"colour"`
}

// Labels are for the editors of their project to change.
func Labels() rest.Resource {
	return rest.ViewSet[Label]{
		Path:          "/labels/",
		Description:   "Labels for the tickets of a project.",
		Access:        byRole("project."),
		LookupPattern: "[0-9]+",
		Order:         []string{"project", "name"},
		Cache:         rest.Caching{MaxAge: 10 * time.Second}, // they change rarely, and clients ask for them with each ticket
		Indexes:       []rest.Index{{Fields: []string{"project", "name"}, Unique: true}},
		Serializer:    rest.Serializer[Label]{BeforeUpdate: leaveTickets},
	}
}

// leaveTickets takes a label that goes to another project off the tickets of the old one, none of which takes it
// meanwhile.
func leaveTickets(call *rest.Call, l *Label) error {
	old := rest.Before[Label](call).Project.ID
	if l.Project.ID == old {
		return nil
	}
	l.Tickets.IDs = []int64{}
	_, err := rest.Rows[Project](call).Lock(old)
	return err
}

// Colour is the rule for colours.
func Colour() rest.Check {
	return rest.Check{
		Valid:    regexp.MustCompile(`^#[0-9a-f]{6}$`).MatchString,
		Message:  "This value does not match the required pattern.",
		Metadata: "regex",
	}
}
