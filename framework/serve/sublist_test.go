package serve_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type (
	postbag struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
		Open bool   `rest:"open" default:"true"`
	}
	postbagName struct {
		Name string `rest:"name"`
	}
)

// newPostbags serves postbags without a list of all: a Sublist and an action answer several.
func postbags() *rest.Set {
	return rest.NewSet("postbags", rest.ViewSet[postbag]{
		Path: "/postbags/", Access: permission.Anyone, Actions: rest.Create, Description: "What is sent.",
		Shapes: rest.Shapes{List: rest.As[postbagName]()}, Envelope: rest.Envelope{List: "postbags"},
		Extra: []rest.Action{
			rest.Sublist("open", permission.Is("open", true), rest.Describe("What is on its way.")),
			rest.Sublist("closed", permission.Is("open", false)),
			rest.OnList("pick", func(*rest.Call, rest.None) ([]*postbag, error) { return []*postbag{{ID: 2}}, nil }, rest.GET),
		},
	})
}
