// Errands with houses, steps and owners: members that clients choose.

package sets

import (
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Errands are for houses and have steps. Houses may be closed and steps secret: who is no administrator does
// not see those, and of accounts only his own.
type (
	cottage struct {
		ID     int64                     `rest:"id,readonly"`
		Name   string                    `rest:"name"`
		Closed bool                      `rest:"closed" default:"false"`
		Keeper rest.BelongsTo[auth.User] `rest:"keeper,optional,ondelete=null"`
		Guests rest.Count[chore]         `rest:"errand_count,by=house"`
	}
	chore struct {
		ID     int64                     `rest:"id,readonly,link"`
		House  rest.BelongsTo[cottage]   `rest:"house,optional,ondelete=null"`
		Second rest.BelongsTo[cottage]   `rest:"second,optional,ondelete=null"`
		Title  string                    `rest:"title"`
		Code   string                    `rest:"code,writeonly,optional"`
		Owner  rest.BelongsTo[auth.User] `rest:"owner,readonly,show=username"`
		Helper rest.BelongsTo[auth.User] `rest:"helper,optional,ondelete=null"`
		Steps  rest.HasMany[choreStep]   `rest:"steps,readonly"`
		Placed rest.Nested[cottageName]  `rest:"placed,of=house"`
	}
	choreStep struct {
		ID     int64                 `rest:"id,readonly"`
		Errand rest.BelongsTo[chore] `rest:"errand,ondelete=cascade"`
		Text   string                `rest:"text"`
		Secret bool                  `rest:"secret" default:"false"`
	}
	cottageName struct {
		Name   string                    `rest:"name"`
		Keeper rest.BelongsTo[auth.User] `rest:"keeper,readonly,optional,show=username"`
	}
	choreHolder struct {
		Username string `rest:"username,readonly"`
	}
)

// Errands are rows whose members clients choose.
func Errands() *rest.Set {
	all := permission.Any(permission.Admin, permission.ReadOnly)
	open := func(column string) permission.Rule {
		return permission.Any(permission.Admin, permission.All(permission.ReadOnly, permission.Is(column, false)))
	}
	shout := rest.Compute("shout", func(_ *rest.Call, e *chore) string { return strings.ToUpper(e.Title) })
	return rest.NewSet("errands",
		rest.ViewSet[auth.User]{Path: "/people/", Actions: rest.ReadOnly, Access: permission.Any(permission.Admin, permission.Me("id"))},
		rest.ViewSet[cottage]{Path: "/houses/", Access: open("closed")},
		rest.ViewSet[choreStep]{Path: "/steps/", Access: open("secret")},
		rest.ViewSet[chore]{
			Path: "/errands/", Access: all, Pages: rest.LimitOffset{Default: 200}, Ordering: []string{"title", "house.name"},
			Owner:      rest.Field(func(e *chore) *rest.BelongsTo[auth.User] { return &e.Owner }),
			Serializer: rest.Serializer[chore]{Computed: []rest.Computed[chore]{shout}},
			Members: rest.Members{Fields: true, Records: true, Expand: []rest.Expansion{
				rest.Expand("house"), rest.Expand("second"), rest.ExpandAs[choreHolder]("second.keeper"), rest.Expand("steps"), rest.Expand("owner"), rest.ExpandAs[choreHolder]("helper"), rest.ExpandAs[choreHolder]("placed.keeper"),
			}},
		},
		rest.ViewSet[chore]{Path: "/plain/", Name: "Plain errand", Access: all, Actions: rest.ReadOnly, Members: rest.Members{Fields: true}},
	)
}
