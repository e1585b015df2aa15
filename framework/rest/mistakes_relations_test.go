// Mistakes in relations.

package rest_test

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Mistakes in relations between rows.
var relationMistakes = []mistake{
	{"options of relations", func() *rest.Set {
		type (
			Place struct {
				ID   int64   `rest:"id,readonly"`
				Null *string `rest:"null,unique" validate:"max=100"`
				Code string  `rest:"code,unique,writeonly" validate:"max=100"`
				Any  any     `rest:"any"`
			}
			Line struct {
				ID int64 `rest:"id,readonly"`
			}
			Related struct {
				ID              int64                       `rest:"id,readonly"`
				ShowUnknown     rest.BelongsTo[auth.User]   `rest:"show_unknown,show=user_name"`
				ShowNumber      rest.BelongsTo[auth.User]   `rest:"show_number,show=id"`
				ShowNull        rest.BelongsTo[Place]       `rest:"show_null,show=null"`
				ShowSecret      rest.BelongsTo[Place]       `rest:"show_secret,show=code"`
				ShowAmbiguous   rest.BelongsTo[auth.User]   `rest:"show_ambiguous,show=email"`
				ShowAndLink     rest.BelongsTo[auth.User]   `rest:"show_and_link,link,show=username"`
				ShowOfText      string                      `rest:"show_of_text,show=title"`
				ShowOfMany      rest.ManyToMany[auth.User]  `rest:"show_of_many,show=email"`
				LinkToNothing   rest.BelongsTo[auth.User]   `rest:"link_to_nothing,link"`
				NoWayBack       rest.HasMany[Line]          `rest:"no_way_back,readonly"`
				ByOfOne         rest.BelongsTo[auth.User]   `rest:"by_of_one,by=username"`
				ThroughOfOne    rest.BelongsTo[auth.User]   `rest:"through_of_one,through=authors"`
				ThroughNoName   rest.ManyToMany[auth.Group] `rest:"through_no_name,optional,through=Note-Groups"`
				OndeleteUnknown rest.BelongsTo[auth.User]   `rest:"ondelete_unknown,ondelete=cascad"`
				OndeleteNull    rest.BelongsTo[auth.User]   `rest:"ondelete_null,ondelete=null"`
				OndeleteOfMany  rest.ManyToMany[auth.Group] `rest:"ondelete_of_many,optional,ondelete=cascade"`
				ToNumber        rest.BelongsTo[int]         `rest:"to_number"`
				ToPointer       rest.BelongsTo[*auth.User]  `rest:"to_pointer"`
				ToMistake       rest.BelongsTo[Place]       `rest:"to_mistake"`
				ToMistakeToo    rest.BelongsTo[Place]       `rest:"to_mistake_too"`
			}
		)
		return one[Related]()
	}},
	{"other sides", func() *rest.Set {
		return listing(of[Team](), of[Crew](), of[Band](), of[Choir](), of[Folder](), of[hound]())
	}},
	{"tables of pairs", func() *rest.Set {
		type Paired struct {
			ID          int64                       `rest:"id,readonly"`
			ThroughRows rest.ManyToMany[auth.Group] `rest:"through_rows,optional,through=users"`
			Groups      rest.ManyToMany[auth.Group] `rest:"groups,optional,through=pairs"`
			OtherPairs  rest.ManyToMany[auth.User]  `rest:"other_pairs,optional,through=pairs"`
		}
		return one[Paired]()
	}},
	{"rows that others may not reach", func() *rest.Set {
		type (
			Person struct {
				ID       int64  `rest:"id,readonly"`
				Username string `rest:"username,unique" validate:"max=100"`
			}
			Locked struct {
				ID int64 `rest:"id,readonly"`
			}
			Listed struct {
				ID int64 `rest:"url,readonly,link" db:"id"`
			}
			Reaching struct {
				ID       int64                     `rest:"id,readonly"`
				Account  rest.BelongsTo[auth.User] `rest:"account,link"`
				Unlinked rest.BelongsTo[Listed]    `rest:"unlinked,link"`
				One      rest.BelongsTo[Locked]    `rest:"one"`
				Many     rest.ManyToMany[Locked]   `rest:"many,readonly"`
				Inside   rest.BelongsTo[Locked]    `rest:"-"`
			}
		)
		odd := permission.RowFunc("odd row", func(permission.Request, any) bool { return true })
		return listing(
			rest.ViewSet[Person]{Path: "/people/", Table: "users", Actions: rest.ReadOnly},
			rest.ViewSet[Locked]{Path: "/locked/", Access: odd, Actions: rest.Retrieve},
			rest.ViewSet[Listed]{Path: "/listed/", Actions: rest.List},
			rest.ViewSet[Reaching]{Path: "/reaching/", Actions: rest.ReadOnly},
		)
	}},
}

// hound refers to hounds by one-to-one relations of which there may be several, or that clients send.
type hound struct {
	ID     int64                 `rest:"id,readonly"`
	Master rest.BelongsTo[hound] `rest:"master,optional"`
	Dog    rest.HasOne[hound]    `rest:"dog,readonly"`
	Pup    rest.HasOne[hound]    `rest:"pup,by=master"`
	Cub    *rest.HasOne[hound]   `rest:"cub,readonly"`
	Cat    rest.HasOne[hound]    `rest:"-"`
}
