package serve_test

import (
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type strongroom struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
	Open bool   `rest:"open" default:"true"`
}

// consignment keeps to itself what clients send of it as a newConsignment.
type consignment struct {
	ID     int64                       `rest:"id,readonly"`
	Code   string                      `rest:"-,unique" db:"code"`
	Vault  rest.BelongsTo[strongroom]  `rest:"-" db:"vault_id"`
	Spares rest.ManyToMany[strongroom] `rest:"-"`
	Name   string                      `rest:"name" validate:"max=3"`
	Sent   bool                        `rest:"sent,readonly"`
}

type newConsignment struct {
	Code   string                      `rest:"code,writeonly" db:"code"`
	Vault  rest.BelongsTo[strongroom]  `rest:"vault,writeonly" db:"vault_id"`
	Spares rest.ManyToMany[strongroom] `rest:"spares,writeonly,optional"`
	Name   string                      `rest:"name"`
}

func consignments(meanwhile *func()) *rest.Set {
	open := permission.Any(permission.Admin, permission.Is("open", true))
	return rest.NewSet("consignments",
		rest.ViewSet[strongroom]{Path: "/vaults/", Access: open},
		rest.ViewSet[consignment]{
			Path: "/consignments/", Shapes: rest.Shapes{Create: rest.As[newConsignment](), Update: rest.As[newConsignment]()},
			Serializer: rest.Serializer[consignment]{
				BeforeSave: func(c *rest.Call, p *consignment) error {
					(*meanwhile)()
					p.Sent = c.Sent("code")
					return nil
				},
			},
		},
	).Access(permission.Anyone)
}

// What a row keeps to itself, and clients send, has the name that they send it by, and its rules.
func TestSentNames(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		meanwhile := func() {}
		s := server.New(t, server.Config{Set: func() *rest.Set { return consignments(&meanwhile) }, Pages: server.PlainPages}, address)
		server.Must(t, s, "POST", "/vaults/", "admin", `{"name":"a"}`)
		server.Must(t, s, "POST", "/vaults/", "admin", `{"name":"b","open":false}`)
		const missing = `["Invalid pk \"2\" - object does not exist."]`
		for _, tt := range []struct{ method, path, body, want string }{
			{"POST", "/consignments/", `{"code":"x","vault":1,"spares":[1],"name":"n"}`, `{"id":1,"name":"n","sent":true}`},
			{"PATCH", "/consignments/1/", `{"name":"m"}`, `{"id":1,"name":"m","sent":false}`},
			{"PATCH", "/consignments/1/", `{"code":"x"}`, `{"id":1,"name":"m","sent":true}`},
			{"POST", "/consignments/", `{"code":"x","vault":1,"name":"n"}`, `{"code":["consignment with this code already exists."]}`},
			{"POST", "/consignments/", `{"code":"y","vault":2,"name":"n"}`, `{"vault":` + missing + `}`},
			{"POST", "/consignments/", `{"code":"y","vault":1,"spares":[1,2],"name":"n"}`, `{"spares":` + missing + `}`},
			{"PATCH", "/consignments/1/", `{"vault":2}`, `{"vault":` + missing + `}`},
			{"POST", "/consignments/", `{"code":"x","vault":2,"spares":[2],"name":"long"}`, `{"code":["consignment with this code already exists."],"vault":` + missing + `,"spares":` + missing + `,"name":["Ensure this field has no more than 3 characters."]}`},
			{"POST", "/consignments/", `{}`, `{"code":["This field is required."],"vault":["This field is required."],"name":["This field is required."]}`},
		} {
			if _, got := server.Call(s, tt.method, tt.path, "", tt.body); got != tt.want {
				t.Errorf("%s %s %s: got %s, want %s", tt.method, tt.path, tt.body, got, tt.want)
			}
		}
		meanwhile = func() {
			meanwhile = func() {}
			server.Must(t, s, "POST", "/consignments/", "", `{"code":"z","vault":1,"name":"n"}`)
		}
		want := `{"code":["consignment with this code already exists."]}`
		if status, got := server.Call(s, "POST", "/consignments/", "", `{"code":"z","vault":1,"name":"n"}`); status != 400 || got != want {
			t.Errorf("taken meanwhile: got %d %s, want 400 %s", status, got, want)
		}
		meanwhile = func() {
			meanwhile = func() {}
			server.Must(t, s, "PATCH", "/vaults/1/", "admin", `{"open":false}`)
		}
		want = `{"vault":["Invalid pk \"1\" - object does not exist."]}`
		if status, got := server.Call(s, "POST", "/consignments/", "", `{"code":"w","vault":1,"name":"n"}`); status != 400 || got != want {
			t.Errorf("hidden meanwhile: got %d %s, want 400 %s", status, got, want)
		}
	})
}
