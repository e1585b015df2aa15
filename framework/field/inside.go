// Members of objects, for filters.

package field

import (
	"fmt"
	"slices"
)

// Inside is how filters compare values of a kind that are members of objects, which are stored as JSON.
type Inside struct {
	// JSON is the type of such a value in JSON: "string", "number" or "boolean". For filters a member of
	// another type has no value.
	JSON string
	// Where is the condition on the value's JSON text, %s, that it is a value of the kind, and SQL the
	// expression to compare. "" is every text, and the text itself. Neither may contain a question mark,
	// which would be a placeholder.
	Where, SQL func(Dialect) string
	// Arg converts the result of Kind.Arg for the comparison; nil: no conversion.
	Arg func(d Dialect, arg any) any
	// Lookups are the look-ups of filters.
	Lookups []Lookup
}

// MaxInside is the largest length of a text in an object for filters, in characters: they do not find
// longer ones. So every text fits into an index.
const MaxInside = 600

// Inside returns how filters compare members of objects with the spec; nil if they cannot.
func (s *Spec) Inside() *Inside {
	if s.Kind.Inside == nil {
		return nil
	}
	return s.Kind.Inside(s)
}

// insideText compares values whose JSON text has only one notation.
func insideText(*Spec) *Inside {
	return &Inside{
		JSON: "string", Lookups: append(Ordered(), IsEmpty),
		Where: func(Dialect) string { return fmt.Sprintf("length(%%s) <= %d", MaxInside) },
		SQL:   func(d Dialect) string { return byBytes("%s", d) },
	}
}

// InsideLookups returns the look-ups of filters for members of objects with the spec.
func (s *Spec) InsideLookups() []Lookup {
	inside := s.Inside()
	if inside == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(inside.Lookups), func(l Lookup) bool { return !slices.Contains(s.Kind.Lookups, l) })
}
