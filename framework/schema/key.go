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
	empty  bool // the key is the empty text
}

// NumberKey returns the key of a row that the database has numbered.
func NumberKey(n int64) Key { return Key{number: n} }

// TextKey returns the key of a row with a text in its column.
func TextKey(text string) Key { return Key{text: text, empty: text == ""} }

// KeyOf returns the key in a column, from a driver or Slot.Arg: an int64, a string or []byte. Any other
// value is no key.
func KeyOf(column any) Key {
	switch v := column.(type) {
	case int64:
		return Key{number: v}
	case string:
		return TextKey(v)
	case []byte:
		return TextKey(string(v))
	}
	return Key{}
}

// IsZero reports whether the key is the zero Key.
func (k Key) IsZero() bool { return k == Key{} }

// isText reports whether the key is a text.
func (k Key) isText() bool { return k.text != "" || k.empty }

// Number returns the key as a number, 0 for a text.
func (k Key) Number() int64 { return k.number }

// Arg returns the key as an argument of a statement.
func (k Key) Arg() any {
	if k.isText() {
		return k.text
	}
	return k.number
}

// String returns the key for people.
func (k Key) String() string {
	if k.isText() {
		return k.text
	}
	return strconv.FormatInt(k.number, 10)
}

// AppendPath appends the key as a segment of an address, with its escapes: see Lookup.ParseSegment.
func (k Key) AppendPath(b []byte) []byte {
	if k.isText() {
		return append(b, url.PathEscape(k.Segment())...)
	}
	return strconv.AppendInt(b, k.number, 10)
}

// Path returns the key as a segment of an address, with its escapes.
func (k Key) Path() string { return string(k.AppendPath(nil)) }

// Segment returns the key as a segment of a path, without the percent signs of addresses: see Lookup.ParseSegment.
func (k Key) Segment() string {
	if k.isText() {
		return segmentOf(k.text)
	}
	return strconv.FormatInt(k.number, 10)
}

// AppendJSON appends the key in JSON: a number or a text.
func (k Key) AppendJSON(b []byte) []byte {
	if k.isText() {
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
		err := json.Unmarshal(data, &k.text)
		k.empty = err == nil && k.text == ""
		return err
	}
	return json.Unmarshal(data, &k.number)
}
