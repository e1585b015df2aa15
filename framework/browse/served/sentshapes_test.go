package served_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type hall struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// lamp is a row that clients send as one of two other structs.
type lamp struct {
	ID    int64                `rest:"id,readonly"`
	Hall  rest.BelongsTo[hall] `rest:"hall,readonly,ondelete=cascade"`
	Name  string               `rest:"name" validate:"max=10"`
	Color string               `rest:"color" validate:"oneof=red green"`
	Power int64                `rest:"power" validate:"max=100"`
	Maker string               `rest:"maker,createonly" default:"of the row"`
	State string               `rest:"-" default:"off"`
}

type newLamp struct {
	Name  string `rest:"name"`
	Color string `rest:"color" default:"red"`
	Power int64  `rest:"power" default:"5"`
	Maker string `rest:"maker" default:"of the shape"`
	State string `rest:"state,writeonly" default:"on"`
}

type lampChange struct {
	Name  string `rest:"name" validate:"startswith=l"`
	Color string `rest:"color"`
	Power int64  `rest:"power" validate:"max=50"`
}

func lamps() *rest.Set {
	return rest.NewSet("lamps",
		rest.ViewSet[hall]{Path: "/halls/"},
		rest.ViewSet[lamp]{
			Path: "/halls/{hall}/lamps/", RecordPath: "/lamps/",
			Shapes:     rest.Shapes{Create: rest.As[newLamp](), Update: rest.As[lampChange]()},
			Serializer: rest.Serializer[lamp]{Computed: []rest.Computed[lamp]{rest.Compute("lit", func(_ *rest.Call, l *lamp) bool { return l.State == "on" })}},
		},
	).Access(permission.Anyone)
}
