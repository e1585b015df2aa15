// The rule about second factors.

package permission

import "example.com/resourceful/framework/predicate"

// Proved is an account that may have proved a second factor. An account of another type has not.
type Proved interface {
	User
	HasSecondFactor() bool
}

// SecondFactor allows requesters who have proved a second factor: by a session whose login had a code, by a token that such a
// session made, see rest.SecondFactor, or by another scheme that says so, see auth.Credentials.
const SecondFactor secondFactor = 0

type secondFactor uint8

// needsFactor is the reason of its refusal: people can help themselves.
const needsFactor = "You need a second factor for this."

// String returns the rule in words.
func (secondFactor) String() string { return "second factor" }

func (secondFactor) kids() []Rule         { return nil }
func (r secondFactor) bind(*binding) Rule { return r }

func (secondFactor) reduce(q Request) predicate.Expr {
	if q.probe {
		return predicate.Func("", nil) // neither true nor false: it is never called
	}
	who, known := q.User.(Proved)
	return predicate.Constant(known && who.HasSecondFactor())
}

// AsksSecondFactor reports whether a rule contains SecondFactor.
func AsksSecondFactor(rule Rule) bool {
	found := false
	walk(rule, func(rule Rule) {
		_, is := rule.(secondFactor)
		found = found || is
	})
	return found
}
