package tracker

import (
	"strings"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest"
)

// Closing is what a client says when a ticket is closed.
type Closing struct {
	Reason string `rest:"reason,multiline,optional" validate:"max=500"`
}

// Stats are about tickets.
type Stats struct {
	Open   int64           `rest:"open"`
	Doing  int64           `rest:"doing"`
	Closed int64           `rest:"closed"`
	Cost   decimal.Decimal `rest:"cost" digits:"18,2"`
}

func closeTicket(call *rest.Call, t *Ticket, in Closing) (*Ticket, error) {
	t.Status = closed
	if strings.TrimSpace(in.Reason) == "" {
		return t, nil
	}
	return t, rest.Rows[Comment](call).Create(&Comment{
		Ticket: rest.BelongsTo[Ticket]{ID: t.ID},
		Author: rest.BelongsTo[auth.User]{ID: call.User().ID},
		Body:   in.Reason,
	})
}

func reopenTicket(_ *rest.Call, t *Ticket, _ rest.None) (*Ticket, error) {
	t.Status = open
	return t, nil
}

// stats counts the tickets that the query leaves, and adds up what they cost, in one statement.
func stats(call *rest.Call, _ rest.None) (s Stats, err error) {
	groups, err := rest.Rows[Ticket](call).Filtered().Groups("status", []string{"cost"})
	for _, g := range groups {
		switch g.Row.Status {
		case open:
			s.Open = g.Count
		case doing:
			s.Doing = g.Count
		case closed:
			s.Closed = g.Count
		}
		if g.Row.Cost != nil {
			s.Cost = s.Cost.Add(*g.Row.Cost)
		}
	}
	return s, err
}
