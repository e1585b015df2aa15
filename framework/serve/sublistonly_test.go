package serve_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type parade struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,sort"`
	Open bool   `rest:"open"`
}

func parades() *rest.Set {
	return rest.NewSet("parades", rest.ViewSet[parade]{
		Path: "/parades/", Actions: rest.Create, Ordering: []string{"by=-open,name"}, Members: rest.Members{Fields: true},
		Extra: []rest.Action{rest.Sublist("open", permission.Is("open", true))},
	}).Access(permission.Anyone)
}
