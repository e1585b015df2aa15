// An example of endpoints for API tokens.

package rest_test

import (
	"example.com/resourceful/framework/auth"
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
	// tokens GET /tokens/ answers a list of rest.shownToken, access signed in, in the account menu as "Tokens", description "The tokens of your account."
	// tokens POST /tokens/ takes rest.tokenInput, answers rest.madeToken, status 201, access signed in, without a transaction, description "Makes a token, which is shown once. Without scopes it may do all that you may."
	// endpoint /tokens/{id}/
	// tokens GET /tokens/{id}/ answers rest.shownToken, access signed in, description "A token of your account."
	// tokens DELETE /tokens/{id}/ answers nothing, access signed in, without a transaction, description "Revokes the token for good."
}

// People see where they are logged in, and end sessions. The account menu of the pages leads there, and to a
// page of the team.
func ExampleSessions() {
	set := rest.NewSet("notes", rest.ViewSet[Plain]{Path: "/notes/"},
		rest.Endpoint("/hours/", hours, rest.GET, rest.InAccountMenu("Working hours")),
		rest.Sessions("/sessions/"),
	).Access(permission.SignedIn)
	printPlan(set, "hours", "sessions", "end")
	// Output:
	// endpoint /hours/
	// hours GET /hours/ answers rest_test.Hours, access signed in, in the account menu as "Working hours"
	// endpoint /sessions/
	// sessions GET /sessions/ answers a list of rest.shownSession, access signed in, in the account menu as "Sessions", description "Where you are logged in. End a session that you do not recognize, and change your password."
	// endpoint /sessions/{id}/
	// sessions GET /sessions/{id}/ answers rest.shownSession, access signed in, description "A session of your account."
	// sessions DELETE /sessions/{id}/ answers nothing, access signed in, without a transaction, description "Ends the session: its browser is logged out."
	// endpoint /sessions/end/
	// end GET /sessions/end/ answers rest.endedSessions, access signed in, with a card for its page, in the account menu as "Log out everywhere", description "Logs you out in every browser, here too. Your tokens remain."
	// end POST /sessions/end/ answers rest.endedSessions, access signed in, without a transaction, with a card for its page, description "Logs you out in every browser, here too. Your tokens remain."
}

// factor is a second factor without codes; totp.Factor has those of authenticator apps.
type factor struct{ auth.Factor }

// People set a second factor up, and only those who have one empty the bin.
func ExampleSecondFactor() {
	set := rest.NewSet("notes", rest.ViewSet[Plain]{Path: "/notes/"},
		rest.Endpoint("/empty/", func(*rest.Call, rest.None) (rest.None, error) { return rest.None{}, nil }, rest.Allow(permission.SecondFactor)),
		rest.SecondFactor("/second-factor/", factor{}),
	).Access(permission.SignedIn)
	printPlan(set, "empty", "logins")
	// Output:
	// logins with a code of the second factor, for accounts that have one
	// endpoint /empty/
	// empty POST /empty/ answers nothing, access second factor
}

// Hours are the hours in which a person is asked.
type Hours struct {
	From string `rest:"from"`
	To   string `rest:"to"`
}

func hours(*rest.Call, rest.None) (Hours, error) { return Hours{From: "9:00", To: "17:00"}, nil }
