package serve_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type profile struct {
	ID      int64                    `rest:"id,readonly"`
	Name    string                   `rest:"name,unique" validate:"max=50"`
	Friends rest.ManyToMany[profile] `rest:"friends,optional,link"`
}

type drawer struct {
	ID    string             `rest:"code" db:"id" validate:"max=9"`
	Tools rest.HasMany[tool] `rest:"tools,readonly,link"`
}

type tool struct {
	ID     int64                  `rest:"id,readonly"`
	Name   string                 `rest:"name"`
	Drawer rest.BelongsTo[drawer] `rest:"drawer,ondelete=cascade"`
}

func lookups() *rest.Set {
	return rest.NewSet("lookups",
		rest.ViewSet[profile]{Path: "/profiles/", Lookup: "name", LookupPattern: `[\w.@+ &-]+`},
		rest.ViewSet[drawer]{Path: "/drawers/"},
		rest.ViewSet[tool]{Path: "/drawers/best/"},
	).Access(permission.Anyone)
}
