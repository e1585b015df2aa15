// Tests that Go and the databases fold whole texts alike.

package database_test

import (
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/predicate"
)

// Every character has the same fold in Go and in both databases, and so have letters with one or two marks in any
// order. PostgreSQL normalizes by its own release of Unicode: marks that are newer than it do not count.
func TestFoldedAgrees(t *testing.T) {
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			db, err := database.Open(t.Context(), databasetest.Addresses()[name](t), database.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if name == "postgres" {
				databasetest.Exec(t, db, database.FoldedFunction().Create)
			}
			marks := knownMarks(t, db)
			if len(marks) < 800 {
				t.Errorf("got %d known marks, want more than 800", len(marks))
			}
			texts := append(characters(), marked(marks)...)
			bad := 0
			for i, got := range selectEach(t, db, db.Dialect().Folded("t.value"), texts) {
				if want := predicate.FoldComposed(texts[i]); got != want {
					if bad++; bad <= 20 {
						t.Errorf("%+q: got %+q, want %+q", texts[i], got, want)
					}
				}
			}
			if bad > 20 {
				t.Errorf("%d of %d texts have other folds", bad, len(texts))
			}
		})
	}
}

// characters returns every character up to the last ideograph, and some of the others, which are unassigned or private.
func characters() (texts []string) {
	const lastIdeograph = 0x323AF
	for r := rune(1); r <= utf8.MaxRune; r++ {
		if utf8.ValidRune(r) && (r <= lastIdeograph || r%101 == 0) {
			texts = append(texts, string(r))
		}
	}
	return texts
}

// marked returns letters with each of the marks, also before and after another one.
func marked(marks []rune) (texts []string) {
	for _, letter := range "aAK\u212aåÅ\u212bßẞİıςΣ\u2126ιᾳᾼ\u1e9b\uac00\u1100" {
		for i, mark := range marks {
			other := marks[(i*7+3)%len(marks)]
			for _, text := range [][]rune{{letter, mark}, {letter, mark, other}, {letter, other, mark}} {
				texts = append(texts, string(text))
			}
		}
	}
	return texts
}

// knownMarks returns the combining marks that the database sorts among others as Go does.
func knownMarks(t *testing.T, db *database.DB) (marks []rune) {
	t.Helper()
	var texts []string
	for r := rune(1); r <= utf8.MaxRune; r++ {
		if utf8.ValidRune(r) && norm.NFD.PropertiesString(string(r)).CCC() > 0 {
			marks, texts = append(marks, r), append(texts, "\u0345"+string(r)+"\u0334") // of the highest class and of the lowest
		}
	}
	if db.Dialect().Name == "sqlite" {
		return marks
	}
	known := marks[:0]
	for i, got := range selectEach(t, db, "normalize(t.value, NFD)", texts) {
		if got == norm.NFD.String(texts[i]) {
			known = append(known, marks[i])
		}
	}
	return known
}

// selectEach returns an expression of each of the texts, which it calls t.value.
func selectEach(t *testing.T, db *database.DB, expression string, texts []string) (list []string) {
	t.Helper()
	query := "SELECT " + expression + " FROM json_each(?) AS t ORDER BY t.key"
	if db.Dialect().Name == "postgres" {
		query = "SELECT " + expression + " FROM unnest(CAST($1 AS text[])) WITH ORDINALITY AS t(value, key) ORDER BY t.key"
	}
	values := make([]any, len(texts))
	for i, text := range texts {
		values[i] = text
	}
	err := db.Write(t.Context(), func(s database.Session) error {
		rows, err := s.Tx().QueryContext(t.Context(), query, db.Dialect().List(values))
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var text string
			if err := rows.Scan(&text); err != nil {
				return err
			}
			list = append(list, text)
		}
		return rows.Err()
	})
	if err != nil || len(list) != len(texts) {
		t.Fatalf("got %d of %d texts, %v", len(list), len(texts), err)
	}
	return list
}
