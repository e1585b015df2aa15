package serve_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type flask struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,search=^"`
	Note string `rest:"note,search,optional"`
}

func flasks() *rest.Set {
	return rest.NewSet("flasks",
		rest.ViewSet[flask]{
			Path: "/flasks/", Order: []string{"id"}, Fields: rest.FieldRules{"note": permission.Admin},
			Unindexed: map[string]string{"search": "few"},
		},
	).Access(permission.Anyone)
}
