// Rules that say what is told of what they refuse.

package served_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type (
	// manuscript is read by everybody and changed by its author: for others there is nothing to change.
	manuscript struct {
		ID     int64                        `rest:"id,readonly"`
		Title  string                       `rest:"title"`
		Author rest.BelongsTo[auth.User]    `rest:"author,readonly,show=username"`
		Marks  rest.HasMany[manuscriptMark] `rest:"marks,readonly"`
	}
	manuscriptMark struct {
		ID    int64                      `rest:"id,readonly"`
		Draft rest.BelongsTo[manuscript] `rest:"draft,ondelete=cascade"`
		User  rest.BelongsTo[auth.User]  `rest:"user,show=username"`
	}
	// vaultedPaper is for administrators, and nobody else learns that there is such a list.
	vaultedPaper struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
)

func manuscripts() *rest.Set {
	done := func(_ *rest.Call, d *manuscript, _ rest.None) (*manuscript, error) { return d, nil }
	return rest.NewSet("drafts",
		rest.ViewSet[manuscript]{
			Name: "draft",
			Path: "/drafts/", Owner: rest.Field(func(d *manuscript) *rest.BelongsTo[auth.User] { return &d.Author }), Bulk: rest.Bulk{Actions: rest.Modify | rest.Destroy},
			Access: permission.By{
				Read:    permission.Anyone,
				Write:   permission.All(permission.SignedIn, permission.OrNotFound(permission.Owner)),
				Actions: map[string]permission.Rule{"sign": permission.OrNotFound(permission.Me("marks.user")), "seal": permission.Admin},
			},
			Extra: []rest.Action{rest.OnRecord("sign", done), rest.OnRecord("seal", done), rest.OnRecord("lock", done)},
		},
		rest.ViewSet[manuscriptMark]{Path: "/marks/", Access: permission.Anyone},
		rest.ViewSet[vaultedPaper]{Path: "/papers/", Access: permission.OrNotFound(permission.Admin), EmptyNotFound: true},
	).Access(permission.Anyone)
}

// A page says why it has no button for what the rules refuse, and nothing of what they hide.
func TestRefusedOnPages(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: manuscripts, Pages: pages(t)}, address)
		must(t, s, "POST", "/drafts/", "alice", `{"title":"a"}`)
		for user, want := range map[string][2]string{
			"":      {"Log in to change or delete this.", "Log in to do this."},
			"bob":   {"", "Only administrators may do this."},
			"admin": {"", ""},
		} {
			r := httptest.NewRequest("GET", "/drafts/1/", nil)
			r.Header.Set("Accept", "text/html")
			if user != "" {
				r.SetBasicAuth(user, user+"-password")
			}
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			for _, text := range want {
				if text != "" && !strings.Contains(w.Body.String(), text) {
					t.Errorf("the page of %q lacks %q:\n%s", user, text, w.Body)
				}
			}
			if user != "" && (strings.Contains(w.Body.String(), "change this") || strings.Contains(w.Body.String(), "Only the owner")) {
				t.Errorf("the page of %q tells of what is hidden", user)
			}
		}
	})
}
