// Who may ask: the schemes of the service, and what an operation requires.

package openapi

import (
	"cmp"
	"slices"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/plan"
)

// security is a scheme in the document.
type security struct {
	name   string
	is     *SecurityScheme
	word   string // before its credentials in a header: "Basic"; "" for none
	scoped bool   // its credentials may be limited to scopes
}

// securitySchemes returns the schemes of the service, by their challenges and headers, or as they describe themselves.
func (b *builder) securitySchemes() (list []security) {
	schemes := b.o.Schemes
	if schemes == nil {
		schemes = b.p.Schemes
	}
	for _, s := range schemes {
		list = append(list, security{name: s.Name(), is: b.securityScheme(s), word: wordOf(s), scoped: isScoped(s)})
	}
	return list
}

// wordOf returns the word that stands before the credentials of a scheme in the header Authorization (RFC 9110,
// section 11.4). A header that belongs to the scheme has only the credentials.
func wordOf(s auth.Scheme) string {
	if header := s.Vary(); header != "" && !strings.EqualFold(header, "Authorization") {
		return ""
	}
	word, _, _ := strings.Cut(s.Challenge(), " ")
	return word
}

// isScoped reports whether the credentials of a scheme may be limited to scopes: those of programs, which are no
// passwords and no sessions.
func isScoped(s auth.Scheme) bool {
	word, _, _ := strings.Cut(s.Challenge(), " ")
	return word != "" && !strings.EqualFold(word, "Basic")
}

func (b *builder) securityScheme(s auth.Scheme) *SecurityScheme {
	if d, is := s.(auth.DescribedScheme); is {
		to := &SecurityScheme{}
		b.err = cmp.Or(b.err, convert(d.SecurityScheme(), to))
		return to
	}
	word := wordOf(s)
	switch header := s.Vary(); {
	case strings.EqualFold(word, "Basic"), strings.EqualFold(word, "Bearer"):
		return &SecurityScheme{Type: "http", Scheme: strings.ToLower(word)}
	case word != "":
		return &SecurityScheme{Type: "apiKey", In: "header", Name: cmp.Or(header, "Authorization"), Description: `The word "` + word + `", a space, and the token.`}
	case header == "Cookie":
		return &SecurityScheme{Type: "apiKey", In: "cookie", Name: cmp.Or(b.o.SessionCookie, auth.DefaultCookieName), Description: "The session of somebody who has logged in."}
	default:
		return &SecurityScheme{Type: "apiKey", In: "header", Name: cmp.Or(header, "Authorization")}
	}
}

// security returns what an operation requires: one of the schemes, or nothing at all.
func (b *builder) security(needed bool) []Map[[]string] {
	list := []Map[[]string]{}
	for _, s := range b.schemes {
		list = append(list, mapOf(map[string][]string{s.name: {}}))
	}
	if !needed {
		list = append(list, mapOf(map[string][]string{}))
	}
	return list
}

// scopes returns the words any of which credentials must have that are limited to some; nil where none are.
func (b *builder) scopes(o *plan.Operation) []string {
	if len(o.Scopes) == 0 || !slices.ContainsFunc(b.schemes, func(s security) bool { return s.scoped }) {
		return nil
	}
	return o.Scopes
}
