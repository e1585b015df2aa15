package serve_test

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
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
