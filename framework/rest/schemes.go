// Authentication schemes.

package rest

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/source"
)

// Schemes sets the authentication schemes, in the order in which they are tried; by default a session, then
// HTTP Basic. The first one determines the refusal for missing credentials: 401 with its challenge, or 403
// if it has none. It returns the set.
func (s *Set) Schemes(schemes ...auth.Scheme) *Set {
	s.set.Schemes = append(s.set.Schemes, declaration.Listing[auth.Scheme]{Values: schemes, At: source.CallerOf(1)})
	return s
}

// EmailLogin permits accounts to log in by their email addresses too, wherever they send a name and a
// password: the login page, HTTP Basic, [ObtainAuthToken]. The case of an address is ignored. An exact
// name takes precedence; an address that two accounts have, or that is the address of one and the name of
// another, identifies neither. Every refusal has the same text and takes the same work. A set whose
// clients write the addresses of accounts must confirm them first, as manage.Endpoints do. Otherwise
// somebody can take the address of another account, which can then log in only by name. It returns the
// set.
func (s *Set) EmailLogin() *Set {
	s.set.EmailLogin = true
	return s
}

// PasswordPolicy sets the policy of new passwords, for the commands, the pages and endpoints of package manage, and
// [Call.PasswordMistakes]. Without it that is passwords.Policy, with the rules of Django: at least eight characters, neither
// common, nor a number, nor similar to the name or the address. A field of type [Password] has its own rules, and the Policy of
// its hasher. Passwords that are stored already are not judged. It returns the set.
func (s *Set) PasswordPolicy(policy auth.PasswordPolicy) *Set {
	s.set.PasswordPolicy = policy
	return s
}
