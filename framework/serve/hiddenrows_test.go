// Tests of answers about hidden rows, which are those about missing ones.

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
	"example.com/resourceful/framework/resttest/sets"
)

// A record that the requester may not see has the answers of one that is missing, with the Allow of it.
func TestAllowOfHiddenRecord(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		set := func() *rest.Set {
			open := func(_ *rest.Call, f *sets.SealedNote, _ rest.None) (*sets.SealedNote, error) { return f, nil }
			return rest.NewSet("sealed_notes", rest.ViewSet[sets.SealedNote]{
				Path: "/notes/", Owner: rest.Field(func(f *sets.SealedNote) *rest.BelongsTo[auth.User] { return &f.Author }),
				Access: permission.By{Read: permission.Any(permission.Is("secret", false), permission.Owner), Write: permission.SignedIn},
				Extra:  []rest.Action{rest.OnRecord("open", open), rest.OnRecord("seal", open, rest.Allow(permission.Is("secret", false)))},
			}).Requests(rest.RequestRules{AllowByRequester: true})
		}
		s := server.New(t, server.Config{Set: set, Pages: server.PlainPages}, address)
		server.Must(t, s, "POST", "/notes/", "alice", `{"secret":true}`)
		for _, user := range []string{"", "bob"} {
			for _, line := range []string{"OPTIONS ", "GET ", "HEAD ", "TRACE ", "POST ", "PATCH ", "PUT ", "DELETE ", "OPTIONS open/", "GET seal/", "POST open/", "POST seal/", "OPTIONS seal/", "DELETE open/"} {
				method, rest, _ := strings.Cut(line, " ")
				var got [2]string
				for i, path := range []string{"/notes/1/", "/notes/99/"} {
					w := server.SendAs(s, user, method, path+rest, "{}", "Content-Type", "application/json")
					got[i] = w.Result().Status + " " + w.Header().Get("Allow") + " " + w.Body.String()
				}
				if got[0] != got[1] {
					t.Errorf("%s %s as %q: got %s of a hidden record and %s of a missing one, want the same", method, rest, user, got[0], got[1])
				}
			}
		}
	})
}

// An operation beyond the scopes of a token is refused before a row is read, the same for each key: as a 404 where OrNotFound may
// hide the operation, even from who owns the row, and as a 403 where it hides nothing from the account.
func TestOrNotFoundBeyondScope(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		set := func() *rest.Set {
			return sets.Manuscripts().Include(rest.Tokens("/tokens/")).Schemes(token.Scheme{}, basic.Scheme{})
		}
		s := server.New(t, server.Config{Set: set, Pages: server.PlainPages}, address)
		server.Must(t, s, "POST", "/drafts/", "alice", `{"title":"a"}`)
		server.Must(t, s, "POST", "/papers/", "admin", `{"name":"a"}`)
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
			made := server.MakeToken(t, s, tt.user, fmt.Sprintf(`{"name":"t%d","scopes":["read"]}`, n))
			var got [2]string
			for i, key := range []int{1, 99} {
				w := server.SendAs(s, "", tt.method, fmt.Sprintf(tt.path, key), tt.body, "Content-Type", "application/json", "Authorization", "Bearer "+made.Token)
				got[i] = fmt.Sprint(w.Code, " ", w.Header().Get("Allow"), " ", w.Body)
			}
			if got[0] != got[1] || !strings.HasPrefix(got[0], fmt.Sprint(tt.status)) {
				t.Errorf("%s %s as %s: got %s of a row and %s of none, want %d and the same", tt.method, tt.path, tt.user, got[0], got[1], tt.status)
			}
		}
	})
}

// shelf is read by its owner, and a jar has a label that is unique on its shelf or everywhere.
type privateShelf struct {
	ID    int64                     `rest:"id,readonly"`
	Owner rest.BelongsTo[auth.User] `rest:"owner,readonly,show=username"`
}

type privateJar struct {
	ID    int64                        `rest:"id,readonly"`
	Shelf rest.BelongsTo[privateShelf] `rest:"shelf,readonly,ondelete=cascade"`
	Label string                       `rest:"label" validate:"max=100"`
}

// Values that are unique within a parent tell nothing of rows below other parents.
func TestUniqueWithinParent(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		set := func() *rest.Set {
			return rest.NewSet("shelves",
				rest.ViewSet[privateShelf]{Path: "/shelves/", Access: permission.Owner, Owner: rest.Field(func(s *privateShelf) *rest.BelongsTo[auth.User] { return &s.Owner })},
				rest.ViewSet[privateJar]{
					Path: "/shelves/{shelf}/jars/", Access: permission.Me("shelf.owner"),
					Indexes: []rest.Index{{Fields: []string{"shelf", "label"}, Unique: true}},
				},
			)
		}
		s := server.New(t, server.Config{Set: set}, address)
		for i, user := range []string{"alice", "bob"} {
			server.Must(t, s, "POST", "/shelves/", user, `{}`)
			server.Must(t, s, "POST", fmt.Sprintf("/shelves/%d/jars/", i+1), user, `{"label":"plums"}`)
		}
		want := `{"non_field_errors":["The fields shelf, label must make a unique set."]}`
		if status, got := server.Call(s, "POST", "/shelves/2/jars/", "bob", `{"label":"plums"}`); status != 400 || got != want {
			t.Errorf("on the own shelf: got %d %s, want 400 %s", status, got, want)
		}
	})
}
