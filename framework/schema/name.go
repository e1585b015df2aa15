// Names on the wire, of columns and for people.

package schema

import (
	"strings"
	"unicode"
)

// isWire reports whether s can be a name on the wire: a member in JSON, an input in a form, a column in
// CSV, and a step in the paths of conditions, which are separated by dots.
func isWire(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20 // ASCII letters in lower case
		letter := c >= 'a' && c <= 'z' || s[i] == '_' || s[i] == '$' || s[i] == '@'
		if !letter && (i == 0 || (s[i] < '0' || s[i] > '9') && s[i] != '-' && s[i] != ':') {
			return false
		}
	}
	return s != "" && len(s) <= MaxName
}

// ColumnFor returns the column for a name on the wire: "due_date" of "dueDate", "xml_lang" of "xml:lang". A
// valid name of a column stays unchanged.
func ColumnFor(wire string) string {
	if wire == "" || IsName(wire) {
		return wire
	}
	return WireFor(strings.Map(func(r rune) rune {
		if r == '-' || r == ':' {
			return '_'
		}
		return r
	}, wire))
}

// Label returns "Email address" of "email_address" or "emailAddress", and keeps ID in capitals.
func Label(wire string) string {
	if wire == "id" {
		return "ID"
	}
	s := strings.NewReplacer("_", " ", "-", " ", ":", " ").Replace(Snake(wire))
	for i, r := range s {
		return string(unicode.ToUpper(r)) + s[i+len(string(r)):]
	}
	return s
}

// Words returns "blog post" of "BlogPost".
func Words(name string) string {
	if strings.Contains(name, " ") {
		return strings.ToLower(name)
	}
	return strings.ReplaceAll(Snake(name), "_", " ")
}

// Snake returns "created_at" of "CreatedAt" and "url" of "URL".
func Snake(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if unicode.IsUpper(r) {
			after := i > 0 && !unicode.IsUpper(runes[i-1])
			before := i > 0 && i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if after || before {
				b.WriteByte('_')
			}
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Plural returns "categories" of "category": the usual English rules, for table names.
func Plural(name string) string {
	switch {
	case strings.HasSuffix(name, "y") && len(name) > 1 && !strings.ContainsAny(name[len(name)-2:len(name)-1], "aeiou"):
		return name[:len(name)-1] + "ies"
	case strings.HasSuffix(name, "s"), strings.HasSuffix(name, "x"), strings.HasSuffix(name, "ch"), strings.HasSuffix(name, "sh"):
		return name + "es"
	default:
		return name + "s"
	}
}

// IsName reports whether s can be the name of a column, which never needs quotes.
func IsName(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c == '_'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != "" && len(s) <= MaxName
}

// MaxName is the length to which PostgreSQL cuts names.
const MaxName = 63

// WireFor returns the wire name for a Go name.
func WireFor(name string) string {
	letters := strings.Map(func(r rune) rune {
		if r == '_' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, Snake(name))
	if !IsName(letters) {
		return "name"
	}
	return letters
}
