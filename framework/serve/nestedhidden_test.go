package serve_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// shipment goes to a port, and so does each of its boxes; some ports are for administrators.
type shipment struct {
	ID     int64                    `rest:"id,readonly"`
	Title  string                   `rest:"title"`
	PortID rest.BelongsTo[seaport]  `rest:"-,optional" db:"port_id"`
	Boxes  rest.HasMany[shippedBox] `rest:"-"`

	Port rest.Nested[seaport]  `rest:"port,of=port_id,nested=merge,optional"`
	Rows rest.Nested[boxBrief] `rest:"boxes,of=boxes,nested=replace,optional"`
}

type shippedBox struct {
	ID       int64                    `rest:"id,readonly"`
	Shipment rest.BelongsTo[shipment] `rest:"shipment,ondelete=cascade"`
	Name     string                   `rest:"name"`
	PortID   rest.BelongsTo[seaport]  `rest:"-,optional" db:"port_id"`

	Port rest.Nested[seaport] `rest:"port,of=port_id,nested=merge,optional"`
}

type boxBrief struct {
	ID   int64                `rest:"id,readonly"`
	Name string               `rest:"name"`
	Port rest.Nested[seaport] `rest:"port,of=port_id,nested=merge,optional"`
}

type seaport struct {
	ID     int64  `rest:"id,readonly"`
	City   string `rest:"city"`
	Hidden bool   `rest:"hidden" default:"false"`
}

func ships() *rest.Set {
	return rest.NewSet("ships",
		rest.ViewSet[shipment]{Path: "/shipments/", Bulk: rest.Bulk{Actions: rest.Modify}},
		rest.ViewSet[shippedBox]{Path: "/boxes/"},
		rest.ViewSet[seaport]{Path: "/ports/", Access: permission.Any(permission.Admin, permission.Is("hidden", false))},
	).Access(permission.Anyone)
}
