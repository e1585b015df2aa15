// Rules that say what is told of what they refuse.

package serve_test

import (
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/token"
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

// What is beyond the scopes of a token is refused before a row is read, the same for each key: as a 404 where OrNotFound may
// hide the operation, even from who owns the row, and as a 403 where it hides nothing from the account.
func TestOrNotFoundBeyondScope(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		set := func() *rest.Set {
			return manuscripts().Include(rest.Tokens("/tokens/")).Schemes(token.Scheme{}, basic.Scheme{})
		}
		s := server.New(t, server.Config{Set: set, Pages: server.PlainPages}, address)
		must(t, s, "POST", "/drafts/", "alice", `{"title":"a"}`)
		must(t, s, "POST", "/papers/", "admin", `{"name":"a"}`)
		for n, tt := range []struct {
			user, method, path, body string
			status                   int
		}{
			{"alice", "PATCH", "/drafts/%d/", `{"title":"x"}`, 404}, // hers, and she may
			{"bob", "PATCH", "/drafts/%d/", `{"title":"x"}`, 404},   // not his
			{"bob", "DELETE", "/drafts/%d/", ``, 404},
			{"bob", "POST", "/drafts/%d/sign/", `{}`, 404},
			{"bob", "POST", "/drafts/%d/seal/", `{}`, 403},
			{"bob", "GET", "/papers/%d/", ``, 404},
			{"bob", "DELETE", "/papers/%d/", ``, 404},
			{"admin", "DELETE", "/papers/%d/", ``, 403},
		} {
			made := makeToken(t, s, tt.user, fmt.Sprintf(`{"name":"t%d","scopes":["read"]}`, n))
			var got [2]string
			for i, key := range []int{1, 99} {
				w := sendAs(s, "", tt.method, fmt.Sprintf(tt.path, key), tt.body, "Content-Type", "application/json", "Authorization", "Bearer "+made.Token)
				got[i] = fmt.Sprint(w.Code, " ", w.Header().Get("Allow"), " ", w.Body)
			}
			if got[0] != got[1] || !strings.HasPrefix(got[0], fmt.Sprint(tt.status)) {
				t.Errorf("%s %s as %s: got %s of a row and %s of none, want %d and the same", tt.method, tt.path, tt.user, got[0], got[1], tt.status)
			}
		}
	})
}
