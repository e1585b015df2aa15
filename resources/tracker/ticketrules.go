package tracker

import (
	"errors"
	"time"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

// stamp keeps the times of a ticket: of the last change, and of the status closed.
func stamp(call *rest.Call, t *Ticket) error {
	now := call.Now().UTC().Truncate(time.Microsecond)
	if t.ID != 0 {
		t.Updated = now
	}
	switch {
	case t.Status != closed:
		t.ClosedAt = nil
	case t.ClosedAt == nil:
		t.ClosedAt = &now
	}
	return nil
}

// openTicket gives a new ticket the next number of its project.
func openTicket(call *rest.Call, t *Ticket) error {
	projects := rest.Rows[Project](call)
	p, err := projects.Lock(t.Project.ID) // numbers are given one after the other
	if isGone(err) {
		return nil // deleted meanwhile: the database refuses the ticket
	}
	if err != nil {
		return err
	}
	if err := checkTicket(call, t); err != nil {
		return err
	}
	p.LastNumber++
	t.Number = p.LastNumber
	return projects.Update(p, &p.LastNumber)
}

// isGone reports whether an error is that a row does not exist.
func isGone(err error) bool {
	said, ok := errors.AsType[*problem.Error](err)
	return ok && said.Code == problem.NotFound
}

// checkTicket checks what a client has sent against the project of the ticket: labels, assignee and parent
// are of the same.
func checkTicket(call *rest.Call, t *Ticket) error {
	if call.Sent("labels") || call.Sent("parent") { // until the end no label leaves the project, and no parent is given
		if _, err := rest.Rows[Project](call).Lock(t.Project.ID); err != nil {
			return err
		}
	}
	var said problem.Fields
	for _, rule := range ticketRules {
		if !call.Sent(rule.field) || said.Get(rule.field) != nil {
			continue
		}
		holds, err := rule.holds(call, t)
		if err != nil {
			return err
		}
		if !holds {
			said.Add(rule.field, "%s", rule.message)
		}
	}
	return said.Err()
}

// ticketRules are what has to hold for a field that is sent. Of two about one field the first that fails is said. LimitChoices
// could say those about labels and the project of the parent, and not those about members, which are no relation of
// accounts; what is wrong with several of these fields is told at once.
var ticketRules = []struct {
	field, message string
	holds          func(*rest.Call, *Ticket) (bool, error)
}{
	{"labels", "A label must belong to the ticket's project.", labelsFit},
	{"assignee", "This user is not a member of the project.", assigneeFits},
	{"parent", "The parent must belong to the same project.", parentFits},
	{"parent", "A ticket cannot be below itself.", endsAbove},
}

func labelsFit(call *rest.Call, t *Ticket) (bool, error) {
	ids := make([]any, len(t.Labels.IDs))
	for i, id := range t.Labels.IDs {
		ids[i] = id
	}
	others, err := rest.Rows[Label](call).Count(predicate.In("id", ids...), predicate.Ne("project", t.Project.ID))
	return others == 0, err
}

func assigneeFits(call *rest.Call, t *Ticket) (bool, error) {
	if t.Assignee.ID == 0 {
		return true, nil
	}
	n, err := rest.Rows[Member](call).Count(predicate.Eq("project", t.Project.ID), predicate.Eq("username", t.Assignee.ID))
	return n > 0, err
}

func parentFits(call *rest.Call, t *Ticket) (bool, error) {
	if t.Parent.ID == 0 {
		return true, nil
	}
	parent, err := rest.Rows[Ticket](call).Get(t.Parent.ID)
	return err == nil && parent.Project.ID == t.Project.ID, err
}

// endsAbove reports whether a ticket is not above its own parent.
func endsAbove(call *rest.Call, t *Ticket) (bool, error) {
	if t.ID == 0 || t.Parent.ID == 0 {
		return true, nil // nothing is below a new one
	}
	for id := t.Parent.ID; id != 0; {
		if id == t.ID {
			return false, nil
		}
		above, err := rest.Rows[Ticket](call).Get(id)
		if err != nil {
			return false, err
		}
		id = above.Parent.ID
	}
	return true, nil
}
