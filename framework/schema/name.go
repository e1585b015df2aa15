// Names on the wire, of columns and for people.

package schema

import (
	"strings"
	"unicode"
)

// isWire reports whether s can be a name on the wire: the name of a member in JSON, of an input in a
// form and of a column in CSV, and a step of the paths of conditions, which have dots between them.
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

// ColumnFor is the column that a name on the wire suggests: "due_date" of "dueDate", "xml_lang" of
// "xml:lang". A name that could be a column is one as it is.
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

// Label makes "Email address" of "email_address" or "emailAddress", and keeps ID in capitals.
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

// Words makes "blog post" of "BlogPost".
func Words(name string) string {
	if strings.Contains(name, " ") {
		return strings.ToLower(name)
	}
	return strings.ReplaceAll(Snake(name), "_", " ")
}

// Snake makes "created_at" of "CreatedAt" and "url" of "URL".
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

// Plural makes "categories" of "category": the usual English rules, for table names.
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

// IsName reports whether s can be the name of a column: it needs no quoting anywhere.
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

// WireFor is the wire name that a Go name suggests.
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
