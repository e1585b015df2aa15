// The mails of the tracker: tasks at times, which enqueue jobs that send them.

package tracker

import (
	"fmt"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/background"
	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// Tasks enqueue the mails of the set "tracker": [Digest] and [Reminder]. Without a mailer they enqueue none.
func Tasks() []background.Task {
	return []background.Task{
		{Name: "digests", Set: "tracker", Schedule: background.Cron("0 7 * * *", "Europe/Berlin"), Run: enqueueDigests},
		{Name: "reminders", Set: "tracker", Schedule: background.Every(time.Hour), Run: enqueueReminders},
	}
}

// forMails are the tickets about which somebody can get mails: not closed, of an active account with an address.
var forMails = predicate.And(
	predicate.Ne("status", closed),
	predicate.Eq("assignee.active", true),
	predicate.Ne("assignee.email", ""),
)

// send sends a mail to an account. Without an address, or when it cannot log in any more, it gets none.
func send(call *rest.Call, u *auth.User, subject, text string) error {
	if u.Email == "" || !u.Active {
		return nil
	}
	mailer := call.Mailer()
	if mailer == nil {
		return fmt.Errorf("no mail for %s: there is no setting mailer", u.Username)
	}
	return mailer.Send(call.Context(), mail.Message{To: u.Email, Subject: subject, Text: text})
}

// summary returns the lines of a mail about a ticket: what it is, and where.
func summary(call *rest.Call, t *Ticket) (string, error) {
	p, err := rest.Rows[Project](call).Get(t.Project.ID)
	if err != nil {
		return "", err
	}
	link, err := call.Address(fmt.Sprintf("/tickets/%d/", t.ID))
	if err != nil {
		return "", err
	}
	due := ""
	if t.Due != nil {
		due = ", due on " + t.Due.String()
	}
	return fmt.Sprintf("%s %d: %s%s\n%s\n", p.Slug, t.Number, t.Title, due, link), nil
}

// today is the day in UTC, as for Ticket.IsOverdue.
func today(call *rest.Call) rest.Date { return rest.NewDate(call.Now().UTC().Date()) }
