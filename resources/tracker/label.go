package tracker

import (
	"regexp"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

// Label sorts the tickets of a project.
type Label struct {
	ID      int64                   `rest:"id,readonly"`
	Project rest.BelongsTo[Project] `rest:"project,show=slug,ondelete=cascade"`
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
		Path:        "/labels/",
		Description: "What tickets of a project are marked with.",
		Access:      byRole("project."),
		Order:       []string{"project", "name"},
		Serializer: rest.Serializer[Label]{
			BeforeCreate: uniqueLabel,
			BeforeUpdate: func(call *rest.Call, l *Label) error {
				if l.Project.ID != rest.Before[Label](call).Project.ID {
					l.Tickets.IDs = []int64{} // they belong to the other project
				}
				return uniqueLabel(call, l)
			},
		},
	}
}

// uniqueLabel refuses a second label of the same name in a project.
func uniqueLabel(call *rest.Call, l *Label) error {
	if _, err := rest.Rows[Project](call).Lock(l.Project.ID); err != nil {
		return err
	}
	n, err := rest.Rows[Label](call).Count(predicate.Eq("project", l.Project.ID), predicate.Eq("name", l.Name), predicate.Ne("id", l.ID))
	if err != nil || n == 0 {
		return err
	}
	var said problem.Fields
	said.Add(problem.NonField, "The fields project, name must make a unique set.")
	return said.Err()
}

// Colour is the rule for colours.
func Colour() rest.Check {
	return rest.Check{
		Valid:   regexp.MustCompile(`^#[0-9a-f]{6}$`).MatchString,
		Message: "This value does not match the required pattern.",
	}
}
