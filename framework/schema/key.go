// The keys of rows.

package schema

import (
	"cmp"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field/notation"
)

// Key is the key of a row: a number, or the text of a key of another kind. The zero value is no row's.
type Key struct {
	number int64
	text   string
}

// NumberKey returns the key of a row that the database has numbered.
func NumberKey(n int64) Key { return Key{number: n} }

// TextKey returns the key of a row with a text in its column.
func TextKey(text string) Key { return Key{text: text} }

// KeyOf returns the key in a column, from a driver or Slot.Arg: an int64, a string or []byte. Any other
// value is no key.
func KeyOf(column any) Key {
	switch v := column.(type) {
	case int64:
		return Key{number: v}
	case string:
		return Key{text: v}
	case []byte:
		return Key{text: string(v)}
	}
	return Key{}
}

// IsZero reports whether the key is the zero Key.
func (k Key) IsZero() bool { return k == Key{} }

// Number returns the key as a number, 0 for a text.
func (k Key) Number() int64 { return k.number }

// Arg returns the key as an argument of a statement.
func (k Key) Arg() any {
	if k.text != "" {
		return k.text
	}
	return k.number
}

// String returns the key for people.
func (k Key) String() string {
	if k.text != "" {
		return k.text
	}
	return strconv.FormatInt(k.number, 10)
}

// AppendPath appends the key in the form of a path.
func (k Key) AppendPath(b []byte) []byte {
	if k.text != "" {
		return append(b, url.PathEscape(k.text)...)
	}
	return strconv.AppendInt(b, k.number, 10)
}

// Path returns the key in the form of a path.
func (k Key) Path() string { return string(k.AppendPath(nil)) }

// AppendJSON appends the key in JSON: a number or a text.
func (k Key) AppendJSON(b []byte) []byte {
	if k.text != "" {
		return notation.AppendText(b, k.text)
	}
	return strconv.AppendInt(b, k.number, 10)
}

// AppendKey appends a key with the value of the field as clients read it: see field.Kind.Quoted.
func (f *Field) AppendKey(b []byte, k Key) []byte {
	if f.Kind.Quoted {
		return notation.AppendText(b, k.String())
	}
	return k.AppendJSON(b)
}

// appendKey appends the key of a related row as clients read it.
func (r *Relation) appendKey(b []byte, k Key) []byte {
	if r.Type == nil || r.Type.Key == nil {
		return k.AppendJSON(b)
	}
	return r.Type.Key.AppendKey(b, k)
}

// Compare orders keys as the database does: numbers by their size, texts by their bytes.
func (k Key) Compare(other Key) int {
	return cmp.Or(cmp.Compare(k.number, other.number), strings.Compare(k.text, other.text))
}

// MarshalJSON implements json.Marshaler.
func (k Key) MarshalJSON() ([]byte, error) { return k.AppendJSON(nil), nil }

// UnmarshalJSON implements json.Unmarshaler.
func (k *Key) UnmarshalJSON(data []byte) error {
	*k = Key{}
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, &k.text)
	}
	return json.Unmarshal(data, &k.number)
}
