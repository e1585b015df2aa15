// An example of the audit log.

package rest_test

import (
	"fmt"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// A set keeps who has changed its rows for a year, and shows that to administrators.
func ExampleAudit() {
	plan, err := rest.NewSet("contracts",
		rest.ViewSet[Contract]{Path: "/contracts/"},
		rest.Audit{Path: "/audit/", Keep: 365 * 24 * time.Hour},
	).Access(permission.SignedIn).Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	audit := plan.Resources[1]
	for _, o := range audit.Operations {
		fmt.Println(o.Method, o.Pattern)
	}
	fmt.Println(permission.String(audit.Access), plan.Audit.Keep)
	// Output:
	// GET /audit/
	// GET /audit/{key}/
	// admin 8760h0m0s
}
