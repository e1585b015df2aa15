package serve_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// Every request runs its hooks in their order, those of a create without a key and then with it.
func TestHookOrder(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		d := newOffice(t, address)
		tests := []struct{ line, body, want string }{
			{"POST /tickets/", `{"title":"t"}`, "Validate 0, BeforeSave 0, BeforeCreate 0, AfterCreate 1, AfterCommit 1"},
			{"PUT /tickets/1/", `{"title":"u"}`, "Validate 1, BeforeSave 1, BeforeUpdate 1, AfterUpdate 1, AfterCommit 1"},
			{"PATCH /tickets/1/", `{}`, "Validate 1, BeforeSave 1, BeforeUpdate 1, AfterUpdate 1, AfterCommit 1"},
			{"POST /tickets/", `{"title":"child","parent":1}`, "Validate 0, BeforeSave 0, BeforeCreate 0, AfterCreate 2, AfterCommit 2"},
			{"GET /tickets/1/", "", ""},
			{"POST /tickets/", `{"title":"u"}`, ""},                                    // taken
			{"DELETE /tickets/1/", "", "BeforeDelete 1, AfterDelete 1, AfterCommit 1"}, // and none of its child, which goes with it
			{"DELETE /tickets/2/", "", ""},
		}
		for _, tt := range tests {
			method, path, _ := strings.Cut(tt.line, " ")
			_, answer := server.Call(d, method, path, "alice", tt.body)
			if got := d.take(); got != tt.want {
				t.Errorf("%s %s: got %s, want %s; answered %s", tt.line, tt.body, got, tt.want, answer)
			}
		}
	})
}

// What a hook changes before the row is written is saved, relations too; what it writes beside it is
// stored with it.
func TestHooksWrite(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		d := newOffice(t, address)
		change := func(call *rest.Call, t *sets.Ticket) error {
			t.Title += "!"
			t.Labels.IDs = append(t.Labels.IDs, 1)
			return nil
		}
		for line, want := range map[string]string{
			"BeforeCreate POST /tickets/":        `{"id":2,"title":"n!","status":"open","urgent":false,"labels":[1],"parent":null,"owner":null}`,
			"BeforeSave POST /tickets/":          `{"id":2,"title":"n!","status":"open","urgent":false,"labels":[1],"parent":null,"owner":null}`,
			"BeforeSave PUT /tickets/1/":         `{"id":1,"title":"n!","status":"open","urgent":false,"labels":[1],"parent":null,"owner":null}`,
			"BeforeSave PATCH /tickets/1/":       `{"id":1,"title":"n!","status":"open","urgent":false,"labels":[1],"parent":null,"owner":null}`,
			"BeforeSave POST /tickets/1/rename/": `{"id":1,"title":"n!","status":"open","urgent":false,"labels":[1],"parent":null,"owner":null}`,
			"BeforeUpdate PUT /tickets/1/":       `{"id":1,"title":"n!","status":"open","urgent":false,"labels":[1],"parent":null,"owner":null}`,
			"BeforeUpdate PATCH /tickets/1/":     `{"id":1,"title":"n!","status":"open","urgent":false,"labels":[1],"parent":null,"owner":null}`,
		} {
			d.Reset(t)
			d.only("", nil)
			server.Must(t, d, "POST", "/labels/", "", `{"name":"a"}`)
			server.Must(t, d, "POST", "/tickets/", "", `{"title":"t"}`)
			words := strings.Fields(line)
			d.only(words[0], change)
			d.on["AfterCreate"] = func(call *rest.Call, t *sets.Ticket) error { return sets.Write(call, t, "public") }
			d.on["AfterUpdate"] = d.on["AfterCreate"]
			status, got := server.Call(d, words[1], words[2], "", `{"title":"n"}`)
			if status >= 300 || got != want {
				t.Errorf("%s: got %d %s, want %s", line, status, got, want)
			}
			if _, entries := server.Call(d, "GET", "/entries/", "", ""); strings.Count(entries, `"text":"public"`) != 1 && words[2] != "/tickets/1/rename/" {
				t.Errorf("%s: got entries %s, want one", line, entries)
			}
		}
	})
}

