package serve_test

import (
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
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

// Who may not read the member for which a search has no index searches the others all the same: the migration has made no
// index of beginnings, nor on PostgreSQL the function of one.
func TestSearchWithoutMemberThatHasNoIndex(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: flasks}, address)
		for _, body := range []string{`{"name":"Ale","note":"x"}`, `{"name":"Beer","note":"ale"}`} {
			if w := sendAs(s, "admin", "POST", "/flasks/", body, "Content-Type", "application/json"); w.Code != 201 {
				t.Fatalf("POST %s: got %d %s", body, w.Code, w.Body)
			}
		}
		for user, want := range map[string]string{
			"admin": `[{"id":1,"name":"Ale","note":"x"},{"id":2,"name":"Beer","note":"ale"}]`,
			"bob":   `[{"id":1,"name":"Ale"}]`,
		} {
			if w := sendAs(s, user, "GET", "/flasks/?search=aL", ""); w.Code != 200 || w.Body.String() != want {
				t.Errorf("search as %s: got %d %s, want %s", user, w.Code, w.Body, want)
			}
		}
	})
}
