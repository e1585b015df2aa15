// Tests of refusals that hold in one state of the database, and of writes at once.

package serve_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// baskets is a service of them. meanwhile is run once, before the next statement that looks for rows with the same values.
func baskets(t *testing.T, address string, meanwhile *atomic.Pointer[func()]) *purchases {
	t.Helper()
	trace := func(_ context.Context, text string) func(error) {
		if strings.HasPrefix(text, "SELECT") && strings.Contains(text, "position") && (strings.Contains(text, "sent") || strings.Contains(text, "SELECT 1")) {
			if do := meanwhile.Swap(nil); do != nil {
				(*do)()
			}
		}
		return func(error) {}
	}
	config := server.Config{Set: sets.Writing, Options: serve.Options{Now: time.Now}, Store: database.Options{Trace: trace}}
	return &purchases{Server: server.New(t, config, address)}
}

// Values that others take and leave while a request is looked at do not refuse it: in no state of the database are two rows
// to have the same.
func TestUniqueMeanwhile(t *testing.T) {
	for _, tt := range []struct {
		name, request string
		meanwhile     []string
		want          string
	}{
		{
			"nested rows", `PATCH /baskets/1/ {"items":[{"code":"mine","position":1},{"code":"mine","position":2}]}`,
			[]string{`PATCH /baskets/1/ {"items":[{"code":"theirs","position":2},{"code":"theirs","position":1}]}`},
			`{"id":1,"items":[{"id":6,"code":"mine","position":1},{"id":7,"code":"mine","position":2}]}`,
		},
		{
			"a row", `PATCH /items/1/ {"position":3}`,
			[]string{`PATCH /items/1/ {"basket":3}`, `PATCH /items/2/ {"position":3}`},
			`{"id":1,"basket":3,"code":"a","position":3}`,
		},
		{
			"rows of a list", `PATCH /items/ [{"id":1,"position":2},{"id":2,"position":1}]`,
			[]string{`PATCH /items/ [{"id":1,"basket":3},{"id":2,"basket":3}]`, `PATCH /items/3/ {"basket":1}`},
			`[{"id":1,"basket":3,"code":"a","position":2},{"id":2,"basket":3,"code":"b","position":1}]`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server.OnBoth(t, func(t *testing.T, address string) {
				var meanwhile atomic.Pointer[func()]
				s := baskets(t, address, &meanwhile)
				server.Must(t, s, "POST", "/baskets/", "admin", `{"items":[{"code":"a","position":1},{"code":"b","position":2}]}`)
				server.Must(t, s, "POST", "/baskets/", "admin", `{"items":[{"code":"c","position":2}]}`)
				server.Must(t, s, "POST", "/baskets/", "admin", `{"items":[]}`)
				do := func() {
					for _, request := range tt.meanwhile {
						word := strings.SplitN(request, " ", 3)
						server.Must(t, s, word[0], word[1], "admin", word[2])
					}
				}
				meanwhile.Store(&do)
				s.do(t, "nobody "+tt.request, "200 "+tt.want)
				if meanwhile.Load() != nil {
					t.Error("nothing happened meanwhile")
				}
			})
		})
	}
}

// Requests that replace the same rows at once are done one after the other. A refusal is for a request that is wrong by
// itself.
func TestReplaceAtOnce(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var none atomic.Pointer[func()]
		s := baskets(t, address, &none)
		server.Must(t, s, "POST", "/baskets/", "admin", `{"items":[]}`)
		for range 5 {
			var all sync.WaitGroup
			for i := range 12 {
				all.Go(func() {
					body := fmt.Sprintf(`{"items":[{"code":"%[1]d","position":1},{"code":"%[1]d","position":2}]}`, i)
					w := server.SendAs(s, "admin", "PATCH", "/baskets/1/", body, "Content-Type", "application/json")
					if w.Code != 200 && (w.Code != 503 || w.Header().Get("Retry-After") == "") {
						t.Errorf("PATCH: got %d %s, want 200, or 503 with Retry-After", w.Code, w.Body)
					}
				})
			}
			all.Wait()
		}
		s.do(t, `nobody PATCH /baskets/1/ {"items":[{"code":"a","position":1},{"code":"b","position":1}]}`, `400 {"items":{"1":{"non_field_errors":["The fields basket, position must make a unique set."]}}}`)
	})
}

