// Mistakes in queries, hooks and other code of a team.

package rest_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// asking is a set whose view set of Listed lists queries.
func asking(queries ...rest.DeclaredQuery) *rest.Set {
	return rest.NewSet("cases", rest.ViewSet[Listed]{Path: "/notes/", Queries: queries}).Access(permission.Anyone)
}

func askingWhere(e predicate.Expr) *rest.Set { return asking(&rest.Query[Listed]{Where: e}) }

func hooked(actions rest.Actions, hooks rest.Serializer[Plain]) *rest.Set {
	return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: permission.Anyone, Actions: actions, Serializer: hooks})
}

func noHook(*rest.Call, *Plain) error { return nil }

var everything = predicate.Constant(true)

var callMistakes = []mistake{
	{"hook before creates that there are not", func() *rest.Set {
		return hooked(rest.ReadOnly, rest.Serializer[Plain]{BeforeCreate: noHook})
	}},
	{"hook after updates that there are not", func() *rest.Set {
		return hooked(rest.List|rest.Create, rest.Serializer[Plain]{AfterUpdate: noHook})
	}},
	{"hook after deletions that there are not", func() *rest.Set {
		return hooked(rest.ReadOnly|rest.Create, rest.Serializer[Plain]{AfterDelete: noHook})
	}},
	{"hook after the commit of a resource that is read", func() *rest.Set {
		return hooked(rest.ReadOnly, rest.Serializer[Plain]{AfterCommit: noHook})
	}},
	{"query that is nil", func() *rest.Set { return asking(nil, (*rest.Query[Listed])(nil)) }},
	{"query listed twice", func() *rest.Set {
		q := &rest.Query[Listed]{Where: everything}
		return asking(q, q)
	}},
	{"query of a type without rows", func() *rest.Set { return asking(&rest.Query[Stamped]{Where: everything}) }},
	{"query of no struct", func() *rest.Set { return asking(&rest.Query[string]{Where: everything}) }},
	{"query without a condition", func() *rest.Set { return asking(&rest.Query[Listed]{}) }},
	{"query of an unknown field", func() *rest.Set { return askingWhere(predicate.Eq("titel", "a")) }},
	{"query of an unknown field behind a relation", func() *rest.Set { return askingWhere(predicate.Eq("groups.titel", "a")) }},
	{"query with a value of another kind", func() *rest.Set { return askingWhere(predicate.Eq("title", 7)) }},
	{"query in Go", func() *rest.Set {
		return askingWhere(predicate.Func("lucky", func(any) bool { return true }))
	}},
	{"query with parameters from 0", func() *rest.Set { return askingWhere(predicate.Eq("title", predicate.Param(0))) }},
	{"query that leaves a parameter out", func() *rest.Set {
		return askingWhere(predicate.Or(predicate.Eq("title", predicate.Param(1)), predicate.Eq("title", predicate.Param(3))))
	}},
	{"query with a parameter among the values of a list", func() *rest.Set {
		return askingWhere(predicate.In("title", "a", predicate.Param(1)))
	}},
	{"query in an unknown order", func() *rest.Set {
		return asking(&rest.Query[Listed]{Where: everything, Order: []string{"-titel", "groups"}})
	}},
	{"query with a negative limit", func() *rest.Set { return asking(&rest.Query[Listed]{Where: everything, Limit: -1}) }},
	{"rule with a parameter", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: permission.Is("title", predicate.Param(1))})
	}},
}
