// Mistakes in limits on the choices of relations.

package rest_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

func limited(limits ...rest.LimitChoices) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[rented]{Path: "/rents/", LimitChoices: limits}).Access(permission.Anyone)
	}
}

var limitMistakes = []mistake{
	{"choices of an unknown field", limited(rest.LimitChoices{Field: "ownr", To: predicate.Eq("is_staff", true)})},
	{"choices of a field that is no relation", limited(rest.LimitChoices{Field: "state", To: predicate.Eq("is_staff", true)})},
	{"choices without a condition", limited(rest.LimitChoices{Field: "owner"})},
	{"choices compared with an unknown field", limited(rest.LimitChoices{Field: "owner", To: predicate.Eq("username", predicate.OuterRef("sate"))})},
	{"choices compared with a field of another kind", limited(rest.LimitChoices{Field: "owner", To: predicate.Eq("username", predicate.OuterRef("begins"))})},
	{"choices compared with a list", limited(rest.LimitChoices{Field: "owner", To: predicate.In("username", predicate.OuterRef("state"))})},
	{"choices for who asks", limited(rest.LimitChoices{Field: "owner", To: predicate.Requester("id")})},
	{"an outer field without an outer row", constrained(rest.Constraint{Holds: predicate.Eq("state", predicate.OuterRef("state")), Message: "No."})},
}
