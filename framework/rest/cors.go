// CORS: the pages of other origins that may call the service.

package rest

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/source"
)

// CORS determines which pages of other origins may send requests and read the responses, for Set.CORS.
type CORS = plan.CORS

// CORS permits pages of other origins to send requests and read the responses:
//
//	set.CORS(rest.CORS{Origins: []string{"https://app.example.com"}})
//
// Preflights are handled before the authentication, and pages can send the header of the version and read
// the headers ETag, Link, Location and those of rates and versions. The setting cors-origins of a program
// overrides Origins. It returns the set.
func (s *Set) CORS(c CORS) *Set {
	s.set.CORS = &declaration.Listing[CORS]{Values: []CORS{c}, At: source.CallerOf(1)}
	return s
}
