package serve_test

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
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

// The code of a team reads rows in groups, with sums, in one statement; what cannot be grouped or added up is an error that
// says so.
func TestGroups(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: laps, Pages: server.PlainPages}, address)
		for _, body := range []string{
			`{"driver":"ann","points":3,"bonus":4,"weight":0.5,"took":"00:00:30","penalty":false}`,
			`{"driver":"ann","points":4,"weight":0.25,"took":"00:00:45","penalty":false}`,
			`{"driver":"ann","points":9,"weight":1,"took":"00:00:01","penalty":true}`,
			`{"driver":"bob","points":5,"weight":1.5,"took":"00:01:00","penalty":false}`,
		} {
			must(t, h, "POST", "/laps/", "", body)
		}
		status, got := call(h, "GET", "/laps/table/", "", "")
		if want := `{"text":"ann 2: 7 4 0.75 1m15s; bob 1: 5 -1 1.5 1m0s"}`; status != 200 || got != want {
			t.Errorf("got %d %s, want %s", status, got, want)
		}
		for _, name := range []string{"driver", "driver,driver", "driver,penalty", "driver,points,points"} {
			if status, got := call(h, "POST", "/laps/check/", "", `{"text":"`+name+`"}`); status != 200 || strings.Contains(got, "adds up") != (name == "driver") {
				t.Errorf("groups by %s: got %d %s", name, status, got)
			}
		}
		if _, got := call(h, "POST", "/laps/check/", "", `{"text":"drive"}`); !strings.Contains(got, `names no field with a column; write`) {
			t.Errorf("groups by drive: got %s", got)
		}
		for names, want := range map[string]string{
			"notes":       "notes is a list of text, whose values no database compares",
			"driver,lane": "lane is int32, which a sum may not fit; make it int64",
		} {
			if status, got := call(h, "POST", "/laps/check/", "", `{"text":"`+names+`"}`); status != 200 || !strings.Contains(got, want) {
				t.Errorf("groups by %s: got %d %s, want %s", names, status, got, want)
			}
		}
	})
}

// Groups are in one order on both databases: those of addresses by their texts, and of no value first.
func TestGroupsInOneOrder(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: laps}, address)
		for _, body := range []string{`"from":"9.0.0.1","team":"b"`, `"from":"10.0.0.1","team":null`, `"from":"2001:db8::1","team":"B"`, `"from":"::1","team":"a"`} {
			must(t, h, "POST", "/laps/", "", `{"driver":"ann","points":3,"weight":0.5,"took":"00:00:30","penalty":false,`+body+`}`)
		}
		if status, got := call(h, "GET", "/laps/from/", "", ""); status != 200 || got != `{"text":"10.0.0.1 2001:db8::1 9.0.0.1 ::1 none B a b "}` {
			t.Errorf("got %d %s", status, got)
		}
	})
}
