// Indexes on the beginnings of texts, for comparisons that ignore letter case.

package database

import (
	"fmt"
	"strings"
	"sync"
	"unicode"

	"example.com/resourceful/framework/predicate"
)

// BeginningLength is the number of characters of each text in such an index.
const BeginningLength = 50

// Beginning returns the SQL of the first BeginningLength characters of a column, folded as by
// predicate.Fold. An index on it finds texts that equal another or begin with it, in any letter case, if
// the statement compares the same SQL. A Go release that knows more letters changes the SQL, and so needs
// another index. On PostgreSQL it calls the function of BeginningFunction.
func (d *Dialect) Beginning(column string) string {
	if d.Name == "postgres" {
		return beginningPostgres().Name + "(" + column + `) COLLATE "C"` // for any collation of a column that was created by hand
	}
	return fmt.Sprintf("%s(substr(%s, 1, %d), '%s')", beginningFunction, column, BeginningLength, unicode.Version)
}

// BeginningFunction returns the function that Beginning calls. The list of letters is too long for an index itself.
func BeginningFunction() Function { return beginningPostgres() }

var beginningPostgres = sync.OnceValue(func() Function {
	first := fmt.Sprintf(`left($1, %d)`, BeginningLength)
	letters, folds := predicate.AllCases()
	return foldFunction(beginningFunction, first, first+` COLLATE "C"`, "%s", letters, folds)
})

// BeginningEqual returns the argument for Beginning that selects the texts equal to another in any letter
// case.
func BeginningEqual(text string) string {
	runes := []rune(predicate.Fold(text))
	return string(runes[:min(len(runes), BeginningLength)])
}

// BeginningRange returns the bounds for Beginning that select the texts that begin with another in any
// letter case: at least from, and less than to.
func BeginningRange(text string) (from, to string) {
	from = BeginningEqual(text)
	runes := []rune(from)
	for i := len(runes) - 1; i >= 0; i-- {
		next := runes[i] + 1
		if next == 0xD800 { // surrogates are no characters
			next = 0xE000
		}
		if next <= unicode.MaxRune {
			return from, string(runes[:i]) + string(next)
		}
	}
	return from, strings.Repeat(string(unicode.MaxRune), BeginningLength+1)
}
