package serve_test

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
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
