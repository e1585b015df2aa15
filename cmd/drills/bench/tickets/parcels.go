package tickets

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// ParcelsName is that of the second set, and MaxParcels how many parcels a request creates at most.
const (
	ParcelsName = "parcels"
	MaxParcels  = 1000
)

// Depot is where parcels are.
type Depot struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=50"`
}

// Parcel is a row as wide as many are, with a value that no two have and a reference.
type Parcel struct {
	ID     int64                 `rest:"id,readonly"`
	Code   string                `rest:"code,unique" validate:"max=50"`
	Title  string                `rest:"title" validate:"max=120"`
	Note   string                `rest:"note,multiline,optional"`
	State  string                `rest:"state" default:"open" validate:"oneof=open shut"`
	Weight *int64                `rest:"weight"`
	Due    *rest.Date            `rest:"due"`
	Depot  rest.BelongsTo[Depot] `rest:"depot,show=name"`
}

// Parcels is a set whose rows are created one by one and many at once, by everybody.
func Parcels() *rest.Set {
	return rest.NewSet(ParcelsName,
		rest.ViewSet[Depot]{Path: "/depots/"},
		rest.ViewSet[Parcel]{Path: "/parcels/", Bulk: rest.Bulk{Actions: rest.Create, Max: MaxParcels}},
	).Access(permission.Anyone)
}
