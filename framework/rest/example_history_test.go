// An example of the history of records.

package rest_test

import (
	"fmt"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Contract is what nobody changes unseen.
type Contract struct {
	ID    int64  `rest:"id,readonly"`
	Party string `rest:"party" validate:"max=100"`
}

// A view set keeps who has changed its records, and lets whoever may change one make it what it was.
func ExampleHistory() {
	plan, err := rest.NewSet("contracts", rest.ViewSet[Contract]{
		Path: "/contracts/", Access: permission.SignedInOrReadOnly,
		History: &rest.History{Deleted: permission.Admin, Max: 1000},
	}).Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, o := range plan.Resources[0].Operations {
		if o.History {
			fmt.Println(o.Method, o.Pattern)
		}
	}
	fmt.Println(plan.Resources[0].History.Type.Table)
	// Output:
	// GET /contracts/{key}/history/
	// POST /contracts/{key}/history/{entry}/restore/
	// contracts_history
}
