// The set of the scenarios of filters by days relative to now, and by the requester's account.

package serve_test

import (
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/messages/german"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// parcel is a row with days, moments and accounts.
type parcel struct {
	ID      int64                     `rest:"id,readonly"`
	State   string                    `rest:"state,filter=in ne" validate:"oneof=new sent lost"`
	Title   string                    `rest:"title,optional,filter=ne"`
	Due     *rest.Date                `rest:"due,filter=in ne lt lte gt gte"`
	Arrives *time.Time                `rest:"arrives,filter=eq lt gte date"`
	Sender  rest.BelongsTo[auth.User] `rest:"sender,readonly,show=username,filter"`
	To      rest.BelongsTo[auth.User] `rest:"to,optional,show=username,filter=in ne isnull"`
	By      rest.BelongsTo[auth.User] `rest:"by,optional,filter"`
}

// parcels have filters that depend on the request.
func parcels() *rest.Set {
	return rest.NewSet("parcels",
		rest.ViewSet[parcel]{
			Path: "/parcels/", Access: permission.SignedInOrReadOnly, Pages: rest.LimitOffset{Default: 20, Max: 100},
			Owner:     rest.Field(func(p *parcel) *rest.BelongsTo[auth.User] { return &p.Sender }),
			Filters:   []rest.Filter{{Path: "to.username", Name: "name", Lookups: "in icontains"}},
			Members:   rest.Members{Fields: true},
			Unindexed: map[string]string{"state__ne": "few rows", "title__ne": "few rows", "due__ne": "few rows", "to__ne": "few rows", "name__icontains": "few rows"},
		},
		rest.ViewSet[auth.User]{Path: "/users/", Access: permission.Anyone, Actions: rest.ReadOnly, Filters: []rest.Filter{{Path: "username"}}},
	).TimeZones(rest.TimeZones{}).Catalogues(german.Catalogue())
}
