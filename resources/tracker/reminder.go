package tracker

import (
	"slices"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/background"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// Reminder is the job that reminds somebody of a ticket on the day when it is due, from its RemindAt on.
var Reminder = &rest.Job[ReminderOf]{Name: "reminder", Run: sendReminder}

// ReminderOf says of which ticket a reminder is, and of which day.
type ReminderOf struct {
	Ticket int64     `json:"ticket"`
	Due    rest.Date `json:"due"`
}

const (
	// lateDays is for how many days after the due date a ticket still has a reminder, when the service did not run.
	lateDays = 7
	// remindersAtOnce is the number of tickets that a transaction locks.
	remindersAtOnce = 100
)

// enqueueReminders enqueues the reminders that are due. Ticket.Reminded is stored with them, so each ticket has one for each due date,
// however often this runs, and wherever it was interrupted.
func enqueueReminders(c *background.Context) error {
	call, tickets := c.Call, rest.Rows[Ticket](c.Call)
	if call.Mailer() == nil {
		return nil
	}
	day := today(call)
	first := rest.Date{Time: day.AddDate(0, 0, -lateDays)}
	var ids []int64
	err := tickets.Each(func(t *Ticket) error {
		if isReminderDue(call, t) {
			ids = append(ids, t.ID)
		}
		return nil
	}, forMails, predicate.Gte("due", first), predicate.Lte("due", day))
	if err != nil {
		return err
	}
	for some := range slices.Chunk(ids, remindersAtOnce) {
		err := call.Atomic(func() error {
			for _, id := range some {
				t, err := tickets.Lock(id) // an error if it was deleted meanwhile: the next attempt does not find it
				if err != nil {
					return err
				}
				if !isReminderDue(call, t) { // it was changed meanwhile
					continue
				}
				t.Reminded = t.Due
				if err := tickets.Update(t, &t.Reminded); err != nil {
					return err
				}
				if err := rest.Enqueue(call, Reminder, ReminderOf{t.ID, *t.Due}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// isReminderDue reports whether a ticket needs a reminder that it has not had.
func isReminderDue(call *rest.Call, t *Ticket) bool {
	if t.Status == closed || t.Due == nil || t.Reminded != nil && t.Reminded.Equal(t.Due.Time) {
		return false
	}
	var at time.Duration
	if t.RemindAt != nil {
		at = t.RemindAt.SinceMidnight()
	}
	return !call.Now().Before(t.Due.Add(at))
}

// sendReminder sends a reminder, unless the ticket is done or due on another day by now.
func sendReminder(call *rest.Call, r ReminderOf) error {
	t, err := rest.Rows[Ticket](call).Get(r.Ticket)
	if isGone(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if t.Status == closed || t.Due == nil || !t.Due.Equal(r.Due.Time) || t.Assignee.ID == 0 {
		return nil
	}
	if member, err := assigneeFits(call, t); err != nil || !member {
		return err // who has left a project learns no more of it
	}
	u, err := rest.Rows[auth.User](call).Get(t.Assignee.ID)
	if err != nil {
		return err
	}
	text, err := summary(call, t)
	if err != nil {
		return err
	}
	return send(call, u, "Due: "+t.Title, "Hello "+u.Username+", this ticket is assigned to you:\n\n"+text)
}
