// The values in addresses of records: their keys, or the values of another field.

package schema

import (
	"regexp"
	"strings"
)

// Lookup determines the part of an address that identifies a record: the value of one field, which every
// record has and no two share.
type Lookup struct {
	Field *Field
	// Pattern must match a whole text in an address; nil for any.
	Pattern *regexp.Regexp
	// Values must match a whole value, if it is a text; nil for other kinds.
	Values *regexp.Regexp
}

// Fits reports whether a segment of a path may identify a record; otherwise the path does not exist. The text after
// a dot is the name of a format, unless keys are numbers or the whole text is a valid value.
func (l *Lookup) Fits(segment string) bool {
	text, ok := textOf(segment)
	return ok && l.fits(text)
}

// Has reports whether a key has an address.
func (l *Lookup) Has(key Key) bool { return l.fits(key.String()) }

// fits is Fits for a key as a text.
func (l *Lookup) fits(text string) bool {
	if l.Pattern != nil {
		return l.Pattern.MatchString(text)
	}
	if l.Field.AsKey.Numbered || strings.IndexByte(text, '.') < 0 {
		return true
	}
	_, ok := l.Parse(text)
	return ok
}

// ParseSegment parses a fitting segment of a path, which is without percent signs; ok is false if it identifies no record.
func (l *Lookup) ParseSegment(segment string) (key Key, ok bool) {
	text, ok := textOf(segment)
	if !ok {
		return Key{}, false
	}
	return l.Parse(text)
}

// Parse parses a value as a text; ok is false if it identifies no record.
func (l *Lookup) Parse(text string) (key Key, ok bool) {
	if l.Values != nil && !l.Values.MatchString(text) {
		return Key{}, false
	}
	number, value, ok := l.Field.AsKey.Path(text)
	if !ok {
		return Key{}, false
	}
	if l.Field.AsKey.Numbered {
		return NumberKey(number), true
	}
	return TextKey(value), true
}

// Of returns the part of an address for a row or for a representation that holds the field; zero for none.
func (l *Lookup) Of(rec *Record) Key {
	f, fields := l.Field, rec.Type.Fields
	if f.Index >= len(fields) || fields[f.Index] != f { // a representation
		if f = rec.Type.FieldOf(f); f == nil {
			return Key{}
		}
	}
	if f == rec.Type.Key {
		return rec.Key()
	}
	return KeyOf(rec.slots[f.Index].Arg())
}
