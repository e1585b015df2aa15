// Flyers: rows that tell which actions the requester may use.

package sets

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// flyer is changed by its author, deleted by administrators and once it is done, and closed while it is open.
type flyer struct {
	ID     int64                     `rest:"id,readonly"`
	Done   bool                      `rest:"done" default:"false"`
	Author rest.BelongsTo[auth.User] `rest:"author,readonly,show=username"`
	Marks  rest.HasMany[flyerMark]   `rest:"marks,readonly"`
}

type flyerMark struct {
	ID    int64                     `rest:"id,readonly"`
	Flyer rest.BelongsTo[flyer]     `rest:"flyer,ondelete=cascade"`
	User  rest.BelongsTo[auth.User] `rest:"user,show=username"`
}

type flyerReceipt struct {
	Number int64 `rest:"number"`
}

// Flyers are rows that tell what the requester may do.
func Flyers() *rest.Set {
	done := func(_ *rest.Call, f *flyer, _ rest.None) (*flyer, error) { f.Done = true; return f, nil }
	open := func(_ *rest.Call, f *flyer, _ struct {
		Reason string `rest:"reason" validate:"max=5"`
	},
	) (*flyer, error) {
		f.Done = false
		return f, nil
	}
	receipt := func(_ *rest.Call, f *flyer, _ rest.None) (*flyerReceipt, error) { return &flyerReceipt{f.ID}, nil }
	return rest.NewSet("flyers",
		rest.ViewSet[flyer]{
			Path: "/flyers/", Owner: rest.Field(func(f *flyer) *rest.BelongsTo[auth.User] { return &f.Author }), Pages: rest.LimitOffset{Default: 20, Max: 100},
			Access:        permission.By{Read: permission.Anyone, Write: permission.All(permission.SignedIn, permission.Owner)},
			DestroyAccess: permission.Any(permission.Admin, permission.Is("done", true)),
			Extra: []rest.Action{
				rest.OnRecord("close", done, rest.Allow(permission.All(permission.SignedIn, permission.Is("done", false)))),
				rest.OnRecord("sign", done, rest.Allow(permission.Me("marks.user"))),
				rest.OnRecord("reopen", open, rest.Allow(permission.SignedIn), rest.When(predicate.Eq("done", true), "")),
				rest.OnRecord("receipt", receipt, rest.GET, rest.When(predicate.Eq("done", true), "Only a flyer that is done has a receipt.")),
			},
			Members: rest.Members{Fields: true},
		},
		rest.ViewSet[flyerMark]{Path: "/marks/"},
	).Access(permission.Anyone)
}

// Flyer is flyer, for tests that write such rows.
type Flyer = flyer

// FlyerMark is flyerMark, for tests that write such rows.
type FlyerMark = flyerMark
