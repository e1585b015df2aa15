// Mistakes in sets.

package rest_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

var setMistakes = []mistake{
	{"no resources", func() *rest.Set { return rest.NewSet("cases") }},
	{"resource that is nil", func() *rest.Set { return rest.NewSet("cases", nil).Access(permission.Anyone) }},
	{"resource that is a nil pointer", func() *rest.Set {
		return rest.NewSet("cases", (*rest.ViewSet[Plain])(nil)).Access(permission.Anyone)
	}},
	{"view set of a text", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[string]{Path: "/notes/"}).Access(permission.Anyone)
	}},
	{"view set of a pointer", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[*Plain]{Path: "/notes/"}).Access(permission.Anyone)
	}},
	{"view set of a struct without a name", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[struct{ ID int64 }]{Path: "/notes/"}).Access(permission.Anyone)
	}},
	{"name that is none", func() *rest.Set {
		return rest.NewSet("my cases", rest.ViewSet[Plain]{Path: "/notes/"}).Access(permission.Anyone)
	}},
}
