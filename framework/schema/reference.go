// References to related rows from clients.

package schema

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/field/notation"
)

func one(problem string) []string {
	if problem == "" {
		return nil
	}
	return []string{problem}
}

// parseReference parses a key, an address, or the text that represents a related row. The value is the key,
// or that text for the caller to look up; whether the row exists is not known yet.
func (f *Field) parseReference(v any) (any, string) {
	switch f.Show {
	case ShowLink:
		s, ok := v.(string)
		if !ok {
			return nil, f.Message("incorrect_type", "Incorrect type. Expected URL string, received "+notation.TypeName(v)+".")
		}
		key, problem := f.Relation.Resolve(s)
		return key, problem
	case ShowField:
		s, ok := notation.TextOf(v)
		if !ok {
			return nil, f.Message("invalid", "Invalid value.")
		}
		if !notation.Storable(s) {
			return nil, f.Missing(s)
		}
		return s, ""
	default:
		return f.parseKey(v)
	}
}

// parseKey parses the key of a related row.
func (f *Field) parseKey(v any) (any, string) {
	s, isText := notation.TextOf(v)
	kind := f.Relation.Keys
	arg, ok := any(nil), false
	if isText {
		arg, ok = kind.Refer(s)
	}
	switch {
	case isText && !ok && kind.Invalid != "":
		return nil, f.Message("incorrect_type", strings.Replace(kind.Invalid, "%s", s, 1))
	case !ok:
		return nil, f.Message("incorrect_type", "Incorrect type. Expected pk value, received "+notation.TypeName(v)+".")
	case arg == nil:
		return nil, f.Missing(s)
	}
	return KeyOf(arg), ""
}

func (f *Field) parseReferences(v any) (any, []string) {
	list, ok := v.([]any)
	if !ok {
		return nil, []string{f.Message("not_a_list", fmt.Sprintf("Expected a list of items but got type %q.", notation.TypeName(v)))}
	}
	keys := make([]Key, 0, len(list))
	for _, item := range list {
		key, problem := f.parseReference(item)
		if problem != "" {
			return nil, []string{problem}
		}
		if text, named := key.(string); named {
			if text == "" {
				return nil, []string{f.Missing(text)} // an empty text is neither a key nor a name
			}
			key = TextKey(text)
		}
		keys = append(keys, key.(Key))
	}
	if f.Relation.Makes {
		return keys, nil // a refused name gets its message at its index
	}
	slices.SortFunc(keys, Key.Compare)
	return slices.Compact(keys), nil
}

// Missing returns the message for a reference to a row that does not exist, or that the requester may not
// see.
func (f *Field) Missing(value any) string {
	switch f.Show {
	case ShowLink:
		return f.Message("does_not_exist", "Invalid hyperlink - Object does not exist.")
	case ShowField:
		return f.Message("does_not_exist", fmt.Sprintf("Object with %s=%v does not exist.", f.Relation.OnShow.Wire, value))
	default:
		return f.Message("does_not_exist", fmt.Sprintf("Invalid pk \"%v\" - object does not exist.", value))
	}
}

// Taken returns the message for a value of a unique field that another row has.
func (f *Field) Taken(typeName string) string {
	return f.Message("unique", fmt.Sprintf("%s with this %s already exists.", Words(typeName), strings.ToLower(f.Label)))
}
