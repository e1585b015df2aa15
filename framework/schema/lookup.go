// How addresses name records: by their keys, or by the values of another field.

package schema

import (
	"regexp"
	"strings"
)

// Lookup is how the addresses of a resource name its records: by the value of one field, which every
// record has and no two share.
type Lookup struct {
	Field *Field
	// Pattern is what the whole of a text has to match to be part of an address at all; nil for any.
	Pattern *regexp.Regexp
	// Values is what the whole of a value has to match where it is a text; nil for other kinds.
	Values *regexp.Regexp
}

// Fits reports whether a text of a path may be part of an address: one that does not makes no path. What
// follows a dot is the name of a format where no value, but for a number, has it.
func (l *Lookup) Fits(text string) bool {
	if l.Pattern != nil {
		return l.Pattern.MatchString(text)
	}
	if l.Field.AsKey.Numbered || strings.IndexByte(text, '.') < 0 {
		return true
	}
	_, ok := l.Parse(text)
	return ok
}

// Parse reads a text of a path that fits, false for what names no record.
func (l *Lookup) Parse(text string) (key Key, ok bool) {
	if l.Values != nil && !l.Values.MatchString(text) {
		return Key{}, false
	}
	number, value, ok := l.Field.AsKey.Path(text)
	if !ok {
		return Key{}, false
	}
	return Key{number, value}, true
}

// Of is what addresses name a record by, a row or a representation of one that holds the field; zero for
// none.
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
