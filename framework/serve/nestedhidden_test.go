package serve_test

import (
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
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

// A reference to a row that the requester may not see stays when it is sent back as it was shown.
func TestNestedHidden(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		set := func() *rest.Set {
			return rest.NewSet("ships",
				rest.ViewSet[shipment]{Path: "/shipments/", Bulk: rest.Bulk{Actions: rest.Modify}},
				rest.ViewSet[shippedBox]{Path: "/boxes/"},
				rest.ViewSet[seaport]{Path: "/ports/", Access: permission.Any(permission.Admin, permission.Is("hidden", false))},
			).Access(permission.Anyone)
		}
		s := &purchases{Server: server.New(t, server.Config{Set: set, Pages: server.PlainPages, Options: serve.Options{Now: time.Now}}, address)}
		const port = `{"id":1,"city":"Bern","hidden":true}`
		const whole = `{"id":1,"title":"a","port":` + port + `,"boxes":[{"id":1,"name":"x","port":` + port + `}]}`
		const shown = `{"id":1,"title":"a","port":null,"boxes":[{"id":1,"name":"x","port":null}]}`
		for _, step := range []struct{ request, want string }{
			{`admin POST /ports/ {"city":"Bern","hidden":true}`, `201 ` + port},
			{`admin POST /shipments/ {"title":"a","port":{"id":1},"boxes":[{"name":"x","port":{"id":1}}]}`, `201 ` + whole},
			{`nobody GET /shipments/1/`, `200 ` + shown},
			{`nobody PUT /shipments/1/ ` + shown, `200 ` + shown},
			{`admin GET /shipments/1/`, `200 ` + whole},
			{`nobody PATCH /shipments/ [` + shown + `]`, `200 [` + shown + `]`},
			{`admin GET /shipments/1/`, `200 ` + whole},
			{ // who sees it clears it, and others give it another
				`admin PATCH /shipments/1/ {"boxes":[{"id":1,"port":null}]}`,
				`200 {"id":1,"title":"a","port":` + port + `,"boxes":[{"id":1,"name":"x","port":null}]}`,
			},
			{
				`nobody PATCH /shipments/1/ {"port":{"city":"Rome"}}`,
				`200 {"id":1,"title":"a","port":{"id":2,"city":"Rome","hidden":false},"boxes":[{"id":1,"name":"x","port":null}]}`,
			},
			{
				`nobody PATCH /shipments/1/ {"port":null}`,
				`200 {"id":1,"title":"a","port":null,"boxes":[{"id":1,"name":"x","port":null}]}`,
			},
			{`admin GET /shipments/1/`, `200 ` + shown},
		} {
			s.do(t, step.request, step.want)
		}
	})
}
