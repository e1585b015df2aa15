package serve_test

import (
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// placard is changed by its author, and deleted by administrators or, once it is done, by anybody who may read it.
type placard struct {
	ID     int64                     `rest:"id,readonly"`
	Text   string                    `rest:"text"`
	Done   bool                      `rest:"done" default:"false"`
	Secret bool                      `rest:"secret" default:"false"`
	Author rest.BelongsTo[auth.User] `rest:"author,readonly,show=username"`
}

func placards() *rest.Set {
	return rest.NewSet("memos", rest.ViewSet[placard]{
		Path: "/memos/", Owner: rest.Field(func(m *placard) *rest.BelongsTo[auth.User] { return &m.Author }),
		Access:        permission.By{Read: permission.Any(permission.Is("secret", false), permission.Owner), Write: permission.Owner},
		DestroyAccess: permission.Any(permission.Admin, permission.Is("done", true)),
	}).Access(permission.Anyone)
}

// DestroyAccess alone says who may delete a row that he may read: not who may change it.
func TestDestroyAccess(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: placards, Pages: server.PlainPages}, address)
		for _, body := range []string{`{"text":"new"}`, `{"text":"done","done":true}`, `{"text":"hidden","done":true,"secret":true}`, `{"text":"other"}`, `{"text":"open"}`} {
			must(t, s, "POST", "/memos/", "alice", body)
		}
		const denied = `{"detail":"You do not have permission to perform this action."}`
		for _, tt := range []struct {
			method, path, user, body string
			status                   int
			want                     string
		}{
			{"DELETE", "/memos/1/", "alice", "", 403, denied},
			{"DELETE", "/memos/1/", "bob", "", 403, denied},
			{"PATCH", "/memos/1/", "alice", `{"text":"newer"}`, 200, `{"id":1,"text":"newer","done":false,"secret":false,"author":"alice"}`},
			{"PATCH", "/memos/2/", "bob", `{"text":"x"}`, 403, denied},
			{"DELETE", "/memos/2/", "bob", "", 204, ""},
			{"GET", "/memos/2/", "alice", "", 404, `{"detail":"Not found."}`},
			{"DELETE", "/memos/3/", "bob", "", 404, `{"detail":"Not found."}`},
			{"DELETE", "/memos/3/", "admin", "", 404, `{"detail":"Not found."}`},
			{"DELETE", "/memos/3/", "alice", "", 204, ""},
			{"DELETE", "/memos/4/", "admin", "", 204, ""},
			{"PATCH", "/memos/5/", "alice", `{"done":true}`, 200, `{"id":5,"text":"open","done":true,"secret":false,"author":"alice"}`},
			{"DELETE", "/memos/5/", "alice", "", 204, ""},
			{"GET", "/memos/", "bob", "", 200, `[{"id":1,"text":"newer","done":false,"secret":false,"author":"alice"}]`},
		} {
			if w := sendAs(s, tt.user, tt.method, tt.path, tt.body, "Content-Type", "application/json"); w.Code != tt.status || w.Body.String() != tt.want {
				t.Errorf("%s %s as %s: got %d %s, want %d %s", tt.method, tt.path, tt.user, w.Code, w.Body, tt.status, tt.want)
			}
		}
	})
}
