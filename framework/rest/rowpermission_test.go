// Tests of the tables of permissions on single rows.

package rest_test

import (
	"slices"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/schema"
)

// Leaflet is seen by those who have been granted that on its dossier.
type Leaflet struct {
	ID      int64                   `rest:"id,readonly"`
	Dossier rest.BelongsTo[Dossier] `rest:"dossier,readonly,optional"`
}

// A struct named like the accounts or the groups has a separate table for the permissions on its rows.
// Permissions on related rows are granted as any are.
func TestRowPermissionTables(t *testing.T) {
	type User struct {
		ID          int64                                  `rest:"id,readonly"`
		Permissions rest.HasMany[rest.RowPermission[User]] `rest:"-"`
	}
	type Group struct {
		ID          int64                                   `rest:"id,readonly"`
		Permissions rest.HasMany[rest.RowPermission[Group]] `rest:"-"`
	}
	see := permission.RowPermission("see")
	for want, resource := range map[string]rest.Resource{
		"user_row_permissions":  rest.ViewSet[User]{Path: "/people/", Table: "people", Access: see},
		"group_row_permissions": rest.ViewSet[Group]{Path: "/teams/", Table: "teams", Access: see},
		"dossier_permissions":   rest.ViewSet[Leaflet]{Path: "/leaflets/", Access: permission.Along("dossier", see)},
	} {
		plan, err := rest.NewSet("cases", resource).Compile()
		if err != nil {
			t.Errorf("%s: %v", want, err)
			continue
		}
		if !slices.ContainsFunc(plan.Tables, func(t schema.Table) bool { return t.Name == want }) {
			t.Errorf("there is no table %s", want)
		}
		if !plan.Grants {
			t.Errorf("%s: no groups and permissions are kept", want)
		}
	}
}
