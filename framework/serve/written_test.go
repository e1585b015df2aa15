package serve_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// A configuration in which rules of every kind look at the rows of one table, and at studios that their
// owners may hide.

const denied = `{"detail":"You do not have permission to perform this action."}`

// newEasels serves easels. Alice has the studios 1, which is open, and 2, and one red easel near studio 1.
func newEasels(t *testing.T, address string) (*server.Server, *atomic.Value) {
	t.Helper()
	meanwhile := &atomic.Value{}
	config := server.Config{
		Set: func() *rest.Set { return sets.Easels(meanwhile) }, Pages: server.PlainPages, Options: serve.Options{Now: time.Now},
	}
	s := server.New(t, config, address)
	server.Must(t, s, "POST", "/studios/", "alice", `{"name":"hall"}`)
	server.Must(t, s, "POST", "/studios/", "alice", `{"name":"vault","open":false}`)
	server.Must(t, s, "POST", "/anyone/", "alice", `{"near":[1]}`)
	return s, meanwhile
}

// stored is every easel as its table has it.
func storedEasels(t *testing.T, s *server.Server) string {
	t.Helper()
	_, got := server.Call(s, "GET", "/anyone/", "alice", "")
	return got
}

// Who is refused a row as they wrote it is told of as those who are refused it before.
func TestEventOfWritten(t *testing.T) {
	var events []auth.Event
	s := server.New(t, server.Config{
		Set: func() *rest.Set { return sets.Easels(&atomic.Value{}) },
		Auth: auth.Options{Events: func(_ context.Context, e auth.Event) {
			if e.Kind == auth.PermissionDeniedEvent {
				events = append(events, e)
			}
		}},
	}, ":memory:")
	if status, got := server.Call(s, "POST", "/equal/", "alice", `{"team":"blue"}`); status != 403 {
		t.Errorf("got %d %s, want 403", status, got)
	}
	if len(events) != 1 || events[0].Username != "alice" || events[0].Route != "/equal/" {
		t.Errorf("got %+v, want one event", events)
	}
}

// Nobody creates a row that the rule does not let them change, nor changes one into such a row: the
// rule is asked about the row as it was written.
func TestRuleOfWritten(t *testing.T) {
	tests := []struct {
		resource   string
		inside, to string // what may be written, and what may not
	}{
		{"equal", `{"team":"red"}`, `{"team":"blue"}`},
		{"equal", `{}`, `{"team":" blue "}`}, // the default, and the stored value
		{"null", `{"level":null}`, `{"level":4}`},
		{"not", `{"team":"white"}`, `{"team":"green"}`},
		{"all", `{"level":8}`, `{"level":9}`},
		{"any", `{"team":"blue","level":1}`, `{"team":"blue","level":2}`},
		{"func", `{"team":"red"}`, `{"team":"blue"}`},
		{"near", `{"near":[1,2]}`, `{"near":[2]}`},
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s, _ := newEasels(t, address)
		for _, tt := range tests {
			path := "/" + tt.resource + "/"
			for _, line := range []string{"POST " + path, "PUT " + path + "1/", "PATCH " + path + "1/"} {
				method, path, _ := strings.Cut(line, " ")
				before := storedEasels(t, s)
				if status, got := server.Call(s, method, path, "alice", tt.to); status != 403 || got != denied {
					t.Errorf("%s %s: got %d %s, want 403", line, tt.to, status, got)
				}
				if after := storedEasels(t, s); after != before {
					t.Errorf("%s %s: stored %s, before %s", line, tt.to, after, before)
				}
				if status, got := server.Call(s, method, path, "alice", tt.inside); status >= 300 {
					t.Errorf("%s %s: got %d %s, want success", line, tt.inside, status, got)
				}
			}
			server.Must(t, s, "PATCH", "/anyone/1/", "alice", `{"team":"red","level":null,"near":[1]}`)
		}
		// Mistakes of the input come first.
		if status, got := server.Call(s, "POST", "/equal/", "alice", `{"team":"blue","level":"x"}`); status != 400 {
			t.Errorf("wrong and not allowed: got %d %s, want 400", status, got)
		}
	})
}

