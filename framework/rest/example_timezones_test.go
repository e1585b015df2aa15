// An example of time zones that requests name.

package rest_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Requests name the zone in which they read and write moments, and pages keep it in their addresses.
func ExampleSet_TimeZones() {
	zoneOf := func(c *rest.Call) (string, error) {
		if c.User().Username == "greta" {
			return "Europe/Berlin", nil
		}
		return c.TimeZone().String(), nil // UTC
	}
	set := rest.NewSet("tags", rest.ViewSet[Plain]{Path: "/tags/"}).Access(permission.Anyone).
		TimeZones(rest.TimeZones{Param: "_timezone", Account: zoneOf})
	printPlan(set, "time zones")
	// Output:
	// time zones Prefer: timezone, ?_timezone=, else that of the account
}
