// Tests of hooks in one request, and of computed values.

package serve_test

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/worlds"
	"example.com/resourceful/framework/serve"
)

// The team's own code may refuse a write, by fields or as a whole; what else goes wrong in it is
// a 500 without detail that is logged once. Nothing is stored then, by a create or an update.
func TestHooks(t *testing.T) {
	const fault = `{"detail":"A server error occurred."}`
	tests := []struct {
		name, input string
		status      int
		want        string
		logged      string // part of the one line; "" for none
	}{
		{"Validate", `{"front":"a","back":"a"}`, 400, `{"non_field_errors":["A card has two sides."],"back":["The back is the front."]}`, ""},
		{"refusal", `{"front":"refusal"}`, 400, `{"detail":"No more cards today."}`, ""},
		{"fields", `{"front":"fields"}`, 400, `{"front":["Write another."]}`, ""},
		{"error", `{"front":"error"}`, 500, fault, "secret of an error"},
		{"panic in Validate", `{"front":"panic in Validate"}`, 500, fault, "secret of Validate"},
		{"panic in BeforeSave", `{"front":"panic in BeforeSave"}`, 500, fault, "secret of BeforeSave"},
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		h, log := worlds.Cards(t, address, server.PlainPages)
		server.Must(t, h, "POST", "/cards/", "", `{"front":"f","back":"b"}`)
		for _, tt := range tests {
			for _, line := range []string{"POST /cards/", "PUT /cards/1/", "PATCH /cards/1/"} {
				method, path, _ := strings.Cut(line, " ")
				status, got := server.Call(h, method, path, "", tt.input)
				if status != tt.status || sorted(got) != sorted(tt.want) {
					t.Errorf("%s, %s: got %d %s, want %d %s", tt.name, line, status, got, tt.status, tt.want)
				}
				lines := log.Take()
				switch {
				case tt.logged == "" && len(lines) > 0:
					t.Errorf("%s, %s: logged %q, want nothing", tt.name, line, lines)
				case tt.logged != "" && (len(lines) != 1 || !strings.Contains(lines[0], tt.logged)):
					t.Errorf("%s, %s: logged %q, want one line with %q", tt.name, line, lines, tt.logged)
				}
			}
		}
		const stored = `[{"id":1,"front":"f","back":"b","notes":"","line":"f | b"}]`
		if _, got := server.Call(h, "GET", "/cards/", "", ""); got != stored {
			t.Errorf("stored: got %s, want %s", got, stored)
		}
	})
}

// sorted makes the two members of an object come in one order.
func sorted(object string) string {
	a, b, two := strings.Cut(strings.Trim(object, "{}"), "],")
	if two && b < a {
		a, b = strings.TrimSuffix(b, "]"), a+"]"
	}
	return a + "]," + b
}

func newCrates(t *testing.T, address string, set func() *rest.Set) (*server.Server, *server.Records) {
	log := &server.Records{}
	options := serve.Options{Logger: slog.New(slog.NewTextHandler(log, nil))}
	return server.New(t, server.Config{Set: set, Options: options, Pages: server.PlainPages}, address), log
}

// A computed member has the call of its operation: it reads what the transaction has written, knows what
// was sent, and writes nothing.
func TestComputedInTransaction(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, _ := newCrates(t, address, sets.Writing)
		for _, tt := range []struct {
			method, path, body string
			bottles            int
			sent               bool
		}{
			{"POST", "/crates/", `{"slug":"red"}`, 1, true},
			{"GET", "/crates/red/", "", 1, false},
			{"PUT", "/crates/red/", `{"slug":"red"}`, 2, true},
			{"PATCH", "/crates/red/", `{}`, 3, false},
			{"POST", "/crates/red/fill/", "", 4, false},
			{"GET", "/crates/red/again/", "", 4, false},
		} {
			want := fmt.Sprintf(`{"id":1,"slug":"red","bottles":%d,"sent":%v,"writes":"true true true"}`, tt.bottles, tt.sent)
			if status, got := server.Call(s, tt.method, tt.path, "", tt.body); status >= 300 || got != want {
				t.Errorf("%s %s: got %d %s, want %s", tt.method, tt.path, status, got, want)
			}
		}
		tag := server.SendAs(s, "bob", "GET", "/crates/red/", "").Header().Get("Etag")
		if w := server.SendAs(s, "bob", "PATCH", "/crates/red/", `{}`, "If-Match", tag, "Content-Type", "application/json"); w.Code != 200 {
			t.Errorf("PATCH with the tag of GET: got %d %s, want 200", w.Code, w.Body)
		}
		if w := server.SendAs(s, "bob", "PATCH", "/crates/red/", `{}`, "If-Match", tag, "Content-Type", "application/json"); w.Code != 412 {
			t.Errorf("PATCH with an old tag: got %d %s, want 412", w.Code, w.Body)
		}
	})
}

// A computed member that reads rows for each row of a list, or where it is nested in others, is a fault
// that says so: it would be a statement for each row.
func TestComputedOfEachRow(t *testing.T) {
	listed := func() *rest.Set {
		reads := rest.Compute("reads", func(c *rest.Call, _ *sets.Crate) bool {
			for _, err := range c.Query("SELECT 1") {
				return errors.Is(err, nil)
			}
			return false
		})
		view := rest.ViewSet[sets.Crate]{Path: "/crates/", Serializer: rest.Serializer[sets.Crate]{Computed: []rest.Computed[sets.Crate]{reads}}}
		view.Extra = []rest.Action{rest.OnList("pick", func(*rest.Call, rest.None) ([]*sets.Crate, error) { return []*sets.Crate{{ID: 1}}, nil })}
		paged := view
		paged.Path, paged.Pages, paged.Table = "/paged/", rest.PageNumber{Size: 2}, "crates"
		return rest.NewSet("cellar", view, paged, rest.ViewSet[sets.Bottle]{Path: "/bottles/", Shapes: rest.Shapes{Retrieve: rest.As[sets.CrateNest]()}}).Access(permission.Anyone)
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s, log := newCrates(t, address, listed)
		server.Must(t, s, "POST", "/crates/", "", `{"slug":"red"}`)
		for line, status := range map[string]int{
			"GET /crates/1/": 200, "GET /crates/": 500, "GET /paged/": 500, "GET /crates.api": 500, "POST /crates/pick/": 500,
		} {
			log.Take()
			method, path, _ := strings.Cut(line, " ")
			got, answer := server.Call(s, method, path, "", "")
			if got != status {
				t.Errorf("%s: got %d %s, want %d", line, got, answer, status)
			}
			said := strings.Join(log.Take(), "\n")
			if status == 500 && strings.Count(said, "a computed member reads rows for each row of a list") != 1 {
				t.Errorf("%s: logged %q, want the reason once", line, said)
			}
		}
		if got, answer := server.Call(s, "POST", "/bottles/", "", `{"crate":1}`); got != 500 {
			t.Errorf("nested: got %d %s, want 500", got, answer)
		}
		if got, answer := server.Call(s, "GET", "/bottles/", "", ""); got != 200 || answer != "[]" {
			t.Errorf("bottles: got %d %s, want none stored", got, answer)
		}
	})
}
