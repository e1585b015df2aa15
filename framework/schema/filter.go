// The look-ups of filters on a field.

package schema

import (
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
)

// FilterLookups parses the look-ups of a filter, words between spaces. Without any it is the field's usual
// look-up. The mistake contains the correction.
func (f *Field) FilterLookups(words string) (lookups []field.Lookup, mistake string) {
	known := f.lookupsOfFilters()
	if len(known) == 0 {
		return nil, "no filter applies to " + f.WithArticle() + "; leave the filter out"
	}
	if strings.TrimSpace(words) == "" {
		return known[:1], ""
	}
	for _, word := range strings.Fields(words) {
		lookup := field.Lookup(word)
		switch {
		case !slices.Contains(known, lookup):
			return lookups, word + " is not a lookup of " + f.WithArticle() + field.Hint(word, lookupWords(known))
		case slices.Contains(lookups, lookup):
			return lookups, word + " is there twice; write it once"
		}
		lookups = append(lookups, lookup)
	}
	if slices.Contains(lookups, field.Equal) && slices.Contains(lookups, field.In) {
		return lookups, "eq and in have the same parameter name; write in, which accepts one value too"
	}
	return lookups, ""
}

// lookupsOfFilters returns the look-ups that a filter may have, the usual one first.
func (f *Field) lookupsOfFilters() []field.Lookup {
	if f.IsToMany() {
		return []field.Lookup{field.In, field.All, field.IsNull}
	}
	if f.InObject {
		return f.InsideLookups()
	}
	return f.Kind.Lookups
}

func lookupWords(lookups []field.Lookup) []string {
	words := make([]string, len(lookups))
	for i, l := range lookups {
		words[i] = string(l)
	}
	return words
}
