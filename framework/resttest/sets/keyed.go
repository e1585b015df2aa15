// Keyed rows: keys and look-up values of every kind.

package sets

import (
	"github.com/google/uuid"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type currency struct {
	ID    string             `rest:"code" validate:"max=8"`
	Name  string             `rest:"name,unique" validate:"max=100"`
	Sites rest.HasMany[site] `rest:"sites,readonly,link"`
}

type site struct {
	ID       int64                    `rest:"url,readonly,link"`
	Slug     string                   `rest:"slug,unique" validate:"max=50"`
	Name     string                   `rest:"name,unique" validate:"max=100"`
	Currency rest.BelongsTo[currency] `rest:"currency,optional"`
	Parcels  rest.HasMany[parcel]     `rest:"parcels,readonly,by=Home"`
}

type parcel struct {
	ID       uuid.UUID                 `rest:"id,readonly"`
	Note     string                    `rest:"note" default:""`
	Home     rest.BelongsTo[site]      `rest:"home,link,optional,ondelete=null"`
	Target   rest.BelongsTo[site]      `rest:"target,show=name,optional,ondelete=null"`
	Paid     rest.BelongsTo[currency]  `rest:"paid,link,optional,ondelete=null"`
	Before   rest.BelongsTo[parcel]    `rest:"before,optional,ondelete=null"`
	Stops    rest.ManyToMany[site]     `rest:"stops,link,optional"`
	Accepted rest.ManyToMany[currency] `rest:"accepted,optional"`
	Near     rest.ManyToMany[parcel]   `rest:"near,optional"`
	Beside   rest.ManyToMany[parcel]   `rest:"beside,link,optional"`
}

// Keyed are rows with keys and look-up values of every kind.
func Keyed() *rest.Set {
	return rest.NewSet("keyed",
		rest.ViewSet[currency]{Path: "/currencies/"},
		rest.ViewSet[site]{Path: "/sites/", Lookup: "slug"},
		rest.ViewSet[parcel]{Path: "/parcels/", Order: []string{"note"}},
	).Access(permission.Anyone)
}
