// Kinds of values of a program's own.

package rest

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
)

// Kind is a kind of value that fields can have; see Set.Kinds.
type Kind = field.Kind

// Passwords is the kind of Password, which a set with such fields lists with what hashes them:
// Kinds(rest.Passwords(&passwords.Hasher{})). One of more than auth.MaxPassword bytes is refused, as at a login.
func Passwords(hasher field.Hasher) Kind { return field.Passwords(hasher, auth.MaxPassword) }
