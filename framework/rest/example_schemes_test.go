package rest_test

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Programs send tokens, people log in. A request with neither is answered 401, because a token, which
// comes first, has a challenge.
func ExampleSet_Schemes() {
	set := rest.NewSet("notes", rest.ViewSet[Plain]{Path: "/notes/"}).Access(permission.Anyone).Schemes(token.Scheme{}, session.Scheme{})
	plan, err := set.Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(plan.String()) {
		if strings.Contains(line, "schemes") {
			fmt.Println(strings.TrimSpace(line))
		}
	}
	// Output:
	// schemes  token, session; without credentials 401
}
