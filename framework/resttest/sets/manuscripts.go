// Manuscripts: rules that hide rows, and rules that refuse.

package sets

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type (
	// manuscript is read by everybody and changed by its author: for others there is nothing to change.
	manuscript struct {
		ID     int64                        `rest:"id,readonly"`
		Title  string                       `rest:"title"`
		Author rest.BelongsTo[auth.User]    `rest:"author,readonly,show=username"`
		Marks  rest.HasMany[manuscriptMark] `rest:"marks,readonly"`
	}
	manuscriptMark struct {
		ID    int64                      `rest:"id,readonly"`
		Draft rest.BelongsTo[manuscript] `rest:"draft,ondelete=cascade"`
		User  rest.BelongsTo[auth.User]  `rest:"user,show=username"`
	}
	// vaultedPaper is for administrators, and nobody else learns that there is such a list.
	vaultedPaper struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
)

// Manuscripts are rows under rules that hide, and rules that refuse.
func Manuscripts() *rest.Set {
	done := func(_ *rest.Call, d *manuscript, _ rest.None) (*manuscript, error) { return d, nil }
	return rest.NewSet("drafts",
		rest.ViewSet[manuscript]{
			Name: "draft",
			Path: "/drafts/", Owner: rest.Field(func(d *manuscript) *rest.BelongsTo[auth.User] { return &d.Author }), Bulk: rest.Bulk{Actions: rest.Modify | rest.Destroy},
			Access: permission.By{
				Read:    permission.Anyone,
				Write:   permission.All(permission.SignedIn, permission.OrNotFound(permission.Owner)),
				Actions: map[string]permission.Rule{"sign": permission.OrNotFound(permission.Me("marks.user")), "seal": permission.Admin},
			},
			Extra: []rest.Action{rest.OnRecord("sign", done), rest.OnRecord("seal", done), rest.OnRecord("lock", done)},
		},
		rest.ViewSet[manuscriptMark]{Path: "/marks/", Access: permission.Anyone},
		rest.ViewSet[vaultedPaper]{Path: "/papers/", Access: permission.OrNotFound(permission.Admin), EmptyNotFound: true},
	).Access(permission.Anyone)
}
