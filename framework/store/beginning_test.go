// Tests of indexes on the beginnings of texts.

package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// indexBeginnings makes an index on the beginnings of the titles, and has the statements use it.
func (l *library) indexBeginnings(t *testing.T) {
	t.Helper()
	fieldOf(l.book, "Title").Beginnings = true
	i := slices.IndexFunc(l.tables, func(table schema.Table) bool { return table.Name == l.book.Table })
	l.tables[i].Indexes = append(l.tables[i].Indexes, schema.Index{Columns: []schema.IndexColumn{{Name: "title", Beginning: true}}})
	for _, made := range []bool{true, false} { // a second run has nothing to do
		statements, err := migrate.Apply(t.Context(), l.db, l.tables)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(strings.Join(statements.Statements, "\n"), "books_title_beginning_"); got != made {
			t.Errorf("index made: got %v, want %v: %v", got, made, statements.Statements)
		}
	}
	l.books = l.collection(t, l.book)
}

// What an index on the beginnings of texts finds is what the comparison says, of each letter in each of its cases, of
// texts longer than the index has them, and of characters behind which there are no others.
func TestBeginningsAgree(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		l.indexBeginnings(t)
		long, last := strings.Repeat("Aé", 40), string(unicode.MaxRune)
		texts := []string{
			"", "k", "K", "\u212a9", "S", "ſ", "ß", "ẞ", "ss", "strasse", "STRAẞE", "Straße", "Σς", "σΣ", "i", "İ", "ı", "%", "_", `\`, "'", "a\x01b",
			long, strings.ToUpper(long), long + "x", long + "Xy", long[:60] + "b", last, last + last, "a" + last, "\ud7ff", "\ue000", strings.Repeat(last, 60),
		}
		letters, folds := predicate.AllCases()
		for i, all := 0, []rune(letters); i < len(all); i += 40 {
			texts = append(texts, string(all[i:min(i+40, len(all))]), string([]rune(folds)[i:min(i+40, len(all))]))
		}
		ann := l.addAuthor(t, "Ann")
		for _, text := range texts {
			l.add(t, l.books, l.book, values{"Author": ann, "Title": text})
		}
		rows := l.rows(t)
		for _, text := range texts {
			if text == "" {
				continue
			}
			begin := string([]rune(text)[:(len([]rune(text))+1)/2])
			for _, where := range []predicate.Expr{
				predicate.IExact("title", text), predicate.IExact("title", otherCase(text)), predicate.StartsWith("title", begin),
				predicate.IStartsWith("title", otherCase(begin)), predicate.IStartsWith("title", text), predicate.Not(predicate.IStartsWith("title", begin)),
			} {
				where = bound(t, l.book, where)
				got := map[int64]bool{}
				if err := l.books.Stream(t.Context(), where, func(rec *schema.Record) error { got[rec.Key().Number()] = true; return nil }); err != nil {
					t.Fatal(err)
				}
				for id, rec := range rows[l.book] {
					if want := rows.holds(where, rec); got[id] != want {
						t.Errorf("%s %q: the database says %v of %s", where.Shape(), where.Args(), got[id], rec.Append(nil, ""))
					}
				}
			}
		}
	})
}

// An index that knows other letters than Go does is not used: it may miss rows.
func TestBeginningsOfOtherLetters(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		l.indexBeginnings(t)
		name := databasetest.Texts(t, l.db, map[string]string{
			"sqlite":   "SELECT name FROM sqlite_schema WHERE name LIKE 'books_title_beginning_%'",
			"postgres": "SELECT indexname FROM pg_indexes WHERE indexname LIKE 'books_title_beginning_%'",
		}[l.db.Dialect().Name])[0]
		databasetest.Exec(t, l.db, `DROP INDEX "`+name+`"`,
			`CREATE INDEX books_title_beginning_00000000_idx ON books (lower(substr(title, 1, 50)))`)
		made, err := migrate.Apply(t.Context(), l.db, l.tables)
		if err != nil || len(made.Statements) != 1 || !strings.Contains(made.Statements[0], name) {
			t.Errorf("an index of other letters: got %v, %v, want that %s is made", made.Statements, err, name)
		}
	})
}

// A migration drops the indexes of SQLite that know other letters, whatever they are called: a row whose beginning is now
// another one could not be changed or deleted. PostgreSQL keeps the function that an old index calls.
func TestStaleBeginningsAreDropped(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		l.indexBeginnings(t)
		if l.db.Dialect().Name != "sqlite" {
			return
		}
		databasetest.Exec(t, l.db, `CREATE INDEX stale ON books ((resourceful_beginning(substr("title", 1, 50), '1.0.0')))`)
		for _, want := range []string{`[DROP INDEX "stale"]`, "[]"} { // a second run has nothing to do
			made, err := migrate.Apply(t.Context(), l.db, l.tables)
			if got := fmt.Sprint(made.Statements); err != nil || got != want {
				t.Errorf("migrate: got %s, %v, want %s", got, err, want)
			}
		}
	})
}

// Texts are found by their beginning in a column that was made by hand too, whose collation has "{" before "z".
func TestBeginningsInAnyCollation(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		if l.db.Dialect().Name == "postgres" {
			databasetest.Exec(t, l.db, `ALTER TABLE books ALTER COLUMN title TYPE text COLLATE "en-x-icu"`)
		}
		l.indexBeginnings(t)
		zebra := l.add(t, l.books, l.book, values{"Author": l.addAuthor(t, "Ann"), "Title": "Zebra"})
		var got []int64
		if err := l.books.Stream(t.Context(), bound(t, l.book, predicate.IStartsWith("title", "z")), collect(&got)); err != nil {
			t.Fatal(err)
		}
		equal(t, "titles that begin with z", got, []int64{zebra})
	})
}
