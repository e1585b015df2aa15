package serve_test

import (
	"math"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
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

// A number beyond 63 bits that code sets is an error, and never kept as a negative one.
func TestUnsignedBeyondColumn(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: meters, Pages: server.PlainPages}, address)
		const most = `{"id":1,"name":"most","ticks":9223372036854775807,"turns":null}`
		if status, got := call(h, "POST", "/meters/", "", `{"name":"most"}`); status != 201 || got != most {
			t.Errorf("got %d %s, want 201 with the most that a column holds", status, got)
		}
		for _, name := range []string{"more", "turns"} {
			for method, path := range map[string]string{"POST": "/meters/", "PUT": "/meters/1/"} {
				if status, got := call(h, method, path, "", `{"name":"`+name+`"}`); status != 500 {
					t.Errorf("%s of %s: got %d %s, want 500", method, name, status, got)
				}
			}
		}
		if _, got := call(h, "GET", "/meters/1/", "", ""); got != most {
			t.Errorf("got %s, want the row as it was", got)
		}
	})
}
