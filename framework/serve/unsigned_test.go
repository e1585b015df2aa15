package serve_test

import (
	"math"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type meter struct {
	ID    int64   `rest:"id,readonly"`
	Name  string  `rest:"name"`
	Ticks uint64  `rest:"ticks,readonly" default:"0"`
	Turns *uint64 `rest:"turns,readonly"`
}

func setMeter(_ *rest.Call, m *meter) error {
	turns := uint64(math.MaxUint64)
	switch m.Name {
	case "most":
		m.Ticks = math.MaxInt64
	case "more":
		m.Ticks = math.MaxInt64 + 1
	case "turns":
		m.Turns = &turns
	}
	return nil
}

func meters() *rest.Set {
	return rest.NewSet("meters", rest.ViewSet[meter]{
		Path: "/meters/", Serializer: rest.Serializer[meter]{BeforeSave: setMeter},
	}).Access(permission.Anyone)
}
