// Package sets provides the sets that several test packages serve. Snippets and Directory are what config had when
// those tests were written, so that what a team declares there changes no test of the framework. The others are small
// worlds, each for a part of the framework.
package sets

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/resources/directory"
	"example.com/resourceful/resources/snippets"
)

// Snippets are code snippets that only their owners change.
func Snippets() *rest.Set {
	return rest.NewSet("snippets", snippets.Snippets(), snippets.Users()).
		Rule("lexer", snippets.Lexers()).
		Rule("style", snippets.Styles()).
		Requests(rest.Lenient()).
		OmitLocation().
		Access(permission.Anyone)
}

// Directory has users and groups, only for administrators.
func Directory() *rest.Set {
	return rest.NewSet("directory", directory.Users(), directory.Groups()).
		Rule("username", directory.Username()).
		Requests(rest.Lenient()).
		Access(permission.Admin)
}

// All are both, Snippets first.
func All() []*rest.Set { return []*rest.Set{Snippets(), Directory()} }
