package serve_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

const changed = `{"detail":"The record has changed since it was read."}`

// A write under If-Match is done where the record has one of the tags in the format of the request.
func TestIfMatch(t *testing.T) {
	const fresh, stale = "FRESH", `W/"stale"`
	tests := []struct {
		name    string
		ifMatch []string // FRESH stands for the record's tag
		accept  string
		want    bool
	}{
		{"the tag", []string{fresh}, "application/json", true},
		{"a strong one", []string{"STRONG"}, "application/json", true},
		{"whatever it is", []string{"*"}, "application/json", true},
		{"one of a list", []string{stale + ` , ` + fresh + `,"x"`}, "application/json", true},
		{"one of several headers", []string{stale, fresh}, "application/json", true},
		{"indented", []string{fresh}, "application/json; indent=2", true},
		{"yaml", []string{fresh}, "application/yaml", true},
		{"a page, with the tag of JSON", []string{fresh}, "text/html", true},
		{"another", []string{stale}, "application/json", false},
		{"several others", []string{`"a", W/"b"`, `"c"`}, "application/json", false},
		{"none", []string{""}, "application/json", false},
		{"without quotes", []string{"BARE"}, "application/json", false},
		{"nonsense", []string{"{]"}, "application/yaml", false},
		{"another, of a page", []string{stale}, "text/html", false},
		{"that of another format", []string{"OTHER"}, "application/json", false},
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Directory, Pages: server.PlainPages}, address)
		tag := func(accept string) string {
			if accept == "text/html" {
				accept = "application/json"
			}
			return server.SendAs(s, "admin", "GET", "/users/3/", "", "Accept", accept).Header().Get("ETag")
		}
		for i, tt := range tests {
			fresh := tag(tt.accept)
			headers := []string{"Accept", tt.accept}
			for _, value := range tt.ifMatch {
				strong := strings.TrimPrefix(fresh, "W/")
				value = strings.NewReplacer("FRESH", fresh, "STRONG", strong, "BARE", strings.Trim(strong, `"`), "OTHER", tag("application/yaml")).Replace(value)
				headers = append(headers, "If-Match", value)
			}
			before := server.SendAs(s, "alice", "GET", "/users/3/", "").Body.String()
			email := fmt.Sprintf("e%d@x.org", i)
			requests := map[string]*httptest.ResponseRecorder{
				"PATCH": server.SendAs(s, "admin", "PATCH", "/users/3/", `{"email":"`+email+`"}`, append(headers, "Content-Type", "application/json")...),
			}
			if !tt.want { // nothing is changed, so that the same tags are wrong for more
				requests["PUT"] = server.SendAs(s, "admin", "PUT", "/users/3/", `{"username":"x"}`, append(headers, "Content-Type", "application/json")...)
				requests["DELETE"] = server.SendAs(s, "admin", "DELETE", "/users/3/", "", headers...)
				requests["form"] = server.SendAs(s, "admin", "POST", "/users/3/", "_method=DELETE", append(headers, "Content-Type", "application/x-www-form-urlencoded")...)
				// Before the body is looked at.
				requests["broken body"] = server.SendAs(s, "admin", "PUT", "/users/3/", `{`, append(headers, "Content-Type", "application/json")...)
				requests["unknown type"] = server.SendAs(s, "admin", "PUT", "/users/3/", `{`, append(headers, "Content-Type", "text/plain")...)
			}
			for name, w := range requests {
				switch {
				case tt.want && w.Code != 200:
					t.Errorf("%s, %s: got %d %s, want 200", tt.name, name, w.Code, w.Body)
				case !tt.want && w.Code != 412:
					t.Errorf("%s, %s: got %d %s, want 412", tt.name, name, w.Code, w.Body)
				case !tt.want && tt.accept == "application/json" && w.Body.String() != changed:
					t.Errorf("%s, %s: got %s, want %s", tt.name, name, w.Body, changed)
				case !tt.want && !strings.Contains(w.Body.String(), "The record has changed since it was read."):
					t.Errorf("%s, %s: got %s, want the reason", tt.name, name, w.Body)
				}
			}
			after := server.SendAs(s, "admin", "GET", "/users/3/", "").Body.String()
			if tt.want != strings.Contains(after, email) {
				t.Errorf("%s: got %s, before %s", tt.name, after, before)
			}
		}
		form := server.SendAs(s, "admin", "POST", "/users/3/", "_method=DELETE", "Content-Type", "application/x-www-form-urlencoded", "If-Match", tag("application/json"))
		if form.Code != http.StatusSeeOther {
			t.Errorf("a form with the tag: got %d %s, want 303", form.Code, form.Body)
		}
		for _, status := range map[string]int{"/users/3/": 404, "/users/999/": 404} {
			if w := server.SendAs(s, "admin", "DELETE", "/users/3/", "", "If-Match", stale); w.Code != status {
				t.Errorf("a record that is not there: got %d, want %d", w.Code, status)
			}
		}
	})
}

