// Values that are members of objects, as filters compare them.

package field

import (
	"fmt"
	"slices"
)

// Inside says how filters compare values of a kind that are members of objects, which are kept as JSON.
type Inside struct {
	// JSON is the type that such a value has in JSON: "string", "number" or "boolean". A member of another
	// type has no value for filters.
	JSON string
	// Where is the condition on the text of the value in JSON, which is %s, under which it is a value of the kind,
	// and SQL what of it is compared. "" is every text, and the text itself. Neither has a question mark, which
	// would stand for an argument.
	Where, SQL func(Dialect) string
	// Arg is what Kind.Arg gives as the value that is compared; nil: as it is.
	Arg func(d Dialect, arg any) any
	// Lookups are what filters may ask.
	Lookups []Lookup
}

// MaxInside is how many characters a text in an object may have for filters: longer ones they do not find. So
// every text has room in an index.
const MaxInside = 600

// Inside says how filters compare members of objects that are of the spec; nil where they cannot.
func (s *Spec) Inside() *Inside {
	if s.Kind.Inside == nil {
		return nil
	}
	return s.Kind.Inside(s)
}

// insideText is for kinds whose values are texts in JSON that have one notation.
func insideText(*Spec) *Inside {
	return &Inside{
		JSON: "string", Lookups: Ordered(),
		Where: func(Dialect) string { return fmt.Sprintf("length(%%s) <= %d", MaxInside) },
		SQL:   func(d Dialect) string { return byBytes("%s", d) },
	}
}

// InsideLookups are what filters may ask of members of objects that are of the spec.
func (s *Spec) InsideLookups() []Lookup {
	inside := s.Inside()
	if inside == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(inside.Lookups), func(l Lookup) bool { return !slices.Contains(s.Kind.Lookups, l) })
}
