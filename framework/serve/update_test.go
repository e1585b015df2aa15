// Tests of writes to one record, of the columns they touch, and of PUT that changes only sent members.

package serve_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/worlds"
	"example.com/resourceful/framework/serve"
)

// An update touches the columns that were sent, and those that the team's code changed.
func TestUpdateTouches(t *testing.T) {
	tests := []struct{ method, input, want string }{
		{"PATCH", `{"back":"c"}`, "back line"},
		{"PATCH", `{"notes":"n"}`, "notes"},
		{"PATCH", `{"back":"c"}`, "back"}, // the same again: sent, but nothing derived has changed
		{"PATCH", `{}`, ""},
		{"PATCH", `{"id":9,"line":"x","unknown":1}`, ""},
		{"PUT", `{"front":"g"}`, "front line"},
		{"PUT", `{"front":"g","notes":""}`, "front notes"},
	}
	column := regexp.MustCompile("[`\"](\\w+)[`\"]=")
	server.OnBoth(t, func(t *testing.T, address string) {
		h, _ := worlds.Cards(t, address, server.PlainPages)
		server.Must(t, h, "POST", "/cards/", "", `{"front":"f","back":"b"}`)
		for _, tt := range tests {
			r := httptest.NewRequest(tt.method, "/cards/1/", strings.NewReader(tt.input))
			r.Header.Set("Content-Type", "application/json")
			var got []string
			for _, text := range server.Statements(t, h, r) {
				if strings.HasPrefix(text, "UPDATE") {
					set, _, _ := strings.Cut(text, " WHERE ")
					for _, m := range column.FindAllStringSubmatch(set, -1) {
						got = append(got, m[1])
					}
				}
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("%s %s: got columns %q, want %q", tt.method, tt.input, got, tt.want)
			}
		}
		const want = `{"id":1,"front":"g","back":"c","notes":"","line":"g | c"}`
		if _, got := server.Call(h, "GET", "/cards/1/", "", ""); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

const rounds = 50

// Updates of different fields of one row at once lose nothing, also not in values derived from both.
func TestConcurrentUpdates(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		h, log := worlds.Cards(t, address, server.PlainPages)
		server.Must(t, h, "POST", "/cards/", "", `{"front":"f"}`)
		for round := range rounds {
			together(
				func() { server.Must(t, h, "PATCH", "/cards/1/", "", fmt.Sprintf(`{"front":"f%d"}`, round)) },
				func() { server.Must(t, h, "PATCH", "/cards/1/", "", fmt.Sprintf(`{"back":"b%d"}`, round)) },
				func() { server.Must(t, h, "PATCH", "/cards/1/", "", fmt.Sprintf(`{"notes":"n%d"}`, round)) },
			)
			want := fmt.Sprintf(`{"id":1,"front":"f%[1]d","back":"b%[1]d","notes":"n%[1]d","line":"f%[1]d | b%[1]d"}`, round)
			if _, got := server.Call(h, "GET", "/cards/1/", "", ""); got != want {
				t.Fatalf("round %d: got %s, want %s", round, got, want)
			}
		}
		if lines := log.Take(); len(lines) > 0 {
			t.Errorf("logged %q, want nothing", lines)
		}
	})
}

// So do those of relations.
func TestConcurrentRelations(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: sets.Directory}, address)
		server.Must(t, h, "POST", "/groups/", "admin", `{"name":"a"}`)
		server.Must(t, h, "POST", "/groups/", "admin", `{"name":"b"}`)
		for round := range rounds {
			group := round%2 + 1
			together(
				func() { server.Must(t, h, "PATCH", "/users/2/", "admin", fmt.Sprintf(`{"username":"u%d"}`, round)) },
				func() { server.Must(t, h, "PATCH", "/users/2/", "admin", fmt.Sprintf(`{"email":"e%d@x.org"}`, round)) },
				func() {
					server.Must(t, h, "PATCH", "/users/2/", "admin", fmt.Sprintf(`{"groups":["/groups/%d/"]}`, group))
				},
			)
			want := fmt.Sprintf(`{"url":"http://example.com/users/2/","username":"u%[1]d","email":"e%[1]d@x.org","groups":["http://example.com/groups/%[2]d/"]}`, round, group)
			if _, got := server.Call(h, "GET", "/users/2/", "admin", ""); got != want {
				t.Fatalf("round %d: got %s, want %s", round, got, want)
			}
		}
	})
}

