// Tests of nested rows that are replaced or linked.

package serve_test

import (
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/traffic"
)

// newWardrobes is a service of them; meanwhile is run once before a wardrobe is saved.
func newWardrobes(t *testing.T, address string, meanwhile *atomic.Pointer[func()]) *purchases {
	t.Helper()
	set := func() *rest.Set {
		before := func(*rest.Call, *sets.Wardrobe) error {
			if do := meanwhile.Swap(nil); do != nil {
				(*do)()
			}
			return nil
		}
		return sets.Wardrobes(rest.Serializer[sets.Wardrobe]{BeforeSave: before})
	}
	return &purchases{Server: server.New(t, server.Config{Set: set, Pages: server.PlainPages, Options: serve.Options{Now: time.Now}}, address)}
}

// A request whose rows are to be the only ones of their parent is the last one to say so, or the first: of those that another
// request relates meanwhile none stays beside them.
func TestNestedReplacedMeanwhile(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var meanwhile atomic.Pointer[func()]
		s := newWardrobes(t, address, &meanwhile)
		server.Must(t, s, "POST", "/coats/", "admin", `{"name":"theirs"}`)
		server.Must(t, s, "POST", "/coats/", "admin", `{"name":"ours"}`)
		keys := regexp.MustCompile(`"id":[0-9]+,`)
		for _, tt := range []struct{ theirs, ours, want string }{
			{`"hung":[{"name":"ours"}]`, `"hung":[{"name":"ours"}]`, `"hung":[{"name":"ours"}]`},
			{`"hung":[{"name":"theirs"}]`, `"hung":[{"name":"ours"}]`, `"hung":[{"name":"ours"}]`},
			{`"coats":[1]`, `"coats":[2]`, `"coats":[{"name":"ours"}]`},
			{`"shoes":[{"name":"theirs"}]`, `"shoes":[{"name":"ours"}]`, `"shoes":[{"name":"ours"}]`},
			{`"stickers":["theirs"]`, `"stickers":["ours"]`, `"stickers":["ours"]`},
			{`"stickers":["ours"]`, `"stickers":[]`, `"stickers":[]`},
			{`"plate":{"name":"theirs"}`, `"plate":{"name":"ours"}`, `"plate":{"name":"ours"}`},
		} {
			for _, list := range []bool{false, true} {
				_, made := server.Call(s, "POST", "/wardrobes/", "admin", `{}`)
				id := made[len(`{"id":`):strings.Index(made, ",")]
				path := "/wardrobes/" + id + "/"
				do := func() { server.Must(t, s, "PATCH", path, "admin", "{"+tt.theirs+"}") }
				meanwhile.Store(&do)
				var status int
				var answer string
				if list {
					status, answer = server.Call(s, "PATCH", "/wardrobes/", "admin", `[{"id":`+id+","+tt.ours+"}]")
				} else {
					status, answer = server.Call(s, "PATCH", path, "admin", "{"+tt.ours+"}")
				}
				answer = keys.ReplaceAllString(answer, "")
				if status != 200 || !strings.Contains(answer, tt.want) {
					t.Errorf("%s, and %s meanwhile, list %t: got %d %s, want %s", tt.ours, tt.theirs, list, status, answer, tt.want)
				}
				if _, stored := server.Call(s, "GET", path, "admin", ""); !strings.Contains(keys.ReplaceAllString(stored, ""), tt.want) {
					t.Errorf("%s, and %s meanwhile, list %t: stored is %s, want %s", tt.ours, tt.theirs, list, stored, tt.want)
				}
				if meanwhile.Load() != nil {
					t.Error("nobody has changed it meanwhile")
				}
			}
		}
	})
}

// A request whose rows others change by way of other records, so that they are not in line, is tried again more than a few times.
func TestNestedReplacedOften(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var meanwhile atomic.Pointer[func()]
		s := newWardrobes(t, address, &meanwhile)
		server.Must(t, s, "POST", "/wardrobes/", "admin", `{}`)
		for _, request := range []struct{ path, body string }{
			{"/wardrobes/1/", `{"hung":[{"name":"ours"}]}`},
			{"/wardrobes/", `[{"id":1,"hung":[{"name":"ours"}]}]`},
		} {
			times := 0
			var do func()
			do = func() {
				times++
				server.Must(t, s, "POST", "/hangers/", "admin", fmt.Sprintf(`{"wardrobe":1,"name":"theirs %d"}`, times))
				if times < 5 {
					meanwhile.Store(&do)
				}
			}
			meanwhile.Store(&do)
			status, answer := server.Call(s, "PATCH", request.path, "admin", request.body)
			if want := `"hung":[{"name":"ours"}]`; status != 200 || !strings.Contains(answer, want) || times != 5 {
				t.Errorf("%s after %d changes: got %d %s, want 200 and %s after 5", request.path, times, status, answer, want)
			}
		}
	})
}

func newAnthologies(t testing.TB, address string, limits ...traffic.Limits) *purchases {
	t.Helper()
	options := serve.Options{Now: time.Now}
	for _, l := range limits {
		options.Limits.Traffic = l
	}
	return &purchases{Server: server.New(t, server.Config{Set: sets.Anthologies, Pages: server.PlainPages, Options: options}, address)}
}

// Of the rows that are there only those are loaded that are named, unless others are to leave, and they count.
func TestNestedRoom(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newAnthologies(t, address, traffic.Limits{Bodies: 1 << 20})
		server.Must(t, s, "POST", "/anthologies/", "admin", `{"title":"a"}`)
		list := func(n int, one string) string { return "[" + strings.Repeat(one+",", n-1) + one + "]" }
		for range 6 {
			server.Must(t, s, "POST", "/essays/", "admin", list(100, `{"title":"e","anthology":1}`))
			if status, answer := server.Call(s, "PATCH", "/anthologies/1/", "admin", `{"notes":`+list(100, `{"text":"n"}`)+`}`); status != 200 {
				t.Fatalf("100 notes more: got %d %.200s", status, answer)
			}
		}
		if status, answer := server.Call(s, "PATCH", "/anthologies/1/", "admin", `{"notes":[{"id":600,"text":"n"},{"text":"o"}]}`); status != 200 || !strings.Contains(answer, `{"id":601,"text":"o"}`) {
			t.Errorf("a note more: got %d %.200s, want 200", status, answer)
		}
		if status, answer := server.Call(s, "PATCH", "/anthologies/1/", "admin", `{"essays":[1]}`); status != 413 || !strings.Contains(answer, "The records take more than 524288 bytes together.") {
			t.Errorf("all essays but one leave: got %d %.200s, want 413", status, answer)
		}
		db := server.Direct(t, address)
		for _, text := range []string{
			"INSERT INTO keywords (name) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT CAST(i AS text) FROM n",
			"INSERT INTO anthologies_keywords (anthology_id, keyword_id) SELECT 1, id FROM keywords",
		} {
			if _, err := db.Exec(text); err != nil {
				t.Fatal(err)
			}
		}
		if status, answer := server.Call(s, "PATCH", "/anthologies/1/", "admin", `{"keywords":["a"]}`); status != 413 || !strings.Contains(answer, "The records take more than 524288 bytes together.") {
			t.Errorf("all keywords but one leave: got %d %.200s, want 413", status, answer)
		}
	})
}
