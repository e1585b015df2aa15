package serve_test

import (
	"testing"
	"time"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// bulletin is read by the group press, and what it has cost by the group office.
type bulletin struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
	Cost int64  `rest:"cost,optional"`
	Open bool   `rest:"open,optional"`
}

func bulletins() *rest.Set {
	return rest.NewSet("bulletins", rest.ViewSet[bulletin]{
		Path: "/bulletins/", Events: true, Fields: rest.FieldRules{"cost": permission.Any(permission.Admin, permission.Group("office"))},
		Access: permission.By{Read: permission.Any(permission.Admin, permission.Is("open", true), permission.Group("press")), Write: permission.Admin},
	})
}

// A reader who is taken out of a group is shown no more of what that group may see from that moment on, rows and members alike,
// though the stream goes on; what it was told before stays told, and it is shown again what it gets the right to.
func TestEventsRightsLost(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newStreamingOf(t, bulletins, address, serve.Options{Now: time.Now})
		grants := accounts.NewGrants(s.DB)
		ids := map[string]int64{}
		for _, name := range []string{"press", "office"} {
			if _, err := grants.CreateGroup(t.Context(), name); err != nil {
				t.Fatal(err)
			}
			id, _, err := grants.GroupByName(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			ids[name] = id
		}
		const alice = 2
		member := func(group string, is bool) {
			if err := grants.SetMembers(t.Context(), ids[group], []int64{alice}, is); err != nil {
				t.Fatal(err)
			}
		}
		member("press", true)
		member("office", true)
		reader := s.open(t, "alice", "", "")
		write := func(body string) { s.send(t, "admin", "POST /bulletins/", body) }

		write(`{"text":"a","cost":1}`)
		reader.want(t, "of both groups", `bulletins.create 1 {"cost":1,"id":1,"open":false,"text":"a"}`)
		member("office", false)
		write(`{"text":"b","cost":2}`)
		reader.want(t, "of the press only", `bulletins.create 2 {"id":2,"open":false,"text":"b"}`)
		member("press", false)
		write(`{"text":"c","cost":3}`)
		s.send(t, "admin", "PATCH /bulletins/1/", `{"text":"aa"}`)
		write(`{"text":"d","cost":4,"open":true}`)
		reader.want(t, "of no group", `bulletins.create 4 {"id":4,"open":true,"text":"d"}`)
		member("press", true)
		write(`{"text":"e"}`)
		reader.want(t, "of the press again", `bulletins.create 5 {"id":5,"open":false,"text":"e"}`)
	})
}
