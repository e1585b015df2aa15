// Rules about permissions that the database keeps for each row.

package serve_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type (
	// sharedPaper is seen and changed by those who have been granted that, row by row.
	sharedPaper struct {
		ID          int64                                         `rest:"id,readonly"`
		Title       string                                        `rest:"title,filter,search,sort" validate:"max=100"`
		Permissions rest.HasMany[rest.RowPermission[sharedPaper]] `rest:"-"`
	}
	// paperNote is seen by whoever may view the paper.
	paperNote struct {
		ID    int64                       `rest:"id,readonly"`
		Paper rest.BelongsTo[sharedPaper] `rest:"paper,ondelete=cascade"`
		Text  string                      `rest:"text" validate:"max=100"`
	}
)

func sharedPapers() *rest.Set {
	return rest.NewSet("papers",
		rest.ViewSet[sharedPaper]{Path: "/papers/", Name: "paper", Order: []string{"id"}, Access: permission.By{
			Read:   permission.RowPermission("view_paper", "change_paper"),
			Write:  permission.RowPermission("change_paper"),
			Create: permission.Admin, Delete: permission.All(permission.SignedIn, permission.RowPermission("delete_paper")),
		}, Pages: rest.PageNumber{Size: 10}},
		rest.ViewSet[paperNote]{Path: "/notes/", Order: []string{"id"}, Access: permission.Any(permission.Admin,
			permission.Along("paper", permission.RowPermission("view_paper")))},
		rest.RowPermissions[sharedPaper]{Path: "/paper-permissions/"},
	)
}

func TestRowPermissions(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sharedPapers, Pages: server.PlainPages}, address)
		db := server.Direct(t, address)
		ask := func(user, method, path, body string, status int, has string) {
			t.Helper()
			if got, answer := server.Call(s, method, path, user, body); got != status || !strings.Contains(answer, has) {
				t.Errorf("%s %s %s as %s: got %d %s, want %d with %s", method, path, body, user, got, answer, status, has)
			}
		}
		for _, title := range []string{"one", "two", "three"} {
			server.Must(t, s, "POST", "/papers/", "admin", `{"title":"`+title+`"}`)
		}
		for _, body := range []string{`{"paper":1,"text":"n1"}`, `{"paper":2,"text":"n2"}`} {
			server.Must(t, s, "POST", "/notes/", "admin", body)
		}
		if _, err := db.Exec(`INSERT INTO groups (name) VALUES ('readers')`); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(`INSERT INTO users_groups (user_id, group_id) SELECT u.id, g.id FROM users u, groups g WHERE u.username = 'bob'`); err != nil {
			t.Fatal(err)
		}
		ask("alice", "GET", "/papers/", "", 200, `"count":0`)
		ask("alice", "POST", "/paper-permissions/", `{"row":1,"user":"alice","permission":"view_paper"}`, 403, "")
		ask("alice", "GET", "/paper-permissions/", "", 403, "")
		ask("admin", "POST", "/paper-permissions/", `{"row":1,"user":"alice","permission":"view_paper"}`, 201, `"user":"alice","group":null`)
		ask("admin", "POST", "/paper-permissions/", `{"row":1,"user":"alice","permission":"view_paper"}`, 400, "unique")
		ask("admin", "POST", "/paper-permissions/", `{"row":2,"permission":"view_paper"}`, 400, "Name either a user or a group.")
		ask("admin", "POST", "/paper-permissions/", `{"row":2,"user":"alice","group":"readers","permission":"view_paper"}`, 400, "Name either a user or a group.")
		ask("admin", "POST", "/paper-permissions/", `{"row":99,"user":"alice","permission":"view_paper"}`, 400, "row")
		ask("admin", "POST", "/paper-permissions/", `{"row":2,"group":"readers","permission":"change_paper"}`, 201, `"group":"readers"`)
		r := httptest.NewRequest("POST", "/paper-permissions/", strings.NewReader(`{"row":3,"user":"alice","permission":"view_paper"}`))
		r.SetBasicAuth("admin", "admin-password")
		r.Header = http.Header{"Authorization": r.Header["Authorization"], "Content-Type": {"application/json"}, "Prefer": {"dry-run"}}
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != 201 || w.Header().Get("Preference-Applied") != "dry-run" {
			t.Errorf("dry run: got %d %s", w.Code, w.Body)
		}
		ask("alice", "GET", "/papers/", "", 200, `"count":1`)
		ask("alice", "GET", "/papers/?title=two", "", 200, `"count":0`)
		ask("alice", "GET", "/papers/1/", "", 200, `"title":"one"`)
		ask("alice", "GET", "/papers/2/", "", 404, "")
		ask("alice", "PATCH", "/papers/1/", `{"title":"x"}`, 403, "")
		ask("alice", "GET", "/notes/", "", 200, `[{"id":1,"paper":1,"text":"n1"}]`)
		ask("bob", "GET", "/papers/", "", 200, `"title":"two"`)
		ask("bob", "PATCH", "/papers/2/", `{"title":"second"}`, 200, `"title":"second"`)
		ask("bob", "DELETE", "/papers/2/", "", 403, "")
		ask("bob", "GET", "/notes/", "", 200, `[]`)
		ask("", "GET", "/papers/1/", "", 403, "")
		ask("admin", "GET", "/papers/", "", 200, `"count":3`)
		ask("admin", "DELETE", "/papers/1/", "", 204, "")
		ask("admin", "GET", "/paper-permissions/?row=2", "", 200, `"count":1`)
		ask("admin", "GET", "/paper-permissions/", "", 200, `"count":1`)
		ask("admin", "DELETE", "/paper-permissions/2/", "", 204, "")
		ask("bob", "GET", "/papers/", "", 200, `"count":0`)
	})
}

