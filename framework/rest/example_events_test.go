// Examples of events and webhooks.

package rest_test

import (
	"fmt"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Readers of /-/events receive an event when a contract is made, changed or deleted.
func ExampleEvents() {
	plan, err := rest.NewSet("contracts",
		rest.ViewSet[Contract]{Path: "/contracts/", Events: true},
	).Access(permission.SignedIn).Events(rest.Events{Keep: 24 * time.Hour}).Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plan.Resources[0].EventName(), "kept for", plan.Events.Keep)
	// Output: contracts kept for 24h0m0s
}

// Administrators say where changes of contracts are sent.
func ExampleWebhooks() {
	plan, err := rest.NewSet("contracts",
		rest.ViewSet[Contract]{Path: "/contracts/", Events: true},
		rest.Webhooks{Path: "/webhooks/"},
	).Access(permission.SignedIn).Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range plan.Resources[1:] {
		fmt.Println(r.Path, permission.String(r.Access))
	}
	// Output:
	// /webhooks/ admin
	// /webhook-deliveries/ admin
}

// A reader may be away for a month.
func ExampleSet_Events() {
	plan, err := rest.NewSet("contracts", rest.ViewSet[Contract]{Path: "/contracts/", Events: true}).
		Access(permission.SignedIn).Events(rest.Events{Keep: 30 * 24 * time.Hour}).Compile()
	fmt.Println(plan.Events.Keep, err)
	// Output: 720h0m0s <nil>
}
