package serve_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type garden struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name" validate:"max=100"`
}

// bed is unique by its name in a garden.
type bed struct {
	ID     int64                  `rest:"id,readonly"`
	Garden rest.BelongsTo[garden] `rest:"garden,createonly"`
	Name   string                 `rest:"name" validate:"max=100"`
	Note   string                 `rest:"note,optional"`
}

// seat is unique by its row and its number, which is not always there, in the garden of its path.
type seat struct {
	ID     int64                  `rest:"id,readonly"`
	Garden rest.BelongsTo[garden] `rest:"-"`
	Row    string                 `rest:"row" validate:"max=100"`
	Number *int64                 `rest:"number"`
}

// watering is one of each account on each day, unless it was called off.
type watering struct {
	ID    int64                     `rest:"id,readonly"`
	User  rest.BelongsTo[auth.User] `rest:"user,readonly,show=username"`
	Day   rest.Date                 `rest:"day"`
	State string                    `rest:"state" default:"planned"`
}

func gardens() *rest.Set {
	return rest.NewSet("gardens",
		rest.ViewSet[garden]{Path: "/gardens/"},
		rest.ViewSet[bed]{Path: "/beds/", Indexes: []rest.Index{{Fields: []string{"garden", "name"}, Unique: true}}},
		rest.ViewSet[seat]{Path: "/gardens/{garden}/seats/", Indexes: []rest.Index{{Fields: []string{"garden", "row", "number"}, Unique: true}}},
		rest.ViewSet[watering]{
			Path: "/waterings/", Access: permission.SignedInOrReadOnly,
			Owner:   rest.Field(func(w *watering) *rest.BelongsTo[auth.User] { return &w.User }),
			Indexes: []rest.Index{{Fields: []string{"user", "day"}, Unique: true, Where: predicate.Ne("state", "off")}},
		},
	).Access(permission.Anyone)
}

// Of requests at the same moment one is stored, and the others get the same 400 as by the check.
func TestUniqueTogetherAtOnce(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: gardens, Pages: server.PlainPages}, address)
		server.Must(t, h, "POST", "/gardens/", "", `{"name":"a"}`)
		var group sync.WaitGroup
		answers := make(chan string, 8)
		for range cap(answers) {
			group.Go(func() {
				status, body := server.Call(h, "POST", "/beds/", "", `{"garden":1,"name":"x"}`)
				answers <- fmt.Sprint(status, " ", body)
			})
		}
		group.Wait()
		close(answers)
		made := 0
		for got := range answers {
			switch {
			case strings.HasPrefix(got, "201 "):
				made++
			case got == `400 {"non_field_errors":["The fields garden, name must make a unique set."]}`:
			default:
				t.Errorf("got %s", got)
			}
		}
		if made != 1 {
			t.Errorf("made %d, want 1", made)
		}
	})
}
