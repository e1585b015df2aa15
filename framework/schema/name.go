package schema

import "strings"

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
	return s != "" && len(s) <= maxName
}

// columnFor is the column that a name on the wire suggests: "due_date" of "dueDate", "xml_lang" of
// "xml:lang". A name that could be a column is one as it is.
func columnFor(wire string) string {
	if wire == "" || isName(wire) {
		return wire
	}
	return wireFor(strings.Map(func(r rune) rune {
		if r == '-' || r == ':' {
			return '_'
		}
		return r
	}, wire))
}
