// A fuzz test of search.

package store_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/resttest/stopwatch"
	"example.com/resourceful/framework/schema"
)

// A search finds what contains the text, without regard to the case of letters, and nothing
// else.
func FuzzSearch(f *testing.F) {
	for _, seed := range [][2]string{{"Ann Smith", "ANN"}, {"100%", "0%"}, {"a_b", "_"}, {`back\slash`, `\`}, {"Éva", "év"}, {"x", ""}, {"a\nb", "\n"}, {"ſ", "s"}, {"'", "' OR 1=1"}, {"é", "\xc3"}} {
		f.Add(seed[0], seed[1])
	}
	l := open(f, ":memory:")
	name := fieldOf(l.author, "Name")
	id := l.addAuthor(f, "x")
	f.Fuzz(func(t *testing.T, text, sought string) {
		if !utf8.ValidString(text) || strings.Contains(text, "\x00") || len(text)+len(sought) > 1<<12 {
			t.Skip()
		}
		databasetest.Exec(t, l.db, fmt.Sprintf("UPDATE authors SET name = '%s' WHERE id = %d", strings.ReplaceAll(text, "'", "''"), id))
		defer stopwatch.Input(t)()
		found := false
		err := l.authors.Search(t.Context(), predicate.Constant(true), name, sought, 2, func(rec *schema.Record) error {
			found = rec.Get(name) == text
			return nil
		})
		want := utf8.ValidString(sought) && strings.Contains(foldBySearch(text), foldBySearch(sought))
		if err != nil || found != want {
			t.Errorf("search of %q in %q: got %v, error %v, want %v", sought, text, found, err, want)
		}
	})
}

// foldBySearch is a fold that asks Go for each letter.
func foldBySearch(s string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
			least = min(least, other)
		}
		return least
	}, s)
}
