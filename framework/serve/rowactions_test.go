// What the requester may do with each row of a list.

package serve_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// The actions of the rows of a page take no statement more, however many rows it has: rules along relations are columns of
// the statement of the list.
func TestStatementsOfActions(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Flyers, Pages: server.PlainPages}, address)
		server.Must(t, s, "POST", "/flyers/", "alice", `{}`)
		server.Must(t, s, "POST", "/marks/", "bob", `{"flyer":1,"user":"bob"}`)
		added := 1
		for _, rows := range []int{1, 10, 100} {
			for ; added < rows; added++ {
				server.Must(t, s, "POST", "/flyers/", "alice", `{}`)
			}
			for query, names := range map[string]string{"": `"close","sign"`, "&fields=id": `"close","sign"`, "&omit=done": `"close","sign"`} {
				query = "/flyers/?limit=100" + query
				without, _ := statementsOf(t, s, "GET", query, "bob")
				with, w := statementsOf(t, s, "GET", query+"&_actions=true", "bob")
				if with != without || without != 2 { // the account and the page
					t.Errorf("%s of %d rows: got %d statements with actions and %d without, want 2", query, rows, with, without)
				}
				if got := strings.Count(w.Body.String(), `"_actions":["close"]`); got != rows-1 || !strings.Contains(w.Body.String(), `"_actions":[`+names+`]`) {
					t.Errorf("%s of %d rows: got %d rows that may be closed and %s, want %d and one with %s", query, rows, got, w.Body, rows-1, names)
				}
			}
		}
	})
}

// statementsOf is how many statements a request takes, and its answer.
func statementsOf(t *testing.T, s *server.Server, method, path, user string) (int, *httptest.ResponseRecorder) {
	t.Helper()
	ctx, counter := database.WithCounter(t.Context())
	r := httptest.NewRequestWithContext(ctx, method, path, nil)
	if user != "" {
		r.SetBasicAuth(user, user+"-password")
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return counter.N(), w
}

// What a row is said to allow is what each of the actions then answers, for each requester, and what Allow says of its record.
func TestActionsAreWhatSucceeds(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Billposters, Pages: server.PlainPages}, address)
		for i, line := range []string{
			`admin /walls/ {"name":"a"}`, `admin /walls/ {"name":"b","open":false}`,
			`admin /wallkeeps/ {"wall":"a","user":"alice","role":"editor"}`, `admin /wallkeeps/ {"wall":"a","user":"bob","role":"reader"}`,
			`admin /wallkeeps/ {"wall":"b","user":"alice","role":"editor"}`, `admin /wallkeeps/ {"wall":"b","user":"bob","role":"reader"}`,
			`alice /billposters/ {"wall":"a"}`, `alice /billposters/ {"wall":"a","done":true}`, `alice /billposters/ {"wall":"b"}`, `alice /billposters/ {"wall":"b","done":true}`,
		} {
			part := strings.SplitN(line, " ", 3)
			if server.Must(t, s, "POST", part[1], part[0], part[2]); t.Failed() {
				t.Fatalf("line %d", i)
			}
		}
		names := []string{"replace", "modify", "destroy", "keep", "edit", "editors_done", "not_keep", "open", "even_edit", "even", "owner_or_keeper", "staff"}
		for _, user := range []string{"", "alice", "bob", "admin"} {
			for _, query := range []string{"_actions=true", "_actions=true&fields=id", "_actions=true&offset=1"} {
				_, w := statementsOf(t, s, "GET", "/billposters/?"+query, user)
				var page struct {
					Results []struct {
						ID      int64    `json:"id"`
						Actions []string `json:"_actions"`
					} `json:"results"`
				}
				if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || len(page.Results) == 0 {
					t.Fatalf("%s as %q: got %d %s (%v), want rows", query, user, w.Code, w.Body, err)
				}
				for _, row := range page.Results {
					for _, name := range names {
						method, path, body := "POST", fmt.Sprintf("/billposters/%d/%s/", row.ID, name), ""
						switch name {
						case "replace":
							continue // as modify
						case "modify":
							method, path, body = "PATCH", fmt.Sprintf("/billposters/%d/", row.ID), `{}`
						case "destroy":
							method, path = "DELETE", fmt.Sprintf("/billposters/%d/", row.ID)
						}
						done := server.SendAs(s, user, method, path, body, "Prefer", "return=minimal, dry-run", "Content-Type", "application/json")
						if got, want := slices.Contains(row.Actions, name), done.Code < 300; got != want {
							t.Errorf("%s: row %d as %q: got %t for %s in %v, which answers %d %s", query, row.ID, user, got, name, row.Actions, done.Code, done.Body)
						}
					}
					statements, w := statementsOf(t, s, "GET", fmt.Sprintf("/billposters/%d/", row.ID), user)
					want := "GET, HEAD, OPTIONS"
					if slices.Contains(row.Actions, "modify") {
						want = "GET, PUT, PATCH, DELETE, HEAD, OPTIONS"
					}
					if got := w.Header().Get("Allow"); got != want || statements > 2 { // the account and the record
						t.Errorf("record %d as %q: got Allow %q in %d statements, want %q in 2", row.ID, user, got, statements, want)
					}
				}
			}
		}
	})
}

