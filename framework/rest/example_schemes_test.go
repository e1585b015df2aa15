// Examples of authentication schemes.

package rest_test

import (
	"unicode/utf8"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/clientcert"
	"example.com/resourceful/framework/auth/oidc"
	"example.com/resourceful/framework/auth/passwords"
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

// People log in by their names, or by their addresses in any letter case.
func ExampleSet_EmailLogin() {
	set := rest.NewSet("notes", rest.ViewSet[Plain]{Path: "/notes/"}).Access(permission.SignedIn).EmailLogin()
	printPlan(set, "logins")
	// Output:
	// logins by name, or by email address
}

// New passwords have at least twelve characters, besides the usual rules.
func ExampleSet_PasswordPolicy() {
	set := rest.NewSet("notes", rest.ViewSet[Plain]{Path: "/notes/"}).Access(permission.SignedIn).PasswordPolicy(func(password string, of *auth.User) []string {
		if utf8.RuneCountInString(password) < 12 {
			return []string{"This password is too short. It must contain at least 12 characters."}
		}
		return passwords.Policy(password, of)
	})
	printPlan(set, "logins")
	// Output:
	// logins with passwords by a policy of the set
}

// Programs send tokens of an identity provider, and people log in there. Who is in its group "8a1f-22" is in the group
// staff here, from each login and each newer token on.
func ExampleSet_Schemes_identityProvider() {
	set := rest.NewSet("notes", rest.ViewSet[Plain]{Path: "/notes/"}).Access(permission.Group("staff")).Schemes(
		oidc.Scheme{
			Issuer: "https://id.example.com", Audience: "https://api.example.com", ClientID: "notes", Create: true, Update: true,
			Groups: "/realm_access/roles", GroupNames: map[string]string{"8a1f-22": "staff"},
		},
		session.Scheme{},
	)
	printPlan(set, "schemes")
	// Output:
	// schemes oidc, session; without credentials 401
}

// Other services say who they are by the certificate that the proxy in front has verified.
func ExampleSet_Schemes_certificates() {
	set := rest.NewSet("notes", rest.ViewSet[Plain]{Path: "/notes/"}).Access(permission.SignedIn).Schemes(clientcert.Scheme{}, session.Scheme{})
	printPlan(set, "schemes")
	// Output:
	// schemes client-cert, session; without credentials 403
}
