package serve_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

type errandServer struct {
	*server.Server
	log    *server.Records
	run    func(c *rest.Call, e *sets.Errand, in sets.Detour) (*sets.Errand, error)
	before func(c *rest.Call, e *sets.Errand) error
}

func newErrands(t *testing.T, address string) *errandServer {
	t.Helper()
	s := &errandServer{log: &server.Records{}}
	run := func(c *rest.Call, e *sets.Errand, in sets.Detour) (*sets.Errand, error) { return s.run(c, e, in) }
	set := func() *rest.Set {
		return sets.Detours(run, rest.Serializer[sets.Errand]{BeforeSave: func(c *rest.Call, e *sets.Errand) error {
			if s.before == nil {
				return nil
			}
			return s.before(c, e)
		}})
	}
	options := serve.Options{Logger: slog.New(slog.NewTextHandler(s.log, nil))}
	s.Server = server.New(t, server.Config{Set: set, Options: options, Pages: server.PlainPages}, address)
	for _, name := range []string{"a", "b", "c"} {
		server.Must(t, s, "POST", "/stops/", "admin", fmt.Sprintf(`{"name":%q,"hidden":%v}`, name, name == "c"))
	}
	server.Must(t, s, "POST", "/errands/", "admin", `{"title":"milk","stops":[1,3]}`)
	return s
}

// What an action changes in the many-to-many relations of its row is stored with it. Its code has all rows
// that they lead to, also those that its requester may not see.
func TestActionStoresMembers(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newErrands(t, address)
		add := func(_ *rest.Call, e *sets.Errand, in sets.Detour) (*sets.Errand, error) {
			if in.Add != 0 {
				e.Stops.IDs = append(e.Stops.IDs, in.Add)
			}
			return e, nil
		}
		clearAll := func(_ *rest.Call, e *sets.Errand, _ sets.Detour) (*sets.Errand, error) {
			e.Stops.IDs = nil
			return e, nil
		}
		refuse := func(_ *rest.Call, e *sets.Errand, in sets.Detour) (*sets.Errand, error) {
			e.Stops.IDs, e.Title = nil, "secret"
			return e, nil
		}
		for _, tt := range []struct {
			name   string
			run    func(*rest.Call, *sets.Errand, sets.Detour) (*sets.Errand, error)
			body   string
			status int
			stops  string // afterwards, as the administrator sees them
		}{
			{"nothing", add, `{"note":null}`, 200, "[1,3]"},
			{"one more", add, `{"add":2,"note":null}`, 200, "[1,2,3]"},
			{"none that there is not", add, `{"add":9,"note":null}`, 400, "[1,2,3]"},
			{"out of sight", refuse, `{"note":null}`, 403, "[1,2,3]"},
			{"all", clearAll, `{"note":null}`, 200, "[]"},
		} {
			s.run = tt.run
			if status, got := server.Call(s, "POST", "/errands/1/run/", "bob", tt.body); status != tt.status {
				t.Errorf("%s: got %d %s, want %d", tt.name, status, got, tt.status)
			}
			want := `{"id":1,"title":"milk","stops":` + tt.stops + `}`
			if _, got := server.Call(s, "GET", "/errands/1/", "admin", ""); got != want {
				t.Errorf("%s: got %s, want %s", tt.name, got, want)
			}
		}
	})
}

// A transaction that the database asks for again runs its action again, on the row and the input as they were.
func TestActionAgain(t *testing.T) {
	address := pg.Postgres(t)
	s := newErrands(t, address)
	if _, err := server.Direct(t, address).Exec(strings.ReplaceAll(fmt.Sprintf(trouble, 2, "40001", "DEFERRED"), "tallies", "stops")); err != nil {
		t.Fatal(err)
	}
	var seen []string
	s.run = func(c *rest.Call, e *sets.Errand, in sets.Detour) (*sets.Errand, error) {
		seen = append(seen, fmt.Sprint(e.Title, e.Stops.IDs, in.Add, *in.Note))
		e.Title, e.Stops.IDs[0] = "eggs", 2
		in.Add, *in.Note = 7, "changed"
		return nil, rest.Rows[sets.Stop](c).Create(&sets.Stop{Name: "d"})
	}
	if status, got := server.Call(s, "POST", "/errands/1/run/", "admin", `{"add":1,"note":"a"}`); status != 204 {
		t.Fatalf("got %d %s, want 204", status, got)
	}
	want := "milk[1 3] 1a"
	if len(seen) < 2 || slices.ContainsFunc(seen, func(s string) bool { return s != want }) {
		t.Errorf("got %q, want several attempts with %s", seen, want)
	}
}

