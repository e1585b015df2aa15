package rest_test

import (
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Programs send tokens, people log in. A request with neither is answered 401, because a token, which
// comes first, has a challenge.
func ExampleSet_Schemes() {
	set := rest.NewSet("notes", rest.ViewSet[Plain]{Path: "/notes/"}).Access(permission.Anyone).Schemes(token.Scheme{}, session.Scheme{})
	printPlan(set, "schemes")
	// Output:
	// schemes token, session; without credentials 401
}
