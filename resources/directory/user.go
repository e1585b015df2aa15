// Package directory declares users and groups for administrators: configuration B.
package directory

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest"
)

// User is an account with the groups that it belongs to.
type User struct {
	ID       int64                  `rest:"url,readonly,link" db:"id"`
	Username string                 `rest:"username,unique" validate:"username,max=150" help:"Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only."`
	Email    string                 `rest:"email" default:"" validate:"email,max=254" label:"Email address"`
	Groups   rest.ManyToMany[Group] `rest:"groups,optional,link" help:"The groups this user belongs to. A user will get all permissions granted to each of their groups."`
}

// Users lets administrators manage the accounts, newest first.
func Users() rest.Resource {
	return rest.ViewSet[User]{
		Path:        "/users/",
		Description: "The accounts of the service.",
		Order:       []string{"-id"},
		Pages:       rest.PageNumber{Size: 10},
		Serializer: rest.Serializer[User]{Messages: map[string]string{
			"username.unique": "A user with that username already exists.",
		}},
	}
}

// Username is the rule for the name of an account.
func Username() rest.Check {
	return rest.Check{
		Valid:   auth.ValidUsername,
		Message: "Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters.",
	}
}
