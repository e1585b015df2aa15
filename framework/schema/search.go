// What the search of a list does with a field.

package schema

import (
	"slices"

	"example.com/resourceful/framework/field"
)

// Search says how the search of a list looks for words in a field.
type Search struct {
	// Prefix is one of SearchPrefixes.
	Prefix string
	// Language is that of the texts of "@", by which words are brought to their stems; "simple" for none.
	Language string
}

// String is the word of a rest tag: "search", "search=^", "search=@english".
func (s *Search) String() string {
	switch {
	case s.Prefix == "":
		return "search"
	case s.Prefix == "@" && s.Language != SimpleLanguage:
		return "search=@" + s.Language
	default:
		return "search=" + s.Prefix
	}
}

// SearchPrefixes say how words are looked for, as the search_fields of Django REST framework do: the
// text contains the word, "", begins with it, "^", is equal to it, "=", has it as full text, "@", or
// matches it as a pattern, "$".
func SearchPrefixes() []string { return []string{"", "^", "=", "@", "$"} }

// SimpleLanguage is that of full texts in no one language: words are looked for as they are written.
const SimpleLanguage = "simple"

// SearchLanguages are those of full text that every PostgreSQL knows.
func SearchLanguages() []string {
	return []string{
		SimpleLanguage, "arabic", "danish", "dutch", "english", "finnish", "french", "german", "greek", "hungarian", "indonesian",
		"irish", "italian", "lithuanian", "nepali", "norwegian", "portuguese", "romanian", "russian", "spanish", "swedish", "tamil", "turkish",
	}
}

// SearchMistake says why words cannot be looked for in the field by a prefix, or "".
func (f *Field) SearchMistake(prefix string) string {
	switch {
	case f.Relation != nil:
		return "words are looked for in texts, and " + f.Go + " is " + f.WithArticle() + "; write a path to a text of its rows in Search of the view set"
	case prefix == "=" && slices.Contains(f.Kind.Lookups, field.Equal):
		return ""
	case !slices.Contains(f.Kind.Lookups, field.IContains):
		return "words are looked for in texts, and " + f.Go + " is " + f.WithArticle() + `; write search== in its tag, or "=" before its path, for what is equal to a word, or leave it out`
	}
	return ""
}
