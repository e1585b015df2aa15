package tracker

import (
	"fmt"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/background"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// Digest is the job that sends somebody the list of their open tickets. If the process ends before it has stored that the mail was
// sent, they get another one.
var Digest = &rest.Job[DigestOf]{Name: "digest", Run: sendDigest}

// DigestOf says for whom a digest is, and of which day.
type DigestOf struct {
	Account int64     `json:"account"`
	Day     rest.Date `json:"day"`
}

// longestDigest is the number of tickets in a digest.
const longestDigest = 50

// enqueueDigests enqueues a digest for each account with open tickets.
func enqueueDigests(c *background.Context) error {
	call := c.Call
	if call.Mailer() == nil {
		return nil
	}
	return call.Atomic(func() error {
		assignees, err := rest.Rows[Ticket](call).Groups("assignee", nil, forMails)
		if err != nil {
			return err
		}
		for _, of := range assignees {
			if err := rest.Enqueue(call, Digest, DigestOf{of.Row.Assignee.ID, today(call)}); err != nil {
				return err
			}
		}
		return nil
	})
}

// sendDigest sends a digest with what is open now. One that could not be sent on its day is left out: there is a newer one.
func sendDigest(call *rest.Call, d DigestOf) error {
	if !d.Day.Equal(today(call).Time) {
		return nil
	}
	u, err := rest.Rows[auth.User](call).Get(d.Account)
	if isGone(err) {
		return nil
	}
	if err != nil {
		return err
	}
	mine := predicate.And(
		predicate.Eq("assignee", u.ID),
		predicate.Ne("status", closed),
		predicate.Exists("project.team", predicate.Eq("username", u.ID)), // who has left a project learns no more of it
	)
	tickets, err := rest.Rows[Ticket](call).Order("due nulls last", "-priority", "id").Limit(longestDigest + 1).All(mine)
	if err != nil || len(tickets) == 0 {
		return err
	}
	subject, more := fmt.Sprintf("%d open tickets", len(tickets)), ""
	switch {
	case len(tickets) == 1:
		subject = "1 open ticket"
	case len(tickets) > longestDigest:
		tickets = tickets[:longestDigest]
		subject, more = fmt.Sprintf("More than %d open tickets", longestDigest), "\nThese are the first ones.\n"
	}
	text := "Hello " + u.Username + ", these tickets are assigned to you:\n"
	for _, t := range tickets {
		lines, err := summary(call, t)
		if err != nil {
			return err
		}
		text += "\n" + lines
	}
	return send(call, u, subject, text+more)
}
