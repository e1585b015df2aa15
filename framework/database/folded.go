// Indexes on folded texts, and the functions that fold.

package database

import (
	"fmt"
	"hash/crc32"
	"strings"
	"sync"
	"unicode"

	"example.com/resourceful/framework/predicate"
)

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
// another name. Body is its SQL, in which $1 is the text.
type Function struct{ Name, Create, Body string }

// FoldedFunction returns the function that Folded calls.
func FoldedFunction() Function { return foldedPostgres() }

var foldedPostgres = sync.OnceValue(func() Function {
	letters, folds := predicate.BaseCases()
	return foldFunction(foldedFunction, "$1", `normalize($1, NFD) COLLATE "C"`, "normalize(%s, NFC)", letters, folds)
})

// foldFunction returns the function that folds a text by a list of letters, because the server's folding depends on its
// locale. A list takes time for each letter that it lacks, so it is used only for texts with a letter of it, and a shorter
// one where all of those are usual. Texts of ASCII letters skip what is done after the folding too.
func foldFunction(name, ascii, text, after, letters, folds string) Function {
	var usual, usualFolds, rare strings.Builder
	fold := []rune(folds)
	for i, r := range []rune(letters) {
		if r < 0x0180 || r >= 0x0370 && r < 0x0460 { // Latin, Greek and Cyrillic
			usual.WriteRune(r)
			usualFolds.WriteRune(fold[i])
		} else {
			rare.WriteRune(r)
		}
	}
	lower := func(text string) string { return fmt.Sprintf(after, "lower("+text+")") }
	translated := func(letters, folds string) string {
		return lower("translate(" + text + ", '" + letters + "', '" + folds + "')")
	}
	body := "CASE WHEN octet_length($1) = length($1) THEN lower(" + ascii + ` COLLATE "C")` +
		" WHEN " + text + " !~ '[" + letters + "]' THEN " + lower(text) +
		" WHEN " + text + " !~ '[" + rare.String() + "]' THEN " + translated(usual.String(), usualFolds.String()) +
		" ELSE " + translated(letters, folds) + " END"
	name = fmt.Sprintf("%s_%08x", name, crc32.ChecksumIEEE([]byte("SELECT "+body)))
	return Function{name, "CREATE FUNCTION " + name + "(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$SELECT " + body + "$$", body}
}