// A list without pages has the actions of its rows as it streams, by the same statement; but for what a rule in Go asks of
// members that the list does not read.
func TestActionsWithoutPages(t *testing.T) {
	type brief struct {
		ID int64 `rest:"id,readonly"`
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		whole := func() *rest.Set {
			set := func(path string, shapes rest.Shapes, rule permission.Rule) rest.Resource {
				return rest.ViewSet[sets.Flyer]{
					Path: path, Table: "flyers", Shapes: shapes, Access: rule,
					Owner:         rest.Field(func(f *sets.Flyer) *rest.BelongsTo[auth.User] { return &f.Author }),
					DestroyAccess: permission.Any(permission.Admin, permission.Is("done", true)),
					Members:       rest.Members{Fields: true},
				}
			}
			owned := permission.By{Read: permission.Anyone, Write: permission.All(permission.SignedIn, permission.Any(permission.Owner, permission.Me("marks.user")))}
			even := permission.By{Read: permission.Anyone, Write: permission.All(permission.SignedIn, permission.RowFunc("even", func(_ permission.Request, row any) bool { return row.(*sets.Flyer).ID%2 == 0 }))}
			return rest.NewSet("flyers", set("/flyers/", rest.Shapes{}, owned), set("/brief/", rest.Shapes{List: rest.As[brief]()}, owned), set("/even/", rest.Shapes{List: rest.As[brief]()}, even),
				rest.ViewSet[sets.FlyerMark]{Path: "/marks/"}).Access(permission.Anyone)
		}
		s := server.New(t, server.Config{Set: whole, Pages: server.PlainPages}, address)
		server.Must(t, s, "POST", "/flyers/", "alice", `{}`)
		server.Must(t, s, "POST", "/flyers/", "alice", `{"done":true}`)
		server.Must(t, s, "POST", "/marks/", "bob", `{"flyer":1,"user":"bob"}`)
		for _, tt := range []struct{ user, path, want string }{
			{"alice", "/flyers/?_actions=true&fields=id", `[{"id":1,"_actions":["replace","modify"]},{"id":2,"_actions":["replace","modify","destroy"]}]`},
			{"bob", "/brief/?_actions=true", `[{"id":1,"_actions":["replace","modify"]},{"id":2,"_actions":["destroy"]}]`},
			{"admin", "/brief/?_actions=true", `[{"id":1,"_actions":["destroy"]},{"id":2,"_actions":["destroy"]}]`},
			{"", "/brief.yaml?_actions=true", "- id: 1\n  _actions: []\n- id: 2\n  _actions:\n    - destroy\n"},
			{"bob", "/brief/?_actions=false", `[{"id":1},{"id":2}]`},
			{"bob", "/brief/?_actions=x", `{"_actions":["Must be a valid boolean."]}`},
			{"bob", "/even/?_actions=true", `{"_actions":["A rule in Go looks at more of a row than this list reads, and it has no pages: its rows cannot have their actions."]}`},
		} {
			if _, w := statementsOf(t, s, "GET", tt.path, tt.user); w.Body.String() != tt.want {
				t.Errorf("%s as %q: got %d %s, want %s", tt.path, tt.user, w.Code, w.Body, tt.want)
			}
		}
		// The rows of the whole list, with their tags too, take only the statement of the list.
		for added, rows := 2, 2; rows <= 100; rows *= 7 { // 2, 14 and 98
			for ; added < rows; added++ {
				server.Must(t, s, "POST", "/flyers/", "alice", `{}`)
			}
			without, _ := statementsOf(t, s, "GET", "/flyers/", "bob")
			with, w := statementsOf(t, s, "GET", "/flyers/?_actions=true&_etags=true", "bob")
			if with != without || without != 2 { // the account and the list
				t.Errorf("%d rows: got %d statements with actions and %d without, want 2", rows, with, without)
			}
			var list []struct {
				Tag     string   `json:"_etag"`
				Actions []string `json:"_actions"`
			}
			if err := json.Unmarshal(w.Body.Bytes(), &list); err != nil || len(list) != rows || list[0].Tag == "" || len(list[0].Actions) != 2 || len(list[rows-1].Actions) > 1 {
				t.Errorf("%d rows: got %s (%v), want tags, and what bob may do", rows, w.Body, err)
			}
		}
	})
}
