// Declarations whose positions the tests look up.

package rest_test

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// misplaced is a set with mistakes in every kind of place. The comments say where they are and
// in whose name; TestPositions reads them.
func misplaced() *rest.Set {
	type local struct {
		ID int64 `rest:"id"` // want local.ID
	}
	return rest.NewSet("misplaced", // want set, set
		rest.ViewSet[late]{Path: "/late/"},
		rest.ViewSet[early]{Path: "early"}, // want early
		nil,
		rest.ViewSet[local]{Path: "/local/"},
		rest.ViewSet[generic[int]]{Path: "/generic/", Table: "generics"},
		rest.ViewSet[string]{},
	).
		Rule("first", rest.Check{}). // want set
		Access(permission.Anyone).
		Rule("second", rest.Check{}) // want set
}

type early struct {
	ID     int64                     `rest:"id,readonly"`
	A, B   string                    `rest:"pair"`         // want early.B, early.B
	Author rest.BelongsTo[auth.User] `rest:"author,by=me"` // want early.Author
}

type late struct {
	*early        // want late.early
	Title  string `rest:"title,nothing" validate:"nothing"` // want late.Title, late.Title
}

type generic[T any] struct {
	ID    int64 `rest:"id,readonly"`
	Value T     `rest:"value,link"` // want generic.Value
}
