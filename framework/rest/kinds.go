// Kinds: a program's additional types of field values.

package rest

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
)

// Kind is a kind of field values; see Set.Kinds.
type Kind = field.Kind

// Passwords returns the kind of Password, which a set with such fields lists with a hasher:
// Kinds(rest.Passwords(&passwords.Hasher{})). A password of more than auth.MaxPassword bytes is refused, as
// in a login.
func Passwords(hasher field.Hasher) Kind { return field.Passwords(hasher, auth.MaxPassword) }
