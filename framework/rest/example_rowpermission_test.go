// Examples of permissions on single rows.

package rest_test

import (
	"fmt"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Dossier is seen and changed by those who have been granted that, paper by paper.
type Dossier struct {
	ID          int64                                     `rest:"id,readonly"`
	Title       string                                    `rest:"title"`
	Permissions rest.HasMany[rest.RowPermission[Dossier]] `rest:"-"`
}

// Rules ask for permissions that the database keeps for each row, which administrators grant and revoke at a path.
func ExampleRowPermissions() {
	plan, err := rest.NewSet("papers",
		rest.ViewSet[Dossier]{Path: "/papers/", Access: permission.By{
			Read:   permission.RowPermission("view_paper", "change_paper"),
			Write:  permission.RowPermission("change_paper"),
			Create: permission.Admin,
		}},
		rest.RowPermissions[Dossier]{Path: "/paper-permissions/"},
	).Access(permission.Admin).Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(permission.String(plan.Resources[0].Access))
	for _, o := range plan.Resources[1].Operations {
		fmt.Println(o.Method, o.Pattern)
	}
	fmt.Println("in the table", plan.Resources[1].Type.Table)
	// Output:
	// by(read row permission view_paper or change_paper, write row permission change_paper, create admin)
	// GET /paper-permissions/
	// POST /paper-permissions/
	// GET /paper-permissions/{key}/
	// DELETE /paper-permissions/{key}/
	// in the table dossier_permissions
}

// A RowPermission is granted by code too, within the transaction of a call.
func ExampleRowPermission() {
	share := rest.OnRecord("share", func(c *rest.Call, p *Dossier, _ rest.None) (*Dossier, error) {
		grant := rest.RowPermission[Dossier]{Permission: "change_paper"}
		grant.Row.ID, grant.User.ID = p.ID, c.User().ID
		return p, rest.Rows[rest.RowPermission[Dossier]](c).Create(&grant)
	})
	papers := rest.ViewSet[Dossier]{Path: "/papers/", Access: permission.RowPermission("view_paper"), Extra: []rest.Action{share}}
	printPlan(rest.NewSet("papers", papers).Access(permission.Admin), "share")
	// Output:
	// share POST /papers/{key}/share/ answers rest_test.Dossier
}
