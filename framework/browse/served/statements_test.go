package served_test

import (
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// The number of statements of an endpoint does not depend on the number of rows. Basic credentials
// take one, which finds the account.
func TestStatements(t *testing.T) {
	type request struct {
		line, user, input string
		want              int
	}
	tests := []struct {
		set      func() *rest.Set
		fill     func(t *testing.T, h *server.Server, i int)
		requests []request
	}{
		{sets.Snippets, fillSnippets, []request{
			{"GET /", "", "", 0},
			{"GET /nothing/", "alice", "", 0},
			{"GET /snippets/", "", "", 1},
			{"GET /snippets/", "alice", "", 2},
			{"GET /snippets/1/", "", "", 1},
			{"GET /snippets/1/", "alice", "", 2},
			{"GET /snippets/999/", "", "", 1},
			{"GET /snippets/1.api", "", "", 5}, // row, previous, next, and of the preview its size and the row
			{"GET /users/", "", "", 1},
			{"GET /users/2/", "", "", 1},
			{"OPTIONS /snippets/", "", "", 0},
			{"OPTIONS /snippets/", "alice", "", 1},
			{"OPTIONS /snippets/1/", "alice", "", 2},
			{"POST /snippets/", "", `{"code":"x"}`, 0},
			{"POST /snippets/", "alice", `{"code":"x"}`, 3},    // account, insert, read
			{"POST /snippets/", "alice", `{}`, 1},              // account
			{"PUT /snippets/1/", "alice", `{"code":"y"}`, 5},   // account, row, lock, update, read
			{"PUT /snippets/1/", "bob", `{"code":"y"}`, 2},     // account, row
			{"PATCH /snippets/1/", "alice", `{"code":"y"}`, 1}, // account
			{"DELETE /snippets/1/", "alice", "", 4},            // account, row, lock, delete
			{"GET /snippets.yaml", "", "", 1},
			{"GET /snippets.api", "", "", 1},   // the owners' names and pages are known
			{"GET /snippets/1.api", "", "", 2}, // there is none any more
			{"GET /users.api", "", "", 2},      // and the titles of the snippets
			{"GET /users/2.api", "", "", 4},    // row, titles of the snippets, previous, next
		}},
		{sets.Directory, fillDirectory, []request{
			{"GET /", "admin", "", 1},
			{"GET /users/", "", "", 0},
			{"GET /users/", "admin", "", 2},           // account, page
			{"GET /users/?page=last", "admin", "", 3}, // account, count, page
			{"GET /users/?page=999", "admin", "", 2},
			{"GET /users/2/", "admin", "", 2},
			{"GET /groups/", "admin", "", 2},
			{"GET /groups/1/", "admin", "", 2},
			{"GET /users.api", "admin", "", 4},   // account, page, names of the groups, choices of the form
			{"GET /users/5.api", "admin", "", 6}, // account, row, names of the groups, choices of the form, previous, next
			{"OPTIONS /users/", "admin", "", 1},
			{"OPTIONS /users/2/", "admin", "", 2},
			{"POST /users/", "admin", `{"username":"new"}`, 4},                           // account, taken, insert, read
			{"POST /users/", "admin", `{"username":"other","groups":["/groups/1/"]}`, 6}, // and missing, join
			{"PUT /users/2/", "admin", `{"username":"alice","email":"a@x.org"}`, 6},      // account, row, taken, lock, update, read
			{"PATCH /users/2/", "admin", `{"email":"b@x.org"}`, 5},                       // account, row, lock, update, read
			{"PATCH /users/2/", "admin", `{"groups":[]}`, 5},                             // account, row, lock, clear, read
			{"PATCH /users/2/", "admin", `{}`, 4},                                        // account, row, lock, read
			{"POST /groups/", "admin", `{"name":"new"}`, 4},                              // account, taken, insert, read
			{"PATCH /groups/1/", "admin", `{"name":"newer"}`, 6},                         // account, row, taken, lock, update, read
			{"DELETE /groups/1/", "admin", "", 4},                                        // account, row, lock, delete
			{"DELETE /users/2/", "admin", "", 4},
		}},
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		for _, tt := range tests {
			for _, rows := range []int{1, 10, 100} {
				// PostgreSQL gives each call a database; SQLite's file is named by the test.
				t.Run(fmt.Sprintf("%s/%d", tt.set().Name(), rows), func(t *testing.T) {
					h := server.New(t, server.Config{Set: tt.set, Pages: pages(t)}, server.Another(t, address))
					for i := range rows {
						tt.fill(t, h, i+1)
					}
					for _, r := range tt.requests {
						method, path, _ := strings.Cut(r.line, " ")
						if got := server.StatementsAs(t, h, r.user, method, path, r.input, "Content-Type", "application/json"); len(got) != r.want {
							t.Errorf("%s as %q %s: got %d statements, want %d:\n%s", r.line, r.user, r.input, len(got), r.want, strings.Join(got, "\n"))
						}
					}
				})
			}
		}
	})
}

func fillSnippets(t *testing.T, h *server.Server, _ int) {
	t.Helper()
	server.Must(t, h, "POST", "/snippets/", "alice", `{"code":"x","language":"text"}`)
}

func fillDirectory(t *testing.T, h *server.Server, i int) {
	t.Helper()
	server.Must(t, h, "POST", "/groups/", "admin", fmt.Sprintf(`{"name":"group %d"}`, i))
	server.Must(t, h, "POST", "/users/", "admin", fmt.Sprintf(`{"username":"user%d","groups":["/groups/1/","/groups/%d/"]}`, i, i))
}