// An operation of a team that panics in its transaction is a 500 that is logged once. Nothing that it has
// written is stored, and what it has left for after the commit is not done.
func TestActionPanics(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newErrands(t, address)
		done := false
		for _, fail := range []func(){func() { panic("secret of a panic") }, func() { panic(errors.New("secret of a panic")) }} {
			s.run = func(c *rest.Call, e *sets.Errand, in sets.Detour) (*sets.Errand, error) {
				e.Title = "eggs"
				err := errors.Join(rest.Rows[sets.Stop](c).Create(&sets.Stop{Name: "d"}), c.AfterCommit(func(context.Context) error {
					done = true
					return nil
				}))
				if err != nil {
					return nil, err
				}
				fail()
				return e, nil
			}
			s.log.Take()
			status, got := server.Call(s, "POST", "/errands/1/run/", "bob", `{"note":null}`)
			if status != 500 || got != `{"detail":"A server error occurred."}` {
				t.Errorf("got %d %s, want a fault without detail", status, got)
			}
			if logged := s.log.Take(); len(logged) != 1 || !strings.Contains(logged[0], "secret of a panic") {
				t.Errorf("logged %q, want it once", logged)
			}
		}
		_, stops := server.Call(s, "GET", "/stops/", "admin", "")
		_, errand := server.Call(s, "GET", "/errands/1/", "admin", "")
		if strings.Contains(stops, `"d"`) || strings.Contains(errand, "eggs") || done {
			t.Errorf("stored %s and %s, after the commit %v", stops, errand, done)
		}
	})
}

// BeforeSave of a row that an action has changed reads in its transaction, and writes nothing there either.
func TestActionBeforeSave(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newErrands(t, address)
		s.run = func(c *rest.Call, e *sets.Errand, in sets.Detour) (*sets.Errand, error) {
			e.Title = "eggs"
			return e, rest.Rows[sets.Stop](c).Create(&sets.Stop{Name: "d"})
		}
		s.before = func(c *rest.Call, e *sets.Errand) error {
			n, err := rest.Rows[sets.Stop](c).Count()
			if rest.Rows[sets.Stop](c).Create(&sets.Stop{Name: "e"}) == nil || c.AfterCommit(func(context.Context) error { return nil }) == nil {
				return errors.New("BeforeSave may write")
			}
			e.Title += fmt.Sprintf(" of %d", n)
			return err
		}
		if status, got := server.Call(s, "POST", "/errands/1/run/", "admin", `{"note":null}`); status != 200 || got != `{"id":1,"title":"eggs of 4","stops":[1,3]}` {
			t.Errorf("got %d %s", status, got)
		}
	})
}

// A row that is gone when its action returns with changes to it is not there.
func TestActionOnRowThatGoes(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newErrands(t, address)
		s.run = func(c *rest.Call, e *sets.Errand, in sets.Detour) (*sets.Errand, error) {
			e.Title = "eggs"
			return e, rest.Rows[sets.Errand](c).Delete(e.ID)
		}
		if status, got := server.Call(s, "POST", "/errands/1/run/", "admin", `{"note":null}`); status != 404 {
			t.Errorf("got %d %s, want 404", status, got)
		}
		if status, got := server.Call(s, "GET", "/errands/1/", "admin", ""); status != 200 {
			t.Errorf("GET: got %d %s, want it as it was", status, got)
		}
	})
}
