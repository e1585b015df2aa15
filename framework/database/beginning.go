// Indexes on the beginnings of texts, for comparisons that ignore letter case.

package database

import (
	"fmt"
	"hash/crc32"
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

// Folded returns the SQL of the texts of a column, folded as by predicate.FoldComposed. A unique index on it is one
// for texts that are the same in any letter case. As with Beginning, a release of Go that knows more letters changes
// the SQL.
func (d *Dialect) Folded(column string) string {
	if d.Name == "postgres" {
		return foldedPostgres().Name + "(" + column + `) COLLATE "C"`
	}
	return fmt.Sprintf("%s(%s, '%s')", foldedFunction, column, unicode.Version)
}

// StaleFolds returns the query of SQLite for the names of indexes on Beginning and Folded with another release's
// letters. They have to be dropped: SQLite would search a row under its present text, and report a malformed file
// when it changes or deletes a row that the index lacks.
func StaleFolds() string {
	return fmt.Sprintf(`SELECT name FROM sqlite_schema WHERE type = 'index' AND (instr(sql, '%s(') > 0 OR instr(sql, '%s(') > 0) AND instr(sql, ', ''%s'')') = 0 ORDER BY name`,
		beginningFunction, foldedFunction, unicode.Version)
}

// Function is a function of PostgreSQL that indexes call. A function never changes: another list of letters has
// another name.
type Function struct{ Name, Create string }

// BeginningFunction returns the function that Beginning calls. The list of letters is too long for an index itself.
func BeginningFunction() Function { return beginningPostgres() }

// FoldedFunction returns the function that Folded calls.
func FoldedFunction() Function { return foldedPostgres() }

var (
	beginningPostgres = sync.OnceValue(func() Function {
		first := fmt.Sprintf(`left($1, %d)`, BeginningLength)
		return foldFunction(beginningFunction, first, first, "%s")
	})
	foldedPostgres = sync.OnceValue(func() Function {
		return foldFunction(foldedFunction, "$1", "normalize($1, NFD)", "normalize(%s, NFC)")
	})
)

// foldFunction returns the function that folds a text by a list, because the server's folding depends on its locale.
// Texts of ASCII letters, the usual case, skip the list and what is done after it.
func foldFunction(name, ascii, text, after string) Function {
	letters, folds := predicate.AllCases()
	folded := fmt.Sprintf(after, "lower(translate("+text+` COLLATE "C", '`+letters+"', '"+folds+"'))")
	body := "SELECT CASE WHEN octet_length($1) = length($1) THEN lower(" + ascii + ` COLLATE "C") ELSE ` + folded + " END"
	name = fmt.Sprintf("%s_%08x", name, crc32.ChecksumIEEE([]byte(body)))
	return Function{name, "CREATE FUNCTION " + name + "(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$" + body + "$$"}
}

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
