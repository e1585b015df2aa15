// Keys of several columns, of tables that others manage.

package schema

import (
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field"
)

// The text of a key of several columns consists of their values, joined by commas, in which "%" and "," are "%25" and "%2C".
var encodePart, decodePart = strings.NewReplacer("%", "%25", ",", "%2C"), strings.NewReplacer("%25", "%", "%2C", ",")

// CompositeKey returns how the texts of keys of several columns are parsed.
func CompositeKey(parts []*Field) *field.Key {
	return &field.Key{
		Path: func(text string) (int64, string, bool) { return 0, text, fitsParts(parts, text) },
		Refer: func(text string) (any, bool) {
			if !fitsParts(parts, text) {
				return nil, true
			}
			return text, true
		},
	}
}

// SplitKey returns the values in the text of a key of several columns.
func SplitKey(text string) []string {
	values := strings.Split(text, ",")
	for i, value := range values {
		values[i] = decodePart.Replace(value)
	}
	return values
}

// fitsParts reports whether a text is a key of some columns, in its only notation.
func fitsParts(parts []*Field, text string) bool {
	values, encoded := SplitKey(text), strings.Split(text, ",")
	if len(values) != len(parts) {
		return false
	}
	for i, f := range parts {
		if encodePart.Replace(values[i]) != encoded[i] || !fitsPart(f, values[i]) {
			return false
		}
	}
	return true
}

// fitsPart reports whether a text is one of a column's values, in their only notation.
func fitsPart(f *Field, text string) bool {
	f = KeyPart(f)
	if f.Choices != nil && !slices.ContainsFunc(f.Choices, func(c field.Choice) bool { return c.Value == text }) {
		return false // an enum type of PostgreSQL refuses other texts
	}
	if f.AsKey != nil && !f.AsKey.Numbered {
		_, value, ok := f.AsKey.Path(text)
		return ok && value == text
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return err == nil && strconv.FormatInt(n, 10) == text
}

// KeyPart returns the field that describes the values of a part of a key: for a reference, the key of the other side.
func KeyPart(f *Field) *Field {
	if f.IsToOne() && f.Relation.Type != nil && f.Relation.Type.Key != nil {
		return f.Relation.Type.Key
	}
	return f
}

// IsKeyPart reports whether a field can be a part of a key: an integer, a text or a uuid.
func IsKeyPart(f *Field) bool {
	return f != nil && !f.Null && (f.AsKey != nil || f.Kind.Name == "integer" || f.IsToOne())
}
