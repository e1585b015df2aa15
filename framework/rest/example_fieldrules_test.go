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

// Administrators alone know of salaries, and they alone say which grade somebody has.
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
