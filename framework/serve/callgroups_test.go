package serve_test

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// lap is what is added up: of every kind that can be.
type lap struct {
	ID      int64         `rest:"id,readonly"`
	Driver  string        `rest:"driver" validate:"max=20"`
	Points  int64         `rest:"points"`
	Lane    int32         `rest:"lane,optional"`
	Notes   []string      `rest:"notes,optional"`
	Bonus   *int64        `rest:"bonus,optional"`
	Weight  float64       `rest:"weight"`
	Took    time.Duration `rest:"took"`
	Penalty bool          `rest:"penalty"`
	From    *netip.Addr   `rest:"from,optional"`
	Team    *string       `rest:"team"`
}

type lapText struct {
	Text string `rest:"text"`
}

func laps() *rest.Set {
	return rest.NewSet("laps", rest.ViewSet[lap]{Path: "/laps/", Extra: []rest.Action{
		rest.OnList("table", lapTable, rest.GET),
		rest.OnList("from", func(call *rest.Call, _ rest.None) (out lapText, err error) {
			groups, err := rest.Rows[lap](call).Groups("from", nil)
			for _, g := range groups {
				out.Text += fmt.Sprint(g.Row.From, " ")
			}
			teams, other := rest.Rows[lap](call).Groups("team", nil)
			for _, g := range teams {
				if g.Row.Team == nil {
					out.Text += "none "
				} else {
					out.Text += *g.Row.Team + " "
				}
			}
			return out, errors.Join(err, other)
		}, rest.GET),
		rest.OnList("check", func(call *rest.Call, in lapText) (lapText, error) {
			names := strings.Split(in.Text, ",")
			if _, err := rest.Rows[lap](call).Groups(names[0], names[1:]); err != nil {
				return lapText{err.Error()}, nil
			}
			return lapText{"adds up"}, nil
		}),
	}}).Access(permission.Anyone)
}

func lapTable(call *rest.Call, _ rest.None) (out lapText, err error) {
	groups, err := rest.Rows[lap](call).Order("-driver").Limit(1).
		Groups("driver", []string{"points", "bonus", "weight", "took"}, predicate.Eq("penalty", false))
	var text []string
	for _, g := range groups {
		bonus := int64(-1)
		if g.Row.Bonus != nil {
			bonus = *g.Row.Bonus
		}
		text = append(text, fmt.Sprintf("%s %d: %d %d %g %v", g.Row.Driver, g.Count, g.Row.Points, bonus, g.Row.Weight, g.Row.Took))
	}
	return lapText{strings.Join(text, "; ")}, err
}