// A group that goes while users join it leaves no trace, and nobody gets a fault of ours.
func TestConcurrentDeletion(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: sets.Directory}, address)
		for round := range 10 { // PostgreSQL takes a second to see a deadlock
			_, group := server.Call(h, "POST", "/groups/", "admin", fmt.Sprintf(`{"name":"g%d"}`, round))
			path := regexp.MustCompile(`/groups/\d+/`).FindString(group)
			join := func(user string) func() {
				return func() {
					status, answer := server.Call(h, "PATCH", user, "admin", `{"groups":["`+path+`"]}`)
					if gone := `{"groups":["Invalid hyperlink - Object does not exist."]}`; status != 200 && (status != 400 || answer != gone) {
						t.Errorf("round %d: PATCH %s: got %d %s", round, user, status, answer)
					}
				}
			}
			join("/users/3/")()
			together(join("/users/2/"), join("/users/3/"), func() { server.Must(t, h, "DELETE", path, "admin", "") })
			for _, user := range []string{"/users/2/", "/users/3/"} {
				if _, got := server.Call(h, "GET", user, "admin", ""); !strings.HasSuffix(got, `"groups":[]}`) {
					t.Fatalf("round %d: GET %s: got %s, want no groups", round, user, got)
				}
			}
		}
	})
}

// Of creates of one unique value at once, one succeeds; the others hear what the check would say.
func TestConcurrentCreates(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: sets.Directory}, address)
		for round := range 20 {
			var mu sync.Mutex
			statuses := map[int]int{}
			create := func() {
				status, answer := server.Call(h, "POST", "/users/", "admin", fmt.Sprintf(`{"username":"u%d"}`, round))
				mu.Lock()
				defer mu.Unlock()
				statuses[status]++
				if status == 400 && answer != `{"username":["A user with that username already exists."]}` {
					t.Errorf("round %d: got %s", round, answer)
				}
			}
			together(create, create, create, create)
			if statuses[201] != 1 || statuses[400] != 3 {
				t.Fatalf("round %d: got %v, want one 201 and three 400", round, statuses)
			}
		}
	})
}

func together(fns ...func()) {
	var wg sync.WaitGroup
	for _, fn := range fns {
		wg.Go(fn)
	}
	wg.Wait()
}

// BeforeSave never runs under a lock: where another changes the row each time meanwhile, the update is
// put off after eight tries, and nothing is stored. Other writers never wait for it.
func TestBusyRow(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var meanwhile atomic.Value // of func()
		set := func() *rest.Set { return waiting(&meanwhile) }
		s := server.New(t, server.Config{Set: set, Pages: server.PlainPages, Options: serve.Options{Now: time.Now}}, address)
		server.Must(t, s, "POST", "/tallies/", "", `{"name":"a"}`)
		db := server.Direct(t, address)
		runs, changes := 0, 0
		meanwhile.Store(func() {
			if runs++; runs > changes {
				return
			}
			// Under a lock this would wait for the update, and the update for this.
			if _, err := db.ExecContext(t.Context(), "UPDATE tallies SET count = count + 10"); err != nil {
				t.Error(err)
			}
		})
		patch := func(changed int, headers ...string) *httptest.ResponseRecorder {
			runs, changes = 0, changed
			return server.SendAs(s, "alice", "PATCH", "/tallies/1/", `{"name":"b"}`, append(headers, "Content-Type", "application/json", "Idempotency-Key", "k")...)
		}
		const busy = "The record is being changed by others. Please try again."
		for _, accept := range []string{"application/json", "application/yaml", "text/html"} {
			w := patch(100, "Accept", accept)
			if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), busy) {
				t.Errorf("as %s: got %d %s, Retry-After %q, want 503", accept, w.Code, w.Body, w.Header().Get("Retry-After"))
			}
			if runs != 8 {
				t.Errorf("as %s: BeforeSave ran %d times, want 8", accept, runs)
			}
		}
		if _, got := server.Call(s, "GET", "/tallies/1/", "", ""); got != `{"id":1,"name":"a","count":241}` {
			t.Errorf("stored: got %s, want what the other wrote", got)
		}
		// The last try is as good as the first; the key was not kept.
		if w := patch(7); w.Code != 200 || w.Body.String() != `{"id":1,"name":"b","count":312}` || runs != 8 {
			t.Errorf("after seven changes: got %d %s in %d runs, want 200", w.Code, w.Body, runs)
		}
	})
}

// A resource without code of its own has nothing to run again: however busy its row is, it is changed.
func TestBusyPlainRow(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Directory}, address)
		var group sync.WaitGroup
		for client := range 20 {
			group.Go(func() {
				for round := range 5 {
					server.Must(t, s, "PATCH", "/users/2/", "admin", fmt.Sprintf(`{"email":"e%d-%d@x.org"}`, client, round))
				}
			})
		}
		group.Wait()
	})
}
