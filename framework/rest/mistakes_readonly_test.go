// Mistakes in fields that some states lock.

package rest_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

func readOnlyWhile(actions rest.Actions, fields []string, holds predicate.Expr) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[rented]{
			Path: "/rents/", Actions: actions, ReadOnlyWhile: []rest.ReadOnlyWhile{{Fields: fields, Holds: holds}},
		}).Access(permission.Anyone)
	}
}

var readOnlyMistakes = []mistake{
	{"read-only fields without a name", readOnlyWhile(0, nil, predicate.Eq("state", "open"))},
	{"read-only field that is unknown, twice, or never written", readOnlyWhile(0, []string{"end", "id", "begins", "begins"}, predicate.Eq("state", "open"))},
	{"read-only while a related row is something", readOnlyWhile(0, []string{"begins"}, predicate.Eq("owner.username", "bob"))},
	{"read-only for who asks", readOnlyWhile(0, []string{"begins"}, predicate.Requester("owner"))},
	{"read-only without a condition", readOnlyWhile(0, []string{"begins"}, predicate.Expr{})},
	{"read-only while an unknown field is something", readOnlyWhile(0, []string{"begins"}, predicate.Eq("sate", "open"))},
	{"read-only where nothing changes", readOnlyWhile(rest.List|rest.Create, []string{"begins"}, predicate.Eq("state", "open"))},
}
