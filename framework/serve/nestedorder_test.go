package serve_test

import (
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type (
	band struct {
		ID      int64                    `rest:"id,readonly"`
		Players rest.HasMany[player]     `rest:"-"`
		Up      rest.Nested[playerBrief] `rest:"up,of=players,order=member"`
		Down    rest.Nested[playerBrief] `rest:"down,of=players,order=-member"`
		Keyed   rest.Nested[playerBrief] `rest:"keyed,of=players,order=substitute"`
	}
	player struct {
		ID         int64                     `rest:"id,readonly"`
		Band       rest.BelongsTo[band]      `rest:"band,ondelete=cascade"`
		Member     rest.BelongsTo[auth.User] `rest:"member,show=username,ondelete=cascade"`
		Substitute rest.BelongsTo[auth.User] `rest:"substitute,ondelete=cascade"`
	}
	playerBrief struct {
		ID     int64                     `rest:"id,readonly"`
		Member rest.BelongsTo[auth.User] `rest:"member,show=username"`
	}
)

func bands() *rest.Set {
	return rest.NewSet("bands",
		rest.ViewSet[auth.User]{Path: "/people/", Actions: rest.ReadOnly, Access: permission.Any(permission.Admin, permission.Me("id"))},
		rest.ViewSet[band]{Path: "/bands/", Members: rest.Members{Fields: true}},
		rest.ViewSet[player]{Path: "/players/"},
	).Access(permission.Anyone)
}

// Nested rows are in the order of what they refer to, as far as the requester may see it: the others come
// by their keys.
func TestNestedOrder(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: bands}, address)
		must(t, s, "POST", "/bands/", "", `{}`)
		ids := map[string]string{}
		for _, name := range []string{"alice", "bob", "admin"} {
			ids[name] = string(rune('0' + userID(t, s, name)))
		}
		for _, pair := range [][2]string{{"bob", "bob"}, {"alice", "admin"}, {"admin", "alice"}} {
			must(t, s, "POST", "/players/", "admin", `{"band":1,"member":"`+pair[0]+`","substitute":`+ids[pair[1]]+`}`)
		}
		for _, tt := range []struct{ user, path, want string }{
			{"admin", "/bands/1/", `{"id":1,"up":[{"id":3,"member":"admin"},{"id":2,"member":"alice"},{"id":1,"member":"bob"}],"down":[{"id":1,"member":"bob"},{"id":2,"member":"alice"},{"id":3,"member":"admin"}],"keyed":[{"id":2,"member":"alice"},{"id":3,"member":"admin"},{"id":1,"member":"bob"}]}`},
			{"bob", "/bands/1/", `{"id":1,"up":[{"id":2,"member":null},{"id":3,"member":null},{"id":1,"member":"bob"}],"down":[{"id":1,"member":"bob"},{"id":2,"member":null},{"id":3,"member":null}],"keyed":[{"id":2,"member":null},{"id":3,"member":null},{"id":1,"member":"bob"}]}`},
			{"bob", "/bands/?fields=up,id", `[{"id":1,"up":[{"id":2,"member":null},{"id":3,"member":null},{"id":1,"member":"bob"}]}]`},
			{"alice", "/bands/?fields=up", `[{"up":[{"id":1,"member":null},{"id":3,"member":null},{"id":2,"member":"alice"}]}]`},
		} {
			if status, got := call(s, "GET", tt.path, tt.user, ""); status != 200 || got != tt.want {
				t.Errorf("GET %s as %s:\n got %d %s\nwant %s", tt.path, tt.user, status, got, tt.want)
			}
		}
	})
}