// Of requests at the same moment one is stored, and the others get the same 400 as by the check.
func TestUniqueTogetherAtOnce(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: sets.Writing, Pages: server.PlainPages}, address)
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

// slot is a place in a line, which no other has.
type slot struct {
	ID    int64 `rest:"id,readonly"`
	Line  int64 `rest:"line"`
	Place int64 `rest:"place"`
}

// A refusal is asked again in one state of the database also where code reads rows within those that it reads.
func TestOneStateWithinEach(t *testing.T) {
	within := func(call *rest.Call, _ *slot) error {
		slots := rest.Rows[slot](call)
		return slots.Each(func(*slot) error {
			_, err := slots.Count()
			return err
		})
	}
	set := func() *rest.Set {
		return rest.NewSet("slots", rest.ViewSet[slot]{
			Path: "/slots/", Access: permission.Anyone, Indexes: []rest.Index{{Fields: []string{"line", "place"}, Unique: true}},
			Serializer: rest.Serializer[slot]{Validate: func(call *rest.Call, s *slot) problem.Fields {
				if err := within(call, s); err != nil {
					panic(err)
				}
				return nil
			}},
		})
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		var meanwhile atomic.Pointer[func()]
		trace := func(_ context.Context, text string) func(error) {
			if strings.HasPrefix(text, "SELECT") && strings.Contains(text, "place") && (strings.Contains(text, "sent") || strings.Contains(text, "SELECT 1")) {
				if do := meanwhile.Swap(nil); do != nil {
					(*do)()
				}
			}
			return func(error) {}
		}
		s := &purchases{Server: server.New(t, server.Config{Set: set, Options: serve.Options{Now: time.Now}, Store: database.Options{Trace: trace}}, address)}
		for _, row := range []string{`{"line":1,"place":1}`, `{"line":1,"place":2}`} {
			server.Must(t, s, "POST", "/slots/", "admin", row)
		}
		do := func() {
			server.Must(t, s, "PATCH", "/slots/1/", "admin", `{"line":3}`)
			server.Must(t, s, "PATCH", "/slots/2/", "admin", `{"place":3}`)
		}
		meanwhile.Store(&do)
		s.do(t, `nobody PATCH /slots/1/ {"place":3}`, `200 {"id":1,"line":3,"place":3}`)
		if meanwhile.Load() != nil {
			t.Error("nothing happened meanwhile")
		}
	})
}

// A refusal that cannot be asked again is none: it is not known whether the request is wrong.
func TestRefusalNotConfirmed(t *testing.T) {
	var asked int
	refuse := func(_ *rest.Call, s *slot) error {
		if s.Place == 1 {
			return nil
		}
		if asked++; asked == 1 {
			return problem.Fields{{Path: "place", Messages: []string{"Taken."}}}.Err()
		}
		return errors.New("the database has gone")
	}
	set := func() *rest.Set {
		return rest.NewSet("slots", rest.ViewSet[slot]{Path: "/slots/", Access: permission.Anyone, Serializer: rest.Serializer[slot]{BeforeSave: refuse}})
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		asked = 0
		s := server.New(t, server.Config{Set: set, Options: serve.Options{Now: time.Now, Logger: slog.New(slog.DiscardHandler)}}, address)
		server.Must(t, s, "POST", "/slots/", "", `{"line":1,"place":1}`)
		if status, got := server.Call(s, "PATCH", "/slots/1/", "", `{"place":2}`); status != 500 || asked != 2 {
			t.Errorf("PATCH: got %d %s, asked %d times; want 500, asked twice", status, got, asked)
		}
	})
}
