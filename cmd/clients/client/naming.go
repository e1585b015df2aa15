// Names in the languages of clients, made of names on the wire.

package client

import (
	"strconv"
	"strings"
	"unicode"
)

// words splits a name at characters other than letters and digits, and before capital letters: "due", "gte" of
// "due__gte".
func words(name string) (list []string) {
	var word []rune
	end := func() {
		if len(word) > 0 {
			list = append(list, string(word))
			word = nil
		}
	}
	lower := false
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) || r > unicode.MaxASCII {
			end()
			lower = false
			continue
		}
		if unicode.IsUpper(r) && lower {
			end()
		}
		lower = unicode.IsLower(r) || unicode.IsDigit(r)
		word = append(word, r)
	}
	end()
	return list
}

// initialisms are words that Go writes in capital letters.
var initialisms = map[string]string{
	"api": "API", "css": "CSS", "csv": "CSV", "html": "HTML", "http": "HTTP", "https": "HTTPS", "id": "ID", "ip": "IP", "json": "JSON",
	"sql": "SQL", "url": "URL", "uri": "URI", "uuid": "UUID", "xml": "XML", "yaml": "YAML",
}

// pascal joins the words of a name with a capital letter each: "DueGte". initials writes some as Go does.
func pascal(name string, initials bool) string {
	var b strings.Builder
	for _, w := range words(name) {
		if short := initialisms[strings.ToLower(w)]; initials && short != "" {
			b.WriteString(short)
			continue
		}
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	s := b.String()
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		return "N" + s
	}
	return s
}

// lowerFirst returns a name in camel case that begins with a small word: "dueGte", "id", "urlOf".
func lowerFirst(pascal string) string {
	i := 0
	for i < len(pascal) && pascal[i] >= 'A' && pascal[i] <= 'Z' {
		i++
	}
	switch {
	case i == 0:
		return pascal
	case i > 1 && i < len(pascal):
		i--
	}
	return strings.ToLower(pascal[:i]) + pascal[i:]
}

// snake joins the words of a name by underscores: "due_gte".
func snake(name string) string {
	s := strings.ToLower(strings.Join(words(name), "_"))
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		return "n" + s
	}
	return s
}

// scope are names that are taken.
type scope map[string]bool

func (s scope) reserve(names ...string) {
	for _, name := range names {
		s[name] = true
	}
}

// take returns a name that is not taken yet: the one wanted, or that with a number.
func (s scope) take(wanted string) string {
	name := wanted
	for n := 2; s[name]; n++ {
		name = wanted + strconv.Itoa(n)
	}
	s[name] = true
	return name
}

// isIdentifier reports whether a name of the wire can stand in code as it is.
func isIdentifier(name string) bool {
	for i, r := range name {
		letter := r == '_' || r|0x20 >= 'a' && r|0x20 <= 'z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != ""
}

// runtimeNames are types and functions of the runtimes of all languages: no type of a service has their names.
var runtimeNames = []string{
	"AnyObject", "ApiError", "Client", "ClientError", "Config", "ConflictError", "ChangedError", "Credentials", "Date", "DateOf", "DateTime", "Decimal", "Download",
	"DryRun", "Either", "ErrChanged", "ErrConflict", "ErrForbidden", "ErrInvalid", "ErrNotFound", "ErrNotModified", "ErrUnauthorized",
	"ErrUnavailable", "Error", "FieldError", "ForbiddenError", "Header", "IdempotencyKey", "IfMatch", "IfNoneMatch", "InvalidError", "KeyOf",
	"New", "NotFoundError", "NotModifiedError", "Null", "Opt", "Option", "Options", "Outcome", "Page", "Range", "Set", "SetTo", "UnauthorizedError",
	"UnavailableError", "Upload",
}
