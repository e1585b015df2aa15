// Stop words in English, which a search ignores.

package plan

import (
	"slices"
	"strings"
	"unicode"

	"example.com/resourceful/framework/predicate"
)

// isStopWord reports whether a word is a stop word in English, such as "the" or "don't". PostgreSQL stores
// none of these in an English full text, and so would find no row with one; SQLite stores them all.
func isStopWord(word string) bool {
	between := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	parts := strings.FieldsFunc(predicate.Fold(word), between)
	has := func(part string) bool { return strings.Contains(stopWords, " "+part+" ") }
	return len(parts) > 0 && !slices.ContainsFunc(parts, func(part string) bool { return !has(part) })
}

// stopWords are those of PostgreSQL, between spaces.
const stopWords = " i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers " +
	"herself it its itself they them their theirs themselves what which who whom this that these those am is " +
	"are was were be been being have has had having do does did doing a an the and but if or because as until " +
	"while of at by for with about against between into through during before after above below to from up " +
	"down in out on off over under again further then once here there when where why how all any both each few " +
	"more most other some such no nor not only own same so than too very s t can will just don should now "