// The rule is asked too about what the resource's own code and the database itself have made of a row.
func TestRuleOfDerived(t *testing.T) {
	triggers := map[string][]string{
		"sqlite": {
			`CREATE TRIGGER paint AFTER INSERT ON easels WHEN NEW.level = 5 BEGIN UPDATE easels SET team = 'blue' WHERE id = NEW.id; END`,
			`CREATE TRIGGER repaint AFTER UPDATE OF level ON easels WHEN NEW.level = 5 BEGIN UPDATE easels SET team = 'blue' WHERE id = NEW.id; END`,
		},
		"postgres": {
			`CREATE FUNCTION paint() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.team = 'blue'; RETURN NEW; END $$`,
			`CREATE TRIGGER paint BEFORE INSERT OR UPDATE ON easels FOR EACH ROW WHEN (NEW.level = 5) EXECUTE FUNCTION paint()`,
		},
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s, meanwhile := newEasels(t, address)
		for _, text := range triggers[s.DB.Dialect().Name] {
			if _, err := server.Direct(t, address).Exec(text); err != nil {
				t.Fatal(err)
			}
		}
		meanwhile.Store(func(d *sets.Easel) {
			switch {
			case d.Level == nil:
			case *d.Level == 6:
				d.Team = "blue"
			case *d.Level == 7:
				d.Owner.ID = 3
			}
		})
		before := storedEasels(t, s)
		for _, resource := range []string{"equal", "all", "func", "owner"} {
			level := []int{5, 6}
			if resource == "owner" {
				level = []int{7}
			}
			for _, level := range level {
				for _, line := range []string{"POST /%s/", "PUT /%s/1/", "PATCH /%s/1/"} {
					method, path, _ := strings.Cut(fmt.Sprintf(line, resource), " ")
					if status, got := server.Call(s, method, path, "alice", fmt.Sprintf(`{"level":%d}`, level)); status != 403 || got != denied {
						t.Errorf("%s %s with level %d: got %d %s, want 403", method, path, level, status, got)
					}
				}
			}
		}
		if after := storedEasels(t, s); after != before {
			t.Errorf("stored %s, before %s", after, before)
		}
	})
}

// However the write is sent, it is refused, and its Idempotency-Key is not kept.
func TestRuleOfWrittenForms(t *testing.T) {
	const form = "application/x-www-form-urlencoded"
	server.OnBoth(t, func(t *testing.T, address string) {
		s, _ := newEasels(t, address)
		before := storedEasels(t, s)
		for _, tt := range []struct{ path, contentType, body string }{
			{"/equal/", form, "team=blue"},
			{"/equal/", form, "_content_type=application/json&_content={\"team\":\"blue\"}"},
			{"/equal/1/", form, "_method=PUT&team=blue"},
			{"/equal/1/", form, "_method=PATCH&team=blue"},
			{"/equal/1/", form, "_method=PATCH&_content_type=application/json&_content={\"team\":\"blue\"}"},
			{"/equal/", "application/yaml", "team: blue"},
			{"/func/1/", form, "_method=PATCH&team=blue"},
		} {
			for _, accept := range []string{"application/json", "application/yaml", "text/html"} {
				w := server.SendAs(s, "alice", "POST", tt.path, tt.body, "Content-Type", tt.contentType, "Accept", accept, "Idempotency-Key", "k")
				if w.Code != 403 || !strings.Contains(w.Body.String(), "You do not have permission to perform this action.") {
					t.Errorf("POST %s %s as %s: got %d %s, want 403", tt.path, tt.body, accept, w.Code, w.Body)
				}
				if w.Header().Get("Location")+w.Header().Get("ETag") != "" {
					t.Errorf("POST %s %s as %s: got %v, want nothing of what was not stored", tt.path, tt.body, accept, w.Header())
				}
			}
		}
		if after := storedEasels(t, s); after != before {
			t.Errorf("stored %s, before %s", after, before)
		}
		if w := server.SendAs(s, "alice", "POST", "/equal/", `{}`, "Content-Type", "application/json", "Idempotency-Key", "k"); w.Code != 201 || w.Header().Get("Idempotency-Replayed") != "" {
			t.Errorf("the key of refused writes for another: got %d %s, want 201", w.Code, w.Body)
		}
	})
}

