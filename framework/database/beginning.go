// The beginnings of texts, by which an index finds them whatever the case of their letters.

package database

import (
	"fmt"
	"hash/crc32"
	"strings"
	"sync"
	"unicode"

	"example.com/resourceful/framework/predicate"
)

// BeginningLength is how many characters an index on the beginnings of texts has of each.
const BeginningLength = 50

// Beginning is the SQL of the first BeginningLength characters of a column, folded as predicate.Fold folds
// them. An index on it finds texts that are equal to another, or begin with it, whatever the case of letters,
// where the statement compares the same SQL. When Go knows more letters the SQL is another one, which needs
// another index. On PostgreSQL it calls the function that BeginningFunction makes.
func (d *Dialect) Beginning(column string) string {
	if d.Name == "postgres" {
		return beginningPostgres().name + "(" + column + `) COLLATE "C"` // whatever the collation of a column that was made by hand
	}
	return fmt.Sprintf("%s(substr(%s, 1, %d), '%s')", beginningFunction, column, BeginningLength, unicode.Version)
}

// StaleBeginnings is the query of SQLite for the names of the indexes on Beginning with other letters than Go knows now. They
// have to be dropped: SQLite looks for a row under the beginning that it has now, and takes the file for malformed where it
// changes or deletes a row that is not there.
func StaleBeginnings() string {
	return fmt.Sprintf(`SELECT name FROM sqlite_schema WHERE type = 'index' AND instr(sql, '%s(') > 0 AND instr(sql, ', ''%s'')') = 0 ORDER BY name`,
		beginningFunction, unicode.Version)
}

// BeginningFunction is the name of the function of PostgreSQL that Beginning calls, and the statement that makes it. The
// list of letters is too long for an index itself. What the function does never changes: another one has another name.
func BeginningFunction() (name, create string) {
	f := beginningPostgres()
	return f.name, f.create
}

// beginningPostgres folds by a list, as what the server takes for the other case of a letter depends on its locale. Texts
// without letters beyond ASCII, which are most, are spared the list.
var beginningPostgres = sync.OnceValue(func() (f struct{ name, create string }) {
	letters, folds := predicate.AllCases()
	first := fmt.Sprintf(`left($1, %d) COLLATE "C"`, BeginningLength)
	body := "SELECT CASE WHEN octet_length($1) = length($1) THEN lower(" + first + ") ELSE lower(translate(" + first + ", '" + letters + "', '" + folds + "')) END"
	f.name = fmt.Sprintf("%s_%08x", beginningFunction, crc32.ChecksumIEEE([]byte(body)))
	f.create = "CREATE FUNCTION " + f.name + "(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$" + body + "$$"
	return f
})

// BeginningEqual is the argument for Beginning of the texts that are equal to another whatever their case.
func BeginningEqual(text string) string {
	runes := []rune(predicate.Fold(text))
	return string(runes[:min(len(runes), BeginningLength)])
}

// BeginningRange are the arguments for Beginning of the texts that begin with another whatever their case: it is at least
// the first one and less than the second one.
func BeginningRange(text string) (from, to string) {
	from = BeginningEqual(text)
	runes := []rune(from)
	for i := len(runes) - 1; i >= 0; i-- {
		next := runes[i] + 1
		if next == 0xD800 { // no characters are there
			next = 0xE000
		}
		if next <= unicode.MaxRune {
			return from, string(runes[:i]) + string(next)
		}
	}
	return from, strings.Repeat(string(unicode.MaxRune), BeginningLength+1)
}
