// The search of a list in a field.

package schema

import (
	"slices"

	"example.com/resourceful/framework/field"
)

// Search is how the search of a list matches words with a field.
type Search struct {
	// Prefix is one of SearchPrefixes.
	Prefix string
	// Language is the language of full text, "@", for the stems of words; "simple" for none.
	Language string
}

// String returns the word of a rest tag: "search", "search=^", "search=@english".
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

// SearchPrefixes returns the kinds of matches, as in Django REST framework's search_fields: the text
// contains the word, "", begins with it, "^", equals it, "=", has it as full text, "@", or matches it as a
// pattern, "$".
func SearchPrefixes() []string { return []string{"", "^", "=", "@", "$"} }

// SimpleLanguage is the language of full texts without stems: words match as they are written.
const SimpleLanguage = "simple"

// SearchLanguages returns the languages of full text in every PostgreSQL.
func SearchLanguages() []string {
	return []string{
		SimpleLanguage, "arabic", "danish", "dutch", "english", "finnish", "french", "german", "greek", "hungarian", "indonesian",
		"irish", "italian", "lithuanian", "nepali", "norwegian", "portuguese", "romanian", "russian", "spanish", "swedish", "tamil", "turkish",
	}
}

// SearchMistake returns the reason why the field cannot be searched with a prefix, or "".
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
