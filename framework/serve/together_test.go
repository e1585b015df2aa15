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

// Fields that are unique together are checked as a whole, with the message of Django REST framework,
// wherever their values come from: the body, the path, the requester, the row as it is.
func TestUniqueTogether(t *testing.T) {
	const beds = `400 {"non_field_errors":["The fields garden, name must make a unique set."]}`
	const seats = `400 {"non_field_errors":["The fields garden, row, number must make a unique set."]}`
	const waterings = `400 {"non_field_errors":["The fields user, day must make a unique set."]}`
	databases(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: gardens, Pages: server.PlainPages}, address)
		for _, tt := range []struct{ user, method, path, body, want string }{
			{"", "POST", "/gardens/", `{"name":"a"}`, `201 {"id":1,"name":"a"}`},
			{"", "POST", "/gardens/", `{"name":"b"}`, `201 {"id":2,"name":"b"}`},
			{"", "POST", "/beds/", `{"garden":1,"name":"x"}`, `201 {"id":1,"garden":1,"name":"x","note":""}`},
			{"", "POST", "/beds/", `{"garden":2,"name":"x"}`, `201 {"id":2,"garden":2,"name":"x","note":""}`},
			{"", "POST", "/beds/", `{"garden":1,"name":"X"}`, `201 {"id":3,"garden":1,"name":"X","note":""}`},
			{"", "POST", "/beds/", `{"garden":1,"name":"x"}`, beds},
			{"", "POST", "/beds/", `{"garden":1,"name":""}`, `400 {"name":["This field may not be blank."]}`},
			{"", "POST", "/beds/", `{"garden":9,"name":"x"}`, `400 {"garden":["Invalid pk \"9\" - object does not exist."]}`},
			{"", "PUT", "/beds/1/", `{"name":"x","note":"same"}`, `200 {"id":1,"garden":1,"name":"x","note":"same"}`},
			{"", "PUT", "/beds/1/", `{"name":"X"}`, beds},
			{"", "PATCH", "/beds/3/", `{"name":"x"}`, beds},
			{"", "PATCH", "/beds/3/", `{"note":"n"}`, `200 {"id":3,"garden":1,"name":"X","note":"n"}`},

			{"", "POST", "/gardens/1/seats/", `{"row":"a","number":1}`, `201 {"id":1,"row":"a","number":1}`},
			{"", "POST", "/gardens/1/seats/", `{"row":"a","number":1}`, seats},
			{"", "POST", "/gardens/2/seats/", `{"row":"a","number":1}`, `201 {"id":2,"row":"a","number":1}`},
			{"", "POST", "/gardens/1/seats/", `{"row":"a","number":null}`, `201 {"id":3,"row":"a","number":null}`},
			{"", "POST", "/gardens/1/seats/", `{"row":"a","number":null}`, `201 {"id":4,"row":"a","number":null}`},
			{"", "PATCH", "/gardens/1/seats/3/", `{"number":1}`, seats},

			{"alice", "POST", "/waterings/", `{"day":"2030-01-02"}`, `201 {"id":1,"user":"alice","day":"2030-01-02","state":"planned"}`},
			{"bob", "POST", "/waterings/", `{"day":"2030-01-02"}`, `201 {"id":2,"user":"bob","day":"2030-01-02","state":"planned"}`},
			{"alice", "POST", "/waterings/", `{"day":"2030-01-02"}`, waterings},
			{"alice", "POST", "/waterings/", `{"day":"2030-01-02","state":"off"}`, `201 {"id":3,"user":"alice","day":"2030-01-02","state":"off"}`},
			{"bob", "PATCH", "/waterings/3/", `{"state":"planned"}`, waterings},
			{"bob", "PUT", "/waterings/3/", `{"day":"2030-01-03","state":"planned"}`, `200 {"id":3,"user":"alice","day":"2030-01-03","state":"planned"}`},
		} {
			p := &parcels{}
			status, body := call(h, tt.method, tt.path, tt.user, tt.body)
			if got := fmt.Sprint(status, " ", p.mask(body)); got != tt.want {
				t.Errorf("%s %s %s:\n got %s\nwant %s", tt.method, tt.path, tt.body, got, tt.want)
			}
		}
	})
}

// Of requests at the same moment one is stored, and the others get the same 400 as by the check.
func TestUniqueTogetherAtOnce(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: gardens, Pages: server.PlainPages}, address)
		must(t, h, "POST", "/gardens/", "", `{"name":"a"}`)
		var group sync.WaitGroup
		answers := make(chan string, 8)
		for range cap(answers) {
			group.Go(func() {
				status, body := call(h, "POST", "/beds/", "", `{"garden":1,"name":"x"}`)
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