// Nobody makes a row that he may not read: a permission to make some lets its owner do so where the code grants the row within
// the same transaction.
func TestRowPermissionOfCreator(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		grant := func(c *rest.Call, p *sharedPaper) error {
			g := rest.RowPermission[sharedPaper]{Permission: "view_paper"}
			g.Row.ID, g.User.ID = p.ID, c.User().ID
			return rest.Rows[rest.RowPermission[sharedPaper]](c).Create(&g)
		}
		views := func(path string, hook func(*rest.Call, *sharedPaper) error) rest.Resource {
			return rest.ViewSet[sharedPaper]{
				Path: path, Serializer: rest.Serializer[sharedPaper]{AfterCreate: hook},
				Access: permission.By{Read: permission.RowPermission("view_paper"), Write: permission.Admin, Create: permission.Permission("add_paper")},
			}
		}
		set := func() *rest.Set { return rest.NewSet("papers", views("/granted/", grant), views("/papers/", nil)) }
		s := server.New(t, server.Config{Set: set}, address)
		if _, err := server.Direct(t, address).Exec(`INSERT INTO user_permissions (user_id, permission) SELECT id, 'add_paper' FROM users WHERE username = 'alice'`); err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct {
			user, path string
			status     int
		}{
			{"alice", "/papers/", 403}, {"alice", "/granted/", 201}, {"bob", "/granted/", 403}, {"admin", "/papers/", 201},
		} {
			if got, answer := server.Call(s, "POST", tt.path, tt.user, `{"title":"of `+tt.user+`"}`); got != tt.status {
				t.Errorf("POST %s as %s: got %d %s, want %d", tt.path, tt.user, got, answer, tt.status)
			}
		}
		if _, got := server.Call(s, "GET", "/papers/", "alice", ""); !strings.Contains(got, "of alice") || strings.Contains(got, "of admin") || strings.Count(got, `"id"`) != 1 {
			t.Errorf("alice reads %s, want the paper that she has made", got)
		}
		if _, got := server.Call(s, "GET", "/papers/", "admin", ""); strings.Count(got, `"id"`) != 2 {
			t.Errorf("there are %s, want those of alice and admin", got)
		}
	})
}
