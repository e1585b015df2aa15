package serve_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// kitchen has a word for each of its hooks.
type kitchen struct {
	*server.Server
	before, after, saved, committed func(*rest.Call, *sets.Canister) error
}

func (k *kitchen) set() *rest.Set {
	run := func(which *func(*rest.Call, *sets.Canister) error) func(*rest.Call, *sets.Canister) error {
		return func(call *rest.Call, j *sets.Canister) error {
			if *which == nil {
				return nil
			}
			return (*which)(call, j)
		}
	}
	return sets.Larders(rest.Serializer[sets.Canister]{
		BeforeCreate: run(&k.before), AfterCreate: run(&k.after), BeforeSave: run(&k.saved), AfterCommit: run(&k.committed),
		BeforeUpdate: run(&k.before), AfterUpdate: run(&k.after), BeforeDelete: run(&k.before), AfterDelete: run(&k.after),
	})
}

func newKitchen(t testing.TB, address string) *kitchen {
	t.Helper()
	k := &kitchen{}
	k.Server = server.New(t, server.Config{Set: k.set, Pages: server.PlainPages, Options: serve.Options{Now: time.Now}}, address)
	for _, line := range []string{
		`/larders/ {"name":"cellar"}`, `/larders/ {"name":"attic","hidden":true}`, `/larders/ {"name":"safe","locked":true}`,
		`/spices/ [{"name":"salt"},{"name":"pepper"}]`, `/herbs/ [{"name":"mint"},{"name":"sage"}]`, `/chests/ {}`,
	} {
		path, body, _ := strings.Cut(line, " ")
		server.Must(t, k, "POST", path, "admin", body)
	}
	return k
}

// said is a status and a body.
func (k *kitchen) said(method, path, user, body string) string {
	status, answer := server.Call(k, method, path, user, body)
	return fmt.Sprint(status, " ", answer)
}

// labels are those of the canisters that are stored.
func (k *kitchen) labels() string {
	_, list := server.Call(k, "GET", "/canisters/", "admin", "")
	var labels []string
	for _, part := range strings.Split(list, `"label":"`)[1:] {
		label, _, _ := strings.Cut(part, `"`)
		labels = append(labels, label)
	}
	return strings.Join(labels, " ")
}

// No row of a list gives its requester the right to another one of it, nor two of them to each other.
func TestCreateListBeside(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		k := newKitchen(t, address)
		const alice, bob = `{"chest":1,"user":"alice"}`, `{"chest":1,"user":"bob"}`
		for _, body := range []string{"[" + alice + "]", "[" + alice + "," + bob + "]", "[" + alice + "," + alice + "]"} {
			if got := k.said("POST", "/members/", "alice", body); !strings.HasPrefix(got, "403 ") {
				t.Errorf("%s: got %s, want 403", body, got)
			}
		}
		server.Must(t, k, "POST", "/members/", "admin", "["+alice+"]")
		if got, want := k.said("POST", "/members/", "alice", "["+bob+","+bob+"]"), `201 [{"id":`; !strings.HasPrefix(got, want) {
			t.Errorf("as a member: got %s, want %s…", got, want)
		}
	})
}

// Hooks of a list are run for each row in order, and see of the rows before what they would see if one was made after
// the other. Their refusals name the item.
func TestCreateListHooks(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		k := newKitchen(t, address)
		var mu sync.Mutex
		var said []string
		note := func(word string) func(*rest.Call, *sets.Canister) error {
			return func(call *rest.Call, j *sets.Canister) error {
				mu.Lock()
				defer mu.Unlock()
				said = append(said, fmt.Sprintf("%s %s %d %t", word, j.Label, j.ID, call.Sent("grams")))
				return nil
			}
		}
		k.saved, k.before, k.after, k.committed = note("save"), note("before"), note("after"), note("commit")
		server.Must(t, k, "POST", "/canisters/", "", `[{"label":"a","larder":"cellar"},{"label":"b","larder":"cellar","grams":1}]`)
		want := "save a 0 false, save b 0 true, before a 0 false, before b 0 true, after a 1 false, after b 2 true, commit a 1 false, commit b 2 true"
		if got := strings.Join(said, ", "); got != want {
			t.Errorf("hooks:\n got %s\nwant %s", got, want)
		}
		k.saved, k.after, k.committed = nil, nil, nil
		k.before = func(call *rest.Call, j *sets.Canister) error {
			n, err := rest.Rows[sets.Canister](call).Count()
			j.Grams = n
			if n > 3 {
				var full problem.Fields
				full.Add("larder", "Full.")
				return full.Err()
			}
			return err
		}
		if got := k.said("POST", "/canisters/", "", `[{"label":"c","larder":"cellar"},{"label":"d","larder":"cellar"},{"label":"e","larder":"cellar"},{"label":"f","larder":"cellar"}]`); got != `400 [{},{},{"larder":["Full."]},{"larder":["Full."]}]` {
			t.Errorf("a quota: got %s", got)
		}
		if got := k.labels(); got != "a b" {
			t.Errorf("stored %s, want a b", got)
		}
		k.before = func(_ *rest.Call, j *sets.Canister) error {
			if j.Label == "d" {
				return problem.New(problem.Conflict, "Not now.")
			}
			j.Label = "same" // which only the database finds
			return nil
		}
		if got := k.said("POST", "/canisters/", "", `[{"label":"c","larder":"cellar"},{"label":"d","larder":"cellar"}]`); got != `409 {"detail":"Not now."}` {
			t.Errorf("a refusal without fields: got %s", got)
		}
		if got := k.said("POST", "/canisters/", "", `[{"label":"c","larder":"cellar"},{"label":"e","larder":"cellar"}]`); got != `400 [{},{"label":["canister with this label already exists."]}]` {
			t.Errorf("what the database refuses: got %s", got)
		}
		k.before = func(call *rest.Call, j *sets.Canister) error {
			if j.Label = "same"; j.Grams == 2 {
				_, err := rest.Rows[sets.Canister](call).Count()
				return err
			}
			return nil
		}
		if got := k.said("POST", "/canisters/", "", `[{"label":"c","larder":"cellar"},{"label":"e","larder":"cellar"},{"label":"f","larder":"cellar","grams":2}]`); got != `400 [{},{"label":["canister with this label already exists."]},{}]` {
			t.Errorf("what the database refuses before a hook's statement: got %s", got)
		}
		if got := k.labels(); got != "a b" {
			t.Errorf("stored %s, want a b", got)
		}
	})
}

// The number of statements of a list is the same for one row and for a hundred, and grows by one for each hundred more.
func TestCreateListStatements(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		k := newKitchen(t, address)
		for _, tt := range []struct{ from, rows, want int }{{0, 1, 14}, {1, 10, 14}, {11, 100, 14}, {200, 1000, 23}} {
			var items []string
			for i := range tt.rows {
				items = append(items, fmt.Sprintf(`{"label":"j%d","larder":"cellar","beside":1,"place":%[1]d,"spices":[1,2],"herbs":["/herbs/mint/"]}`, tt.from+i))
			}
			if got := server.StatementsAs(t, k, "alice", "POST", "/canisters/", "["+strings.Join(items, ",")+"]", "Content-Type", "application/json"); len(got) != tt.want {
				t.Errorf("%d rows: got %d statements, want %d:\n%s", tt.rows, len(got), tt.want, strings.Join(got, "\n"))
			}
		}
	})
}
