package serve_test

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// diaryPage has a secret that its record does not show; who may read one is said in Go.
type diaryPage struct {
	ID     int64                     `rest:"id,readonly"`
	Text   string                    `rest:"text"`
	Secret string                    `rest:"secret" default:"hidden"`
	Owner  rest.BelongsTo[auth.User] `rest:"owner,readonly"`
}

type shownPage struct {
	Text string `rest:"text"`
}

// diaryPages are for their owners by a rule in Go.
func diaryPages() *rest.Set {
	both := func(*rest.Call, rest.None) ([]*diaryPage, error) { return []*diaryPage{{ID: 2}, {ID: 1}}, nil }
	mine := permission.RowFunc("mine", func(q permission.Request, row any) bool {
		return q.User != nil && row.(*diaryPage).Owner.ID == q.User.UserID()
	})
	return rest.NewSet("diary", rest.ViewSet[diaryPage]{
		Path: "/diary/", Access: permission.All(permission.SignedIn, mine), Actions: rest.Create | rest.Retrieve,
		Owner:  rest.Field(func(n *diaryPage) *rest.BelongsTo[auth.User] { return &n.Owner }),
		Shapes: rest.Shapes{Retrieve: rest.As[shownPage]()},
		Extra: []rest.Action{
			rest.OnList("both", both, rest.GET),
			rest.OnList("act", both),
			rest.OnList("first", func(*rest.Call, rest.None) (*diaryPage, error) { return &diaryPage{ID: 1}, nil }, rest.GET),
		},
	})
}