// A hook that fails, refuses or panics leaves nothing stored, and nothing is done after the commit;
// a fault is logged once.
func TestHooksFail(t *testing.T) {
	const fault = `{"detail":"A server error occurred."}`
	fails := []struct {
		name   string
		fail   func() error
		status int
		answer string
		logged string
	}{
		{"error", func() error { return errors.New("secret of an error") }, 500, fault, "secret of an error"},
		{"problem", func() error { return problem.New(problem.Conflict, "Not now.") }, 409, `{"detail":"Not now."}`, ""},
		{"wrapped problem", func() error { return fmt.Errorf("hook: %w", problem.New(problem.Conflict, "Not now.")) }, 409, `{"detail":"Not now."}`, ""},
		{"panic", func() error { panic("secret of a panic") }, 500, fault, "secret of a panic"},
	}
	lines := map[string]string{
		"BeforeCreate": "POST /tickets/", "AfterCreate": "POST /tickets/", "BeforeUpdate": "PUT /tickets/1/", "AfterUpdate": "PATCH /tickets/1/",
		"BeforeDelete": "DELETE /tickets/1/", "AfterDelete": "DELETE /tickets/1/",
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		d := newOffice(t, address)
		server.Must(t, d, "POST", "/tickets/", "", `{"title":"t","labels":[1]}`)
		before := d.stored()
		for hook, line := range lines {
			method, path, _ := strings.Cut(line, " ")
			for _, f := range fails {
				d.only(hook, func(call *rest.Call, t *sets.Ticket) error {
					t.Title = "changed"
					if err := sets.Write(call, &sets.Ticket{}, "of a hook"); err != nil {
						return err
					}
					return errors.Join(call.AfterCommit(func(context.Context) error { panic("after a commit that there was not") }), f.fail())
				})
				status, answer := server.Call(d, method, path, "", `{"title":"n","labels":[]}`)
				if status != f.status || answer != f.answer {
					t.Errorf("%s in %s: got %d %s, want %d %s", f.name, hook, status, answer, f.status, f.answer)
				}
				if got := d.stored(); got != before {
					t.Errorf("%s in %s: stored\n %s, want\n %s", f.name, hook, got, before)
				}
				if strings.Contains(d.take(), "AfterCommit") {
					t.Errorf("%s in %s: AfterCommit was run", f.name, hook)
				}
				logged := d.log.Take()
				if f.logged == "" && len(logged) > 0 || f.logged != "" && (len(logged) != 1 || !strings.Contains(logged[0], f.logged)) {
					t.Errorf("%s in %s: logged %q, want one line with %q", f.name, hook, logged, f.logged)
				}
			}
		}
	})
}

// A transaction that the database asks for again runs its hooks again, on the row as it was, and what
// is left for after the commit is done once.
func TestHooksAgain(t *testing.T) {
	address := pg.Postgres(t)
	d := newOffice(t, address)
	server.Must(t, d, "POST", "/tickets/", "", `{"title":"t"}`)
	server.Must(t, d, "POST", "/tickets/", "", `{"title":"u"}`)
	db := server.Direct(t, address)
	if _, err := db.Exec(strings.ReplaceAll(fmt.Sprintf(trouble, 2, "40001", "DEFERRED"), "tallies", "entries")); err != nil {
		t.Fatal(err)
	}
	for line, hooks := range map[string][2]string{
		"POST /tickets/": {"BeforeCreate", "AfterCreate"}, "PATCH /tickets/1/": {"BeforeUpdate", "AfterUpdate"}, "DELETE /tickets/2/": {"BeforeDelete", "AfterDelete"},
	} {
		if _, err := db.Exec("ALTER SEQUENCE runs RESTART"); err != nil {
			t.Fatal(err)
		}
		var done int
		method, path, _ := strings.Cut(line, " ")
		d.only(hooks[0], func(call *rest.Call, t *sets.Ticket) error {
			if before := rest.Before[sets.Ticket](call); (before == nil) != (method == "POST" && path == "/tickets/") || before != nil && strings.Contains(before.Title, "+") {
				return fmt.Errorf("before the change the row was %+v", before)
			} else if before != nil && method != "DELETE" { // whose row is the one before
				before.Title += "+" // the next attempt finds it as it was
			}
			t.Title += "+"
			t.Labels.IDs = append(t.Labels.IDs, 1)
			return call.AfterCommit(func(context.Context) error { done++; return nil })
		})
		d.on[hooks[1]] = func(call *rest.Call, t *sets.Ticket) error {
			if strings.Count(t.Title, "+") != 1 || len(t.Labels.IDs) != 1 {
				return fmt.Errorf("the row is not as it was: %+v", t)
			}
			return sets.Write(call, &sets.Ticket{}, line)
		}
		if status, got := server.Call(d, method, path, "", `{"title":"of `+method+`"}`); status >= 300 {
			t.Errorf("%s: got %d %s", line, status, got)
		}
		events := d.take()
		for what, n := range map[string]int{hooks[0]: 3, hooks[1]: 3, "AfterCommit": 1, "BeforeSave": min(1, strings.Count(events, "BeforeSave"))} {
			if got := strings.Count(events, what); got != n {
				t.Errorf("%s: %s was run %d times, want %d: %s", line, what, got, n, events)
			}
		}
		if done != 1 {
			t.Errorf("%s: done %d times after the commit, want once", line, done)
		}
		if _, entries := server.Call(d, "GET", "/entries/", "admin", ""); strings.Count(entries, line) != 1 {
			t.Errorf("%s: got entries %s, want one of it", line, entries)
		}
	}
	if _, got := server.Call(d, "GET", "/tickets/", "", ""); strings.Count(got, "+") != 2 || strings.Contains(got, `"id":2,`) {
		t.Errorf("got %s, want the tickets of the POST and the PATCH", got)
	}
}

