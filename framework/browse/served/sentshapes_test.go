package served_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
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

// What clients send as a representation of its own has the defaults of that, and breaks no rule of the
// rows, whatever its own rules are.
func TestSentShapes(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("lamps",
			rest.ViewSet[hall]{Path: "/halls/"},
			rest.ViewSet[lamp]{
				Path: "/halls/{hall}/lamps/", RecordPath: "/lamps/",
				Shapes:     rest.Shapes{Create: rest.As[newLamp](), Update: rest.As[lampChange]()},
				Serializer: rest.Serializer[lamp]{Computed: []rest.Computed[lamp]{rest.Compute("lit", func(_ *rest.Call, l *lamp) bool { return l.State == "on" })}},
			},
		).Access(permission.Anyone)
	}
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: set, Pages: pages(t)}, address)
		must(t, s, "POST", "/halls/", "", `{"name":"h"}`)
		const lamps, record = "/halls/1/lamps/", "/lamps/1/"
		for _, tt := range []struct{ line, body, want string }{
			{"POST " + lamps, `{"name":"a"}`, `{"id":1,"hall":1,"name":"a","color":"red","power":5,"maker":"of the shape","lit":true}`},
			{"POST " + lamps, `{"name":"a","color":"green","power":7,"maker":"m","state":"off"}`, `{"id":2,"hall":1,"name":"a","color":"green","power":7,"maker":"m","lit":false}`},
			{"POST " + lamps, `{"name":"far too long"}`, `{"name":["Ensure this field has no more than 10 characters."]}`},
			{"POST " + lamps, `{"name":"a","color":"blue"}`, `{"color":["\"blue\" is not a valid choice."]}`},
			{"POST " + lamps, `{"name":"a","power":101}`, `{"power":["Ensure this value is less than or equal to 100."]}`},
			{"PATCH " + record, `{"name":"a lot longer"}`, `{"name":["Ensure this field starts with \"l\".","Ensure this field has no more than 10 characters."]}`},
			{"PATCH " + record, `{"power":101}`, `{"power":["Ensure this value is less than or equal to 50."]}`},
			{"PATCH " + record, `{"color":"blue"}`, `{"color":["\"blue\" is not a valid choice."]}`},
			{"PUT " + record, `{"name":"l","color":"green","power":50}`, `{"id":1,"hall":1,"name":"l","color":"green","power":50,"maker":"of the shape","lit":true}`},
		} {
			method, path, _ := strings.Cut(tt.line, " ")
			if _, got := call(s, method, path, "", tt.body); got != tt.want {
				t.Errorf("%s %s: got %s, want %s", tt.line, tt.body, got, tt.want)
			}
		}
		page := send(s, "GET", lamps, "", "Accept", "text/html").Body.String()
		for _, want := range []string{`value="5"`, `value="of the shape"`, `<option value="red" selected>`, "At most 10 characters."} {
			if !strings.Contains(page, want) {
				t.Errorf("the form of a create lacks %s:\n%s", want, page)
			}
		}
	})
}
