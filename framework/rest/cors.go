// Pages of other origins.

package rest

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/source"
)

// CORS says which pages of other origins may send requests and read the answers, for Set.CORS.
type CORS = plan.CORS

// CORS lets pages of other origins send requests and read the answers:
//
//	set.CORS(rest.CORS{Origins: []string{"https://app.example.com"}})
//
// Preflights are answered before it is asked who asks, and pages can send the header of the version and read the headers
// ETag, Link, Location and those of rates and versions. The setting cors-origins of a program takes the place of Origins. It returns the set.
func (s *Set) CORS(c CORS) *Set {
	s.set.CORS = &declaration.Listing[CORS]{Values: []CORS{c}, At: source.CallerOf(1)}
	return s
}
