// How requesters say who they are.

package rest

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/source"
)

// Schemes sets how requesters say who they are, in the order in which the schemes are asked; without
// it that is a session, then HTTP Basic. The first one decides what a refusal is for the lack of
// credentials: 401 with its challenge, or 403 where it has none. It returns the set.
func (s *Set) Schemes(schemes ...auth.Scheme) *Set {
	s.set.Schemes = append(s.set.Schemes, declaration.Listing[auth.Scheme]{Values: schemes, At: source.CallerOf(1)})
	return s
}

// EmailLogin lets accounts log in by their email addresses too, wherever they send a name and a password: the
// login page, HTTP Basic, [ObtainAuthToken]. The letter case of an address does not matter. An exact name comes
// first; an address that two accounts have, or that is the address of one and the name of another, is that of
// neither. Every refusal has the same words and comes after the same work. A set whose clients write the
// addresses of accounts has them confirmed first, as manage.Endpoints do. Otherwise somebody takes the address
// of another, who can then log in only by name. It returns the set.
func (s *Set) EmailLogin() *Set {
	s.set.EmailLogin = true
	return s
}
