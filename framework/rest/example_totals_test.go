// An example of totals of a list.

package rest_test

import (
	"fmt"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Clients request how many orders there are in each state, and what they cost together:
// /orders/totals/?by=state&aggregate=count,price__sum
func ExampleTotals() {
	type Order struct {
		ID    int64           `rest:"id,readonly"`
		State string          `rest:"state" default:"open" validate:"oneof=open paid"`
		Price decimal.Decimal `rest:"price" digits:"8,2"`
	}
	plan, err := rest.NewSet("orders", rest.ViewSet[Order]{
		Path: "/orders/", Access: permission.Anyone,
		Totals: rest.Totals{By: []string{"state"}, Of: []string{"price"}},
	}).Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, o := range plan.Resources[0].Operations {
		if o.Totals != nil {
			fmt.Println(o.Pattern, o.Totals.Type.Wires())
		}
	}
	// Output: /orders/totals/ [state count price__sum price__avg price__min price__max]
}
