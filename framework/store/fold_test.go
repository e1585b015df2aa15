// Tests of letter case in comparisons.

package store_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// otherCase is a text with each letter in its next case.
func otherCase(text string) string {
	return strings.Map(unicode.SimpleFold, text)
}

// Every character of Unicode is equal to its other cases in both databases, and in Go.
func TestFoldAgrees(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann := l.addAuthor(t, "Ann")
		count := func(where predicate.Expr) int64 {
			t.Helper()
			n, err := l.books.Count(t.Context(), bound(t, l.book, where), 0)
			if err != nil {
				t.Fatalf("%s: %v", where.Shape(), err)
			}
			return n
		}
		for low := rune(0); low <= unicode.MaxRune; low += 256 {
			var b strings.Builder
			for r := max(1, low); r < low+256; r++ {
				if utf8.ValidRune(r) {
					b.WriteRune(r)
				}
			}
			text := b.String()
			other := otherCase(text)
			if other == text {
				if predicate.Fold(text) != text {
					t.Errorf("from %U: letters without another case have a fold", low)
				}
				continue // both databases are asked for the text as it is
			}
			id := l.add(t, l.books, l.book, values{"Author": ann, "Title": text})
			where := predicate.IExact("title", other)
			if got := count(predicate.And(predicate.Eq("id", id), where)); got != 1 {
				t.Errorf("from %U: got %d texts that are equal in another case, want 1", low, got)
			}
			if got := strings.EqualFold(text, other); !got {
				t.Errorf("from %U: Go says that the texts differ", low)
			}
		}
	})
}

// A character with other cases is found by these, and by no other character.
func TestFoldTellsApart(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann := l.addAuthor(t, "Ann")
		letters := []rune("aAkK\u212asSſßẞiIİıσΣςµμΜåÅ\u212bзЗж\u1c80ვᲕꭓ\uab70\u13a0ǅǆǄ𐐀𐐨𞤀𞤢ͅιΙ\u1fbeĳΩ\u2126éëfﬁ_%\\\"'.0\u0300\u0345")
		for _, r := range letters {
			l.add(t, l.books, l.book, values{"Author": ann, "Title": "x" + string(r) + "y"})
		}
		rows := l.rows(t)
		for _, r := range letters {
			for _, where := range []predicate.Expr{predicate.IContains("title", string(r)), predicate.IExact("title", "X"+string(r)+"Y"), predicate.IStartsWith("title", "X"+string(r))} {
				where = bound(t, l.book, where)
				got := map[int64]bool{}
				if err := l.books.Stream(t.Context(), where, func(rec *schema.Record) error { got[rec.Key().Number()] = true; return nil }); err != nil {
					t.Fatal(err)
				}
				for id, rec := range rows[l.book] {
					if want := rows.holds(where, rec); got[id] != want {
						t.Errorf("%s %U: the database says %v of %s", where.Shape(), r, got[id], rec.Append(nil, ""))
					}
				}
			}
		}
	})
}

// BenchmarkContains looks for a word in the texts of 10,000 rows, as they are and whatever their case.
func BenchmarkContains(b *testing.B) {
	for _, name := range []string{"sqlite", "postgres"} {
		b.Run(name, func(b *testing.B) {
			l := open(b, databasetest.Addresses()[name](b))
			ann := l.addAuthor(b, "Ann")
			l.addBooks(b, ann, 10_000)
			databasetest.Exec(b, l.db, "UPDATE books SET title = title || '"+strings.Repeat(" Wörter eines Textes words of a text", 6)+"'")
			for _, where := range []predicate.Expr{predicate.Contains("title", "needle"), predicate.IContains("title", "needle"), predicate.IRegex("title", "ne+dle")} {
				where = bound(b, l.book, where)
				b.Run(where.Op.String(), func(b *testing.B) {
					for b.Loop() {
						if n, err := l.books.Count(b.Context(), where, 0); n != 0 || err != nil {
							b.Fatal(n, err)
						}
					}
				})
			}
		})
	}
}
