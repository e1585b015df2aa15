package served_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type (
	// stamped marks letters; hidden ones are for administrators.
	stamped struct {
		ID     int64  `rest:"id,readonly"`
		Name   string `rest:"name,unique" validate:"max=100"`
		Hidden bool   `rest:"hidden" default:"false"`
	}
	// mail can be changed until it is sent.
	mail struct {
		ID       int64                    `rest:"id,readonly"`
		Title    string                   `rest:"title" validate:"max=20"`
		Urgent   bool                     `rest:"urgent" default:"false"`
		State    string                   `rest:"state" default:"draft" validate:"oneof=draft sent lost"`
		Stickers rest.ManyToMany[stamped] `rest:"stickers,optional"`
		Kind     rest.BelongsTo[stamped]  `rest:"kind,optional,show=name"`
		Locked   bool                     `rest:"-" default:"false"`
		Size     int64                    `rest:"size" default:"1"`
	}
)

func mails() *rest.Set {
	return rest.NewSet("letters",
		rest.ViewSet[stamped]{Path: "/stickers/", Access: permission.Any(permission.Admin, permission.Is("hidden", false))},
		rest.ViewSet[mail]{
			Path: "/letters/", Order: []string{"id"}, Bulk: rest.Bulk{Actions: rest.Modify},
			ReadOnlyWhile: []rest.ReadOnlyWhile{
				{Fields: []string{"title", "urgent", "stickers", "kind"}, Holds: predicate.Ne("state", "draft"), Message: "The letter is sent."},
				{Fields: []string{"size"}, Holds: predicate.Eq("locked", true)},
			},
			Extra: []rest.Action{rest.OnRecord("lock", func(_ *rest.Call, l *mail, _ rest.None) (*mail, error) {
				l.Locked, l.Title = true, l.Title+"!"
				return l, nil
			})},
		},
	).Access(permission.Anyone)
}

// Whoever ends a state and whoever changes what it allows go one after the other.
func TestReadOnlyWhileRace(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: mails}, address)
		for n := range 20 {
			server.Must(t, s, "POST", "/letters/", "", `{"title":"x"}`)
			path := fmt.Sprintf("/letters/%d/", n+1)
			var wg sync.WaitGroup
			var changed, seen int
			var title string
			wg.Go(func() { changed, _ = server.Call(s, "PATCH", path, "", `{"title":"y"}`) })
			wg.Go(func() { seen, title = server.Call(s, "PATCH", path, "", `{"state":"sent"}`) })
			wg.Wait()
			if _, now := server.Call(s, "GET", path, "", ""); seen != 200 || strings.Contains(now, `"title":"y"`) != strings.Contains(title, `"title":"y"`) {
				t.Fatalf("sent as %d %s, changed with %d to %s", seen, title, changed, now)
			}
		}
	})
}
