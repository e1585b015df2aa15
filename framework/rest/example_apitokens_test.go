// An example of endpoints for API tokens.

package rest_test

import (
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// People make tokens for their programs, and may limit them to some of what they may do themselves.
func ExampleTokens() {
	set := rest.NewSet("notes", rest.ViewSet[Plain]{Path: "/notes/"}, rest.Tokens("/tokens/")).
		Access(permission.SignedIn).
		Schemes(token.Scheme{}, session.Scheme{}).
		Scopes(rest.Scope{Name: "reports", About: "Read the notes.", Allows: []string{"notes:read"}})
	printPlan(set, "tokens", "scopes")
	// Output:
	// scopes reports allows notes:read
	// endpoint /tokens/
	// tokens GET /tokens/ answers a list of rest.shownToken, access signed in, description "The tokens of your account."
	// tokens POST /tokens/ takes rest.tokenInput, answers rest.madeToken, status 201, access signed in, without a transaction, description "Makes a token, which is shown once. Without scopes it may do all that you may."
	// endpoint /tokens/{id}/
	// tokens GET /tokens/{id}/ answers rest.shownToken, access signed in, description "A token of your account."
	// tokens DELETE /tokens/{id}/ answers nothing, access signed in, without a transaction, description "Revokes the token for good."
}
