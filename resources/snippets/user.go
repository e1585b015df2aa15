package snippets

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// User is an account as everybody may see it, with the snippets that it owns.
type User struct {
	ID       int64                 `rest:"id,readonly"`
	Username string                `rest:"username,readonly"`
	Snippets rest.HasMany[Snippet] `rest:"snippets,readonly"`
}

// Users lets anyone read who there is.
func Users() rest.Resource {
	return rest.ViewSet[User]{
		Path:          "/users/",
		RecordName:    "User Detail",
		Description:   "The people who may own snippets.",
		Actions:       rest.ReadOnly,
		Access:        permission.Anyone,
		LookupPattern: "[0-9]+",
	}
}
