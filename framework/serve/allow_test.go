// The header Allow, as who asks may.

package serve_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// sealedNote is read by everybody unless it is secret.
type sealedNote struct {
	ID     int64                     `rest:"id,readonly"`
	Secret bool                      `rest:"secret" default:"false"`
	Author rest.BelongsTo[auth.User] `rest:"author,readonly,show=username"`
}

// A record that the requester may not see has the answers of one that is missing, with the Allow of it.
func TestAllowOfHiddenRecord(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		set := func() *rest.Set {
			open := func(_ *rest.Call, f *sealedNote, _ rest.None) (*sealedNote, error) { return f, nil }
			return rest.NewSet("sealed_notes", rest.ViewSet[sealedNote]{
				Path: "/notes/", Owner: rest.Field(func(f *sealedNote) *rest.BelongsTo[auth.User] { return &f.Author }),
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
