package serve_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type (
	// route has stops, each with a place and its doors: objects in lists, at depth.
	busRoute struct {
		ID    int64     `rest:"id,readonly"`
		Stops []busStop `rest:"stops,optional" validate:"max=3"`
		Depot *busPlace `rest:"depot"`
	}
	busStop struct {
		Minute int64    `rest:"minute" validate:"min=0"`
		Place  busPlace `rest:"place"`
	}
	busPlace struct {
		City  string    `rest:"city" validate:"max=10"`
		Doors []busDoor `rest:"doors,optional"`
	}
	busDoor struct {
		Width int64 `rest:"width"`
	}
)

func buses() *rest.Set {
	return rest.NewSet("buses", rest.ViewSet[busRoute]{
		Path: "/routes/", Bulk: rest.Bulk{Actions: rest.Create},
		Extra: []rest.Action{rest.OnList("plan", func(_ *rest.Call, in busPlace) (busPlace, error) { return in, nil })},
	}).Access(permission.Anyone)
}
