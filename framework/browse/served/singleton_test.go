package served_test

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
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
