// A test of values that are written and read again.

package resttest_test

import (
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
)

// A configuration whose rules look at rows that clients may change: people read and write drafts, and drawers
// belong only to their owners.

type drawer struct {
	ID    int64                     `rest:"id,readonly"`
	Name  string                    `rest:"name,unique" validate:"max=100"`
	Owner rest.BelongsTo[auth.User] `rest:"owner,readonly,show=username"`
}

type draft struct {
	ID      int64                     `rest:"id,readonly"`
	Title   string                    `rest:"title" validate:"max=20"`
	State   string                    `rest:"state" default:"draft" validate:"oneof=draft final"`
	Drawer  rest.BelongsTo[drawer]    `rest:"drawer,optional,show=name,ondelete=null"`
	Drawers rest.ManyToMany[drawer]   `rest:"drawers,optional"`
	Owner   rest.BelongsTo[auth.User] `rest:"owner,readonly,show=username"`
}

func written() *rest.Set {
	return rest.NewSet("written",
		rest.ViewSet[drawer]{
			Path: "/drawers/", Access: permission.Owner,
			Owner: rest.Field(func(d *drawer) *rest.BelongsTo[auth.User] { return &d.Owner }),
		},
		rest.ViewSet[draft]{
			Path: "/drafts/", Access: permission.All(permission.SignedIn, permission.Any(permission.Admin, permission.Is("state", "draft"))),
			Owner: rest.Field(func(d *draft) *rest.BelongsTo[auth.User] { return &d.Owner }),
		},
	)
}

func TestWritten(t *testing.T) {
	resttest.Run(t, "../../testdata/written/*.txtar", resttest.Config{Set: written, Pages: pages})
}
