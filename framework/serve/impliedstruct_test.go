package serve_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Two structs of one table, whose flags stand in another order.
type (
	lore struct {
		ID     int64  `rest:"id,readonly"`
		Hidden bool   `rest:"hidden" default:"false"`
		Secret bool   `rest:"secret" default:"false"`
		Name   string `rest:"name"`
	}
	loreFile struct {
		ID     int64                  `rest:"id,readonly"`
		Secret bool                   `rest:"secret" default:"false"`
		Hidden bool                   `rest:"hidden" default:"false"`
		Name   string                 `rest:"name"`
		Notes  rest.HasMany[loreNote] `rest:"notes,readonly"`
		Count  rest.Count[loreNote]   `rest:"count"`
	}
	loreNote struct {
		ID      int64                `rest:"id,readonly"`
		Dossier rest.BelongsTo[lore] `rest:"dossier"`
	}
)

func lores() *rest.Set {
	open := func(name string) permission.Rule { return permission.Any(permission.Is(name, false), permission.Admin) }
	return rest.NewSet("dossiers",
		rest.ViewSet[lore]{Path: "/dossiers/", Table: "dossiers", Access: permission.Anyone},
		rest.ViewSet[loreFile]{Path: "/files/", Table: "dossiers", Access: open("secret")},
		rest.ViewSet[loreNote]{Path: "/notes/", Access: open("dossier.hidden")},
	)
}