// A row that a write refers to may be hidden after its input was checked: then it is refused as if it
// had been hidden before. Nothing is stored, and the key is not kept.
func TestRelatedHiddenMeanwhile(t *testing.T) {
	tests := []struct{ input, want string }{
		{`{"studio":"hall"}`, `{"studio":["Object with name=hall does not exist."]}`},
		{`{"spare":1}`, `{"spare":["Invalid pk \"1\" - object does not exist."]}`},
		{`{"near":[1]}`, `{"near":["Invalid pk \"1\" - object does not exist."]}`},
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s, meanwhile := newEasels(t, address)
		server.Must(t, s, "PATCH", "/anyone/1/", "alice", `{"near":[]}`)
		before := storedEasels(t, s)
		open := func(open string) { server.Must(t, s, "PATCH", "/studios/1/", "alice", `{"open":`+open+`}`) }
		for _, tt := range tests {
			for _, line := range []string{"POST /anyone/", "PUT /anyone/1/", "PATCH /anyone/1/", "PATCH /near/1/"} {
				method, path, _ := strings.Cut(line, " ")
				if path == "/near/1/" && !strings.Contains(tt.input, "near") {
					continue
				}
				send := func() (int, string) {
					w := server.SendAs(s, "bob", method, path, tt.input, "Content-Type", "application/json", "Idempotency-Key", "k")
					return w.Code, w.Body.String()
				}
				if path == "/near/1/" {
					server.Must(t, s, "PATCH", "/anyone/1/", "alice", `{"near":[1]}`)
				}
				open("true")
				meanwhile.Store(func(*sets.Easel) { open("false") })
				if status, got := send(); status != 400 || got != tt.want {
					t.Errorf("%s %s: got %d %s, want 400 %s", line, tt.input, status, got, tt.want)
				}
				meanwhile.Store(func(*sets.Easel) {})
				if status, got := send(); status != 400 || got != tt.want {
					t.Errorf("%s %s, hidden before: got %d %s, want 400 %s", line, tt.input, status, got, tt.want)
				}
				if path == "/near/1/" {
					server.Must(t, s, "PATCH", "/anyone/1/", "alice", `{"near":[]}`)
				}
			}
		}
		if after := storedEasels(t, s); after != before {
			t.Errorf("stored %s, before %s", after, before)
		}
	})
}

// Whoever hides a row waits for those who refer to it, to whom the database has said that they may.
func TestRelatedLocked(t *testing.T) {
	address := pg.Postgres(t)
	s, _ := newEasels(t, address)
	db := server.Direct(t, address)
	exec := func(text string) {
		t.Helper()
		if _, err := db.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	// A write of pairs, which comes after the check, waits for the test.
	exec(`CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NEW; END $$`)
	exec(`CREATE TRIGGER stop BEFORE INSERT ON easels_near FOR EACH ROW EXECUTE FUNCTION stop()`)
	server.Must(t, s, "PATCH", "/anyone/1/", "alice", `{"near":[]}`)
	holder, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Close()
	if _, err := holder.ExecContext(t.Context(), "SELECT pg_advisory_lock(7)"); err != nil {
		t.Fatal(err)
	}
	waiting := func(kind string) (n int) {
		if err := db.QueryRow("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND wait_event = ANY (string_to_array($1, ' '))", kind).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	done := make(chan string, 2)
	write := func(user, path, body string) {
		status, _ := server.Call(s, "PATCH", path, user, body)
		done <- fmt.Sprint(path, " ", status)
	}
	until := func(kind string) {
		for waiting(kind) == 0 {
			select {
			case line := <-done:
				t.Fatalf("%s is done and waited for nobody", line)
			case <-time.After(5 * time.Millisecond):
			}
		}
	}
	go write("bob", "/anyone/1/", `{"near":[1]}`)
	until("advisory")
	go write("alice", "/studios/1/", `{"open":false}`)
	until("transactionid tuple")
	if _, err := holder.ExecContext(t.Context(), "SELECT pg_advisory_unlock(7)"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if line := <-done; !strings.HasSuffix(line, " 200") {
			t.Errorf("got %s, want 200", line)
		}
	}
	if _, got := server.Call(s, "GET", "/anyone/1/", "alice", ""); !strings.Contains(got, `"near":[1]`) {
		t.Errorf("stored %s, want near studio 1", got)
	}
}

// A rule about rows takes no statement more, but one where a part in Go may look at members; nor does
// one that is known before. The easels have a BeforeSave, which may look at members too.
func TestRuleStatements(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, _ := newEasels(t, address)
		count := func(method, path, body string) int {
			return len(server.StatementsAs(t, s, "alice", method, path, body, "Content-Type", "application/json"))
		}
		for path, want := range map[string][3]int{
			"/anyone/": {3, 6, 2}, // account, insert, read; account, row, lock, members, update, read; account, row
			"/equal/":  {3, 6, 2},
			"/func/":   {4, 7, 3}, // and the row for the rule: written; under the lock, written; beside the representation
		} {
			got := [3]int{count("POST", path, `{"team":"red"}`), count("PATCH", path+"1/", `{"team":"red"}`), count("GET", path+"1/", "")}
			if got != want {
				t.Errorf("%s: got %v statements of POST, PATCH, GET, want %v", path, got, want)
			}
		}
		// One for each relation that rules have a say in.
		plain := count("PATCH", "/anyone/1/", `{}`)
		if got, want := count("PATCH", "/anyone/1/", `{"spare":1,"team":"red"}`), plain+3; got != want {
			t.Errorf("a reference: got %d statements, want %d: checked, updated, checked again", got, want)
		}
	})
}