// Of many writers with one tag, one is served.
func TestIfMatchRace(t *testing.T) {
	const clients = 50
	server.OnBoth(t, func(t *testing.T, address string) {
		// Room for all of them at once; cards have code that runs before a save.
		for _, tt := range []struct {
			set          func() *rest.Set
			path, create string
			input        string
		}{
			{sets.Cards, "/cards/", `{"front":"f"}`, `{"front":"f%d"}`},
			{sets.Ledgers, "/ledgers/", `{"name":"a"}`, `{"name":"n%d"}`},
			{sets.Directory, "/users/", `{"username":"u"}`, `{"email":"e%d@x.org","groups":[]}`},
		} {
			s := server.New(t, server.Config{Set: tt.set}, server.Another(t, address))
			w := server.SendAs(s, "admin", "POST", tt.path, tt.create, "Content-Type", "application/json")
			path := tt.path + "1/"
			if where := w.Header().Get("Location"); where != "" {
				path = strings.TrimPrefix(where, "http://example.com")
			}
			tag := w.Header().Get("ETag")
			var mu sync.Mutex
			statuses := map[int]int{}
			var group sync.WaitGroup
			for client := range clients {
				group.Go(func() {
					w := server.SendAs(s, "admin", "PATCH", path, fmt.Sprintf(tt.input, client), "Content-Type", "application/json", "If-Match", tag)
					mu.Lock()
					defer mu.Unlock()
					statuses[w.Code]++
				})
			}
			group.Wait()
			if statuses[200] != 1 || statuses[412] != clients-1 {
				t.Errorf("%s: got %v, want one 200 and %d times 412", path, statuses, clients-1)
			}
		}
	})
}

// Of many who delete a record with its tag, or change it, one is served, and no other has done anything.
func TestIfMatchRaceOfDeletions(t *testing.T) {
	const clients = 50
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Ledgers}, address)
		for range 3 {
			made := server.SendAs(s, "admin", "POST", "/ledgers/", `{"name":"a"}`, "Content-Type", "application/json")
			var record struct{ ID int64 }
			if err := json.Unmarshal(made.Body.Bytes(), &record); err != nil {
				t.Fatalf("%d %s: %v", made.Code, made.Body, err)
			}
			path, tag := fmt.Sprintf("/ledgers/%d/", record.ID), made.Header().Get("ETag")
			var mu sync.Mutex
			statuses := map[int]int{}
			var group sync.WaitGroup
			for client := range clients {
				group.Go(func() {
					method, body := "DELETE", ""
					if client%2 == 1 {
						method, body = "PATCH", fmt.Sprintf(`{"name":"n%d"}`, client)
					}
					w := server.SendAs(s, "admin", method, path, body, "Content-Type", "application/json", "If-Match", tag)
					mu.Lock()
					defer mu.Unlock()
					statuses[w.Code]++
				})
			}
			group.Wait()
			if done := statuses[200] + statuses[204]; done != 1 || statuses[404]+statuses[412] != clients-1 {
				t.Errorf("%s: got %v, want one 200 or 204 and %d times 404 or 412", path, statuses, clients-1)
			}
		}
	})
}

