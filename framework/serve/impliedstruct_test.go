package serve_test

import (
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
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

// A rule of rows of another struct of the same table is not implied by what stands at the same places in this one.
func TestImpliedOfAnotherStruct(t *testing.T) {
	set := func() *rest.Set {
		open := func(name string) permission.Rule { return permission.Any(permission.Is(name, false), permission.Admin) }
		return rest.NewSet("dossiers",
			rest.ViewSet[lore]{Path: "/dossiers/", Table: "dossiers", Access: permission.Anyone},
			rest.ViewSet[loreFile]{Path: "/files/", Table: "dossiers", Access: open("secret")},
			rest.ViewSet[loreNote]{Path: "/notes/", Access: open("dossier.hidden")},
		)
	}
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: set}, address)
		for _, made := range [][2]string{{"/dossiers/", `{"name":"a","hidden":true}`}, {"/notes/", `{"dossier":1}`}} {
			if w := sendAs(s, "admin", "POST", made[0], made[1], "Content-Type", "application/json"); w.Code != 201 {
				t.Fatalf("%s: got %d %s", made[0], w.Code, w.Body)
			}
		}
		const want = `[{"id":1,"secret":false,"hidden":true,"name":"a","notes":[],"count":0}]`
		if w := sendAs(s, "alice", "GET", "/files/", ""); w.Body.String() != want {
			t.Errorf("got %d %s, want %s", w.Code, w.Body, want)
		}
	})
}
