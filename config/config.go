// Package config holds the configurations of the service, each a named set of resources.
package config

import (
	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/auth/totp"
	"example.com/resourceful/framework/browse/codestyle"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/resources/directory"
	"example.com/resourceful/resources/orders"
	"example.com/resourceful/resources/snippets"
	"example.com/resourceful/resources/tracker"
)

// Snippets is configuration A: code snippets that only their owners change.
func Snippets() *rest.Set {
	return rest.NewSet("snippets", snippets.Snippets(), snippets.Users()).
		Rule("lexer", snippets.Lexers()).
		Rule("style", snippets.Styles()).
		Theme(rest.Theme{CodeStyles: codestyle.Sheet}).
		Requests(rest.Lenient()).
		OmitLocation().
		Access(permission.Anyone)
}

// Directory is configuration B: users and groups, for administrators alone.
func Directory() *rest.Set {
	return rest.NewSet("directory", directory.Users(), directory.Groups()).
		Rule("username", directory.Username()).
		Requests(rest.Lenient()).
		Access(permission.Admin)
}

// Tracker is configuration C: an issue tracker for many teams.
func Tracker() *rest.Set {
	return rest.NewSet("tracker",
		tracker.Projects(), tracker.Members(), tracker.Labels(),
		tracker.Tickets(), tracker.Comments(), tracker.Attachments(), tracker.TimeEntries(),
		rest.ObtainAuthToken("/api-token-auth/"),
		tracker.Digest, tracker.Reminder, rest.Jobs{Path: "/jobs/"},
		rest.SecondFactor("/second-factor/", totp.Factor{Issuer: "Tracker"}),
	).
		Schemes(token.Scheme{Compatible: true}, session.Scheme{}, basic.Scheme{}).
		Rule("colour", tracker.Colour()).
		Requests(rest.RequestRules{LastOfRepeated: true}).
		Problems(rest.ProblemDetails{}).
		Versions(rest.InAccept("version"), tracker.Versions()...).
		Access(permission.Anyone)
}

// Orders is configuration D: the orders of a wholesaler, with CSV for spreadsheets.
func Orders() *rest.Set {
	return rest.NewSet("orders",
		orders.Orders(), orders.Lines(), orders.Customers(), orders.Products(), orders.Tags(),
		rest.Sessions("/sessions/"),
	).
		Renderers(media.JSONRenderer{}, media.YAMLRenderer{}, media.PageRenderer{}, csv.Renderer{}).
		Access(permission.By{Read: permission.SignedIn, Write: permission.SignedIn, Delete: permission.Admin})
}

// All are the configurations that the program serves by name.
func All() []*rest.Set {
	return []*rest.Set{Snippets(), Directory(), Tracker(), Orders()}
}