// The rule is asked about the row as the hooks leave it.
func TestRuleAfterHooks(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		d := newOffice(t, address)
		server.Must(t, d, "POST", "/tickets/", "alice", `{"title":"t"}`)
		before := d.stored()
		inStruct := func(call *rest.Call, t *sets.Ticket) error {
			t.Status = "secret"
			return sets.Write(call, &sets.Ticket{}, "e")
		}
		byRows := func(call *rest.Call, t *sets.Ticket) error {
			t.Status = "secret"
			return rest.Rows[sets.Ticket](call).Update(t, &t.Status)
		}
		bySQL := func(call *rest.Call, t *sets.Ticket) error {
			_, err := call.Exec("UPDATE tickets SET status = $1 WHERE id = $2", "secret", t.ID)
			return err
		}
		for hook, do := range map[string]func(*rest.Call, *sets.Ticket) error{
			"BeforeSave POST /tickets/":   func(_ *rest.Call, t *sets.Ticket) error { t.Status = "secret"; return nil },
			"BeforeCreate POST /tickets/": inStruct, "AfterCreate POST /tickets/": byRows,
			"BeforeUpdate PATCH /tickets/1/": inStruct, "AfterUpdate PUT /tickets/1/": bySQL,
		} {
			words := strings.Fields(hook)
			d.only(words[0], do)
			if status, got := server.Call(d, words[1], words[2], "alice", `{"title":"n"}`); status != 403 || got != denied {
				t.Errorf("%s: got %d %s, want 403", hook, status, got)
			}
			if got := d.stored(); got != before || strings.Contains(d.take(), "AfterCommit") {
				t.Errorf("%s: stored %s, want %s", hook, got, before)
			}
		}
	})
}

// A request that is repeated under its key is answered without its hooks.
func TestHooksOnce(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		d := newOffice(t, address)
		d.only("AfterCreate", func(call *rest.Call, t *sets.Ticket) error { return sets.Write(call, t, "e") })
		first := server.SendAs(d, "alice", "POST", "/tickets/", `{"title":"t"}`, "Content-Type", "application/json", "Idempotency-Key", "k")
		if got := d.take(); !strings.Contains(got, "AfterCommit") {
			t.Errorf("at first: got %s", got)
		}
		again := server.SendAs(d, "alice", "POST", "/tickets/", `{"title":"t"}`, "Content-Type", "application/json", "Idempotency-Key", "k")
		if got := d.take(); got != "" || again.Code != 201 || again.Body.String() != first.Body.String() {
			t.Errorf("again: got %d %s, and ran %q", again.Code, again.Body, got)
		}
	})
}

// A change of a relation by somebody else, between what BeforeSave has read and the lock of the row, is
// seen: BeforeSave is run again.
func TestRelationsChangedMeanwhile(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		d := newOffice(t, address)
		server.Must(t, d, "POST", "/labels/", "", `{"name":"b"}`)
		server.Must(t, d, "POST", "/labels/", "", `{"name":"c"}`)
		server.Must(t, d, "POST", "/tickets/", "", `{"title":"t","labels":[1]}`)
		var seen []string
		d.only("BeforeSave", func(_ *rest.Call, ticket *sets.Ticket) error {
			if seen = append(seen, fmt.Sprint(ticket.Labels.IDs)); len(seen) == 1 {
				server.Must(t, d, "PATCH", "/tickets/1/", "", `{"labels":[1,2]}`)
			}
			ticket.Labels.IDs = append(ticket.Labels.IDs, 3)
			return nil
		})
		server.Must(t, d, "PATCH", "/tickets/1/", "", `{"status":"done"}`)
		if got, want := strings.Join(seen, " "), "[1] [1 2] [1 2 3]"; got != want {
			t.Errorf("BeforeSave has seen the labels %s, want %s", got, want)
		}
		d.only("", nil)
		_, got := server.Call(d, "GET", "/tickets/1/", "", "")
		if want := `"status":"done","urgent":false,"labels":[1,2,3]`; !strings.Contains(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}
