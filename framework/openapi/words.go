// What schemas ask of values, in words.

package openapi

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// boundWords are what the bounds of a schema mean; %s stands for the bound.
var boundWords = []struct{ name, words string }{
	{"minLength", "At least %s characters."},
	{"maxLength", "At most %s characters."},
	{"minimum", "At least %s."},
	{"x-minimum", "At least %s."},
	{"exclusiveMinimum", "More than %s."},
	{"maximum", "At most %s."},
	{"x-maximum", "At most %s."},
	{"exclusiveMaximum", "Less than %s."},
	{"x-exclusiveMinimum", "More than %s."},
	{"x-exclusiveMaximum", "Less than %s."},
	{"multipleOf", "A multiple of %s."},
	{"minItems", "At least %s items."},
	{"maxItems", "At most %s items."},
	{"minProperties", "At least %s members."},
	{"maxProperties", "At most %s members."},
	{"pattern", "Matches %s."},
	{"contentMediaType", "Holds %s."},
}

// nowWords are what bounds by the time of the request mean.
var nowWords = map[string]string{
	"x-minimum": "Not before the request.", "x-maximum": "Not after the request.",
	"x-exclusiveMinimum": "After the request.", "x-exclusiveMaximum": "Before the request.",
}

// maxChoices is how many choices are named one by one.
const maxChoices = 40

// About says what a schema asks of values, a sentence each: its description, its bounds and those of its items, its
// choices and an example. Bounds that JSON Schema cannot say, such as the least date, are x-minimum and x-maximum.
func (s *Schema) About() (sentences []string) {
	if s.Description != "" && s.Component() == "" { // which is described elsewhere
		sentences = append(sentences, s.Description)
	}
	sentences = append(sentences, s.bounds()...)
	if s.Items != nil {
		for _, sentence := range s.Items.bounds() {
			sentences = append(sentences, "Each: "+strings.ToLower(sentence[:1])+sentence[1:])
		}
	}
	for _, one := range s.AnyOf {
		for _, sentence := range one.About() {
			if !slices.Contains(sentences, sentence) {
				sentences = append(sentences, sentence)
			}
		}
	}
	if len(s.Examples) > 0 {
		sentences = append(sentences, "Such as "+ValueWords(s.Examples[0])+".")
	}
	return sentences
}

// ExtraBounds returns in words the bounds of values for which JSON Schema has no keyword, such as the least date.
func (s *Schema) ExtraBounds() []string {
	var extra Schema
	extra.Others = maps.Clone(s.Others)
	maps.DeleteFunc(extra.Others, func(keyword string, _ any) bool { return !strings.HasPrefix(keyword, "x-") })
	return extra.bounds()
}

// Words says what a schema asks of values, as About does, without its description and examples.
func (s *Schema) Words() []string {
	bare := *s
	bare.Description, bare.Examples = "", nil
	return bare.About()
}

// bounds returns those of a schema itself.
func (s *Schema) bounds() (sentences []string) {
	for _, b := range boundWords {
		switch value := s.Others[b.name]; {
		case value == nil:
		case b.name == "minLength" && value == json.Number("1"):
			sentences = append(sentences, "Not empty.")
		case nowWords[b.name] != "" && value == "now":
			sentences = append(sentences, nowWords[b.name])
		default:
			sentences = append(sentences, fmt.Sprintf(b.words, ValueWords(value)))
		}
	}
	if s.Others["uniqueItems"] == true {
		sentences = append(sentences, "No item twice.")
	}
	if s.Not != nil {
		sentences = append(sentences, "Not as "+ValueWords(s.Not)+".")
	}
	if len(s.Enum) > 0 {
		var words []string
		for _, c := range s.Enum[:min(len(s.Enum), maxChoices)] {
			words = append(words, ValueWords(c))
		}
		text := "One of " + strings.Join(words, ", ")
		if n := len(s.Enum); n > maxChoices {
			text += fmt.Sprintf(" … %d in all", n)
		}
		sentences = append(sentences, text+".")
	}
	return sentences
}

// ValueWords returns a value of a document as people write it.
func ValueWords(value any) string {
	if text, is := value.(string); is && text != "" {
		return text
	}
	return string(compact(value))
}
