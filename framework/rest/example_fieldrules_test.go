// Examples of rules about members, and of refusals.

package rest_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Payroll is who gets how much.
type Payroll struct {
	ID     int64  `rest:"id,readonly"`
	Name   string `rest:"name"`
	Salary int64  `rest:"salary,sort" default:"0"`
	Grade  string `rest:"grade" default:"junior"`
}

// Only administrators know of salaries, and only they say which grade somebody has.
func ExampleFieldRules() {
	set := rest.NewSet("payrolls", rest.ViewSet[Payroll]{
		Path: "/payrolls/", Access: permission.SignedIn,
		Fields: rest.FieldRules{
			"salary": permission.Admin,
			"grade":  permission.By{Read: permission.SignedIn, Write: permission.Admin},
		},
	})
	printPlan(set, "  fields ")
	// Output:
	// fields grade by(read signed in, write admin); salary admin
}

// Editors say a grade once, at the create; what others send of it is refused, and not ignored.
func ExampleFieldRules_create() {
	set := rest.NewSet("payrolls", rest.ViewSet[Payroll]{
		Path: "/payrolls/", Access: permission.SignedIn,
		Fields: rest.FieldRules{"grade": permission.By{
			Read: permission.SignedIn, Write: permission.OrInvalid(permission.Admin), Create: permission.OrInvalid(permission.Group("editors")),
		}},
	})
	printPlan(set, "  fields ")
	// Output:
	// fields grade by(read signed in, write admin or else 400, create in group editors or else 400)
}

// Who may change a payroll is not told to those who may not, and its page says why it cannot be closed.
func ExampleViewSet_refusals() {
	set := rest.NewSet("payrolls", rest.ViewSet[Payroll]{
		Path: "/payrolls/",
		Access: permission.By{
			Read: permission.SignedIn, Write: permission.OrNotFound(permission.Admin),
			Actions: map[string]permission.Rule{"close": permission.Because("Payrolls are closed by accountants.", permission.Group("accountants"))},
		},
		Extra: []rest.Action{rest.OnRecord("close", func(_ *rest.Call, p *Payroll, _ rest.None) (*Payroll, error) { return p, nil })},
	}).Requests(rest.RequestRules{AllowByRequester: true})
	printPlan(set, "  access ", "  requests ")
	// Output:
	// access anyone
	// requests Allow lists what the requester may do
	// access by(read signed in, write admin or else 404, close: in group accountants)
}