// A write that was done is answered again with its tag, although the record has changed by it.
func TestIfMatchReplay(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Directory, Options: serve.Options{Now: time.Now}}, address)
		tag := server.SendAs(s, "admin", "GET", "/users/2/", "").Header().Get("ETag")
		patch := func(key string) *httptest.ResponseRecorder {
			return server.SendAs(s, "admin", "PATCH", "/users/2/", `{"email":"a@x.org"}`, "Content-Type", "application/json", "If-Match", tag, "Idempotency-Key", key)
		}
		first := patch("k")
		again := patch("k")
		if first.Code != 200 || again.Code != 200 || again.Body.String() != first.Body.String() {
			t.Fatalf("got %d %s and then %d %s, want the same", first.Code, first.Body, again.Code, again.Body)
		}
		now := server.SendAs(s, "admin", "GET", "/users/2/", "").Header().Get("ETag")
		if a, b := first.Header().Get("ETag"), again.Header().Get("ETag"); a != now || b != now {
			t.Errorf("got the tags %s and then %s, want %s", a, b, now)
		}
		if w := patch("l"); w.Code != 412 {
			t.Errorf("under another key: got %d %s, want 412", w.Code, w.Body)
		}
		// A refused write keeps no key.
		tag = now
		if w := patch("l"); w.Code != 200 {
			t.Errorf("corrected: got %d %s, want 200", w.Code, w.Body)
		}
	})
}

// The first look at a tag is not the last word: the record may change until its row is locked.
func TestIfMatchDecidesUnderLock(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var meanwhile atomic.Value // of func()
		set := func() *rest.Set { return waiting(&meanwhile) }
		s := server.New(t, server.Config{Set: set}, address)
		server.Must(t, s, "POST", "/tallies/", "", `{"name":"a"}`)
		db := server.Direct(t, address)
		tag := server.SendAs(s, "alice", "GET", "/tallies/1/", "").Header().Get("ETag")
		meanwhile.Store(func() {
			if _, err := db.Exec("UPDATE tallies SET name = 'b'"); err != nil {
				t.Error(err)
			}
		})
		w := server.SendAs(s, "alice", "PATCH", "/tallies/1/", `{"name":"c"}`, "Content-Type", "application/json", "If-Match", tag)
		if w.Code != 412 || w.Body.String() != changed {
			t.Errorf("got %d %s, want 412", w.Code, w.Body)
		}
		if _, got := server.Call(s, "GET", "/tallies/1/", "", ""); !strings.Contains(got, `"name":"b"`) {
			t.Errorf("got %s, want what the other wrote", got)
		}
	})
}

// A write under If-Match takes two statements more, which read the record; others take none.
func TestIfMatchStatements(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Directory}, address)
		count := func(method, body, ifMatch string) int {
			r := httptest.NewRequest(method, "/users/4/", strings.NewReader(body))
			r.SetBasicAuth("admin", "admin-password")
			r.Header.Set("Content-Type", "application/json")
			if ifMatch != "" {
				r.Header.Set("If-Match", ifMatch)
			}
			return len(server.Statements(t, s, r))
		}
		plain := count("PATCH", `{"email":"a@x.org"}`, "")
		tag := server.SendAs(s, "admin", "GET", "/users/4/", "").Header().Get("ETag")
		for _, tt := range []struct {
			ifMatch string
			want    int
		}{{"*", plain}, {tag, plain + 2}} {
			if got := count("PATCH", `{"email":"a@x.org"}`, tt.ifMatch); got != tt.want {
				t.Errorf("under %s: got %d statements, want %d", tt.ifMatch, got, tt.want)
			}
		}
		if got := count("DELETE", "", tag); got != 4+2 {
			t.Errorf("a deletion: got %d statements, want 6", got)
		}
	})
}
