package config_test

import (
	"testing"

	"example.com/resourceful/config"
	"example.com/resourceful/framework/resttest"
)

// options are what Conformance has to know of a configuration beyond its declarations.
var options = map[string][]resttest.Option{
	"tracker": {
		resttest.Values("/projects/", "archived", "false"), // an archived one takes no tickets
		// Tickets refer to what belongs to their project, which made-up ones do not.
		resttest.Values("/tickets/", "labels", "[]"), resttest.Values("/tickets/", "assignee", "null"), resttest.Values("/tickets/", "parent", "null"),
		resttest.Values("/projects/{project}/members/", "username", `"bob"`, `"admin"`, `"alice"`),
	},
	"orders": {
		resttest.Values("/orders/", "status", `"new"`, `"packed"`, `"packed"`), // the others are closed to changes
		resttest.Values("/products/", "available", "true"),                     // others are not ordered
		resttest.Skip("roundtrip", "the sets of the framework's own tests have these fields"),
		resttest.Skip("hostile", "the same"), resttest.Skip("sequences", "the same"),
	},
}

// Every configuration is what its declarations say, on both databases. What changes on purpose is
// accepted by "go test ./config -update"; read the diff of testdata.
func TestConformance(t *testing.T) {
	for _, set := range config.All() {
		t.Run(set.Name(), func(t *testing.T) { resttest.Conformance(t, set, options[set.Name()]...) })
	}
}
