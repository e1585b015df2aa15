package served_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// emblem is what each account may have one of. A locked one stays as it is.
type emblem struct {
	ID     int64                     `rest:"id,readonly"`
	User   rest.BelongsTo[auth.User] `rest:"user,readonly,unique,show=username"`
	Motto  string                    `rest:"motto,optional"`
	Locked bool                      `rest:"locked" default:"false"`
}

func emblems() *rest.Set {
	lock := func(_ *rest.Call, b *emblem, _ rest.None) (*emblem, error) {
		b.Locked = true
		return b, nil
	}
	return rest.NewSet("emblems", rest.ViewSet[emblem]{
		Path: "/me/", Name: "Badge", Singleton: true, Actions: rest.Everything &^ rest.List,
		Access: permission.By{Read: permission.Anyone, Write: permission.Is("locked", false)},
		Owner:  rest.Field(func(b *emblem) *rest.BelongsTo[auth.User] { return &b.User }),
		Extra:  []rest.Action{rest.OnRecord("lock", lock, rest.Allow(permission.Anyone))},
	})
}

// A singleton that clients create is a record: OPTIONS and its page offer to create it where it is not
// there, and else to change and to delete it, if its requester may.
func TestSingletonThatIsCreated(t *testing.T) {
	const create, change, remove, lock = `id="create"`, `id="edit"`, `value="DELETE"`, `id="do-lock"`
	databases(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: emblems, Pages: pages(t)}, address)
		must(t, h, "POST", "/me/", "alice", `{"motto":"slow"}`)
		must(t, h, "POST", "/me/", "bob", `{"motto":"fast"}`)
		if code, body := call(h, "POST", "/me/lock/", "bob", ""); code != 200 {
			t.Fatalf("lock: %d %s", code, body)
		}
		for _, tt := range []struct {
			user, method, format string
			status               int
			has, lacks           []string
		}{
			{"admin", "GET", "api", 404, []string{create}, []string{change, remove, lock}},
			{"admin", "PATCH", "api", 404, []string{create}, []string{change, remove, lock}},
			{"alice", "GET", "api", 200, []string{change, remove, lock, "<h1>Badge Instance"}, []string{create}},
			{"bob", "GET", "api", 200, []string{lock}, []string{create, change, remove}},
			{"admin", "OPTIONS", "json", 200, []string{`"name":"Badge Instance"`, `"actions":{"POST":{`}, nil},
			{"alice", "OPTIONS", "json", 200, []string{`"name":"Badge Instance"`, `"actions":{"PUT":{`}, nil},
			{"bob", "OPTIONS", "json", 200, []string{`"name":"Badge Instance"`}, []string{`"actions"`}},
		} {
			w := sendAs(h, tt.user, tt.method, "/me/?format="+tt.format, "")
			if w.Code != tt.status {
				t.Errorf("%s as %s: got %d, want %d", tt.method, tt.user, w.Code, tt.status)
			}
			for _, part := range tt.has {
				if !strings.Contains(w.Body.String(), part) {
					t.Errorf("%s as %s lacks %s", tt.method, tt.user, part)
				}
			}
			for _, part := range tt.lacks {
				if strings.Contains(w.Body.String(), part) {
					t.Errorf("%s as %s has %s", tt.method, tt.user, part)
				}
			}
		}
	})
}
