// Tests of lists: parameters, joins and chosen members.

package serve_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/worlds"
)

// A refused query takes no statement, or the one that finds the rows which its values name.
func TestStatementsOfRefusals(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newLibrary(t, address)
		for query, want := range map[string]int{
			"pages=x":                            0,
			"stat=open":                          0,
			"state=x&due=2030-02-30&price=x":     0,
			"title=" + strings.Repeat("x", 1001): 0,
			"shelf=nothing":                      1,
			"shelf=b&genres=3&next_genre=99":     1,
			"shelf=nothing&pages=x&code=x&ab=1":  1,
		} {
			var code int
			counted := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				answer := httptest.NewRecorder()
				s.ServeHTTP(answer, r)
				code = answer.Code
			})
			got := server.Statements(t, counted, httptest.NewRequest("GET", "/books/?"+query, nil))
			if len(got) != want || code != 400 {
				t.Errorf("GET /books/?%s: got %d with %d statements, want 400 with %d:\n%s", query, code, len(got), want, strings.Join(got, "\n"))
			}
		}
	})
}

// A row that goes after it was looked for is missed in the item that names it, as in a single create.
func TestListJoinsGone(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var meanwhile func()
		once := func(*rest.Call, *sets.Bundle) error {
			do := meanwhile
			if meanwhile = nil; do != nil {
				do()
			}
			return nil
		}
		s := server.New(t, server.Config{Set: func() *rest.Set { return sets.Bundles(rest.Serializer[sets.Bundle]{BeforeSave: once}) }}, address)
		server.Must(t, s, "POST", "/tags/", "admin", `{"name":"stays"}`)
		server.Must(t, s, "POST", "/parcels/", "admin", `[{"name":"a"},{"name":"b"}]`)
		const missing = `{"tags":["Invalid pk \"%d\" - object does not exist."]}`
		for i, tt := range []struct{ method, body, prefer, want string }{
			{"POST", `{"name":"x","tags":[1,%d]}`, "", missing},
			{"POST", `[{"name":"x","tags":[1,%d]}]`, "", "[" + missing + "]"},
			{"POST", `[{"name":"x","tags":[1]},{"name":"y","tags":[%d]},{"name":"z"}]`, "", "[{}," + missing + ",{}]"},
			{"PATCH", `[{"id":1,"tags":[1]},{"id":2,"tags":[1,%d]}]`, "", "[{}," + missing + "]"},
			{"POST", `[{"name":"y","tags":[%d]}]`, "handling=lenient", `[{"status":400,"errors":` + missing + `}]`},
		} {
			server.Must(t, s, "POST", "/tags/", "admin", `{"name":"goes"}`)
			tag := i + 2
			meanwhile = func() { server.Must(t, s, "DELETE", fmt.Sprintf("/tags/%d/", tag), "admin", "") }
			w := server.SendAs(s, "admin", tt.method, "/parcels/", fmt.Sprintf(tt.body, tag), "Content-Type", "application/json", "Prefer", tt.prefer)
			if want := fmt.Sprintf(tt.want, tag); w.Body.String() != want {
				t.Errorf("%s %s: got %d %s, want %s", tt.method, tt.body, w.Code, w.Body, want)
			}
			if got := server.SendAs(s, "admin", "GET", "/parcels/", "").Body.String(); got != `[{"id":1,"name":"a","tags":[]},{"id":2,"name":"b","tags":[]}]` {
				t.Errorf("%s %s is refused and stores %s", tt.method, tt.body, got)
			}
		}
	})
}

// What clients leave out is not read, what they expand is read in the same statement, and the number of
// statements does not depend on the number of rows.
func TestMembersStatements(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Errands, Pages: server.PlainPages}, address)
		rows := 0
		for _, n := range []int{1, 10, 100} {
			for ; rows < n; rows++ {
				worlds.FillErrands(t, s, rows+1)
			}
			for _, tt := range []struct {
				path, reads, leaves string
			}{
				{"/errands/?expand=house,second.keeper,steps,owner,helper", "cottages users chore_steps", ""},
				{"/errands/?fields=title", "title", "cottages users chore_steps house_id code"},
				{"/errands/?fields=title,placed.name&ordering=house.name", "cottages", "users chore_steps code"},
				{"/errands/?omit=placed,owner,shout", "chore_steps", "owner_id code"},
				{"/errands/1/?fields=title", "title", "cottages users chore_steps house_id code"},
				{"/errands/1/?expand=house,second.keeper,steps,owner,helper", "cottages users chore_steps", ""},
			} {
				got := server.StatementsAs(t, s, "bob", "GET", tt.path, "")
				if len(got) != 2 { // one finds the account
					t.Fatalf("GET %s of %d: got %d statements, want 2:\n%s", tt.path, n, len(got), strings.Join(got, "\n"))
				}
				for _, name := range strings.Fields(tt.reads) {
					if !strings.Contains(got[1], name) {
						t.Errorf("GET %s does not read %s: %s", tt.path, name, got[1])
					}
				}
				for _, name := range strings.Fields(tt.leaves) {
					if strings.Contains(got[1], name) {
						t.Errorf("GET %s reads %s: %s", tt.path, name, got[1])
					}
				}
			}
		}
	})
}
