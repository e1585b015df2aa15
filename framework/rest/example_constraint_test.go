// An example of a condition on several fields.

package rest_test

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// Trip is a journey of a group.
type Trip struct {
	ID     int64      `rest:"id,readonly"`
	Begins rest.Date  `rest:"begins"`
	Ends   *rest.Date `rest:"ends" validate:"gtefield=Begins"`
	State  string     `rest:"state" default:"planned" validate:"oneof=planned cancelled"`
	Reason string     `rest:"reason,optional" validate:"max=100,required_if=State cancelled"`
	Seats  int64      `rest:"seats"`
	Taken  int64      `rest:"taken" default:"0"`
}

// Words of validate tags look at two fields; what they cannot say is a condition with its message.
func ExampleConstraint() {
	trips := rest.ViewSet[Trip]{Path: "/trips/", Constraints: []rest.Constraint{
		{Holds: predicate.Lte("taken", predicate.F("seats")), Field: "taken", Message: "There are not so many seats."},
	}}
	plan, err := rest.NewSet("trips", trips).Access(permission.Anyone).Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(plan.String()) {
		if words := strings.Fields(line); len(words) > 0 && words[0] == "constraint" {
			fmt.Println(strings.Join(words, " "))
		}
	}
	// Output:
	// constraint (ends is null or ends gte the field begins) for the validate tag of Ends
	// constraint (not state eq cancelled or not reason eq "") for the validate tag of Reason
	// constraint taken lte the field seats for Constraints of /trips/
}
