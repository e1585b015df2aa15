// Tests that pages are read by an index.

package store_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// A page deep in a list reads the rows of the page from an index on its order, and none of those before,
// however many of them have equal values or none.
func TestSeekByIndex(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		l.addAuthor(t, "Ann")
		for second := range 6 {
			databasetest.Exec(t, l.db, fmt.Sprintf(`INSERT INTO books (title, author_id, added, rating, weight) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
				SELECT 'title ' || (i %% 100), 1, '2024-05-06T07:08:0%d.123456Z', CASE WHEN i %% 2 = 0 THEN i %% 10 END, CASE WHEN i %% 20 > 0 THEN i %% 7 END FROM n`, second))
		}
		databasetest.Exec(t, l.db, "UPDATE books SET code = 'Code ' || id WHERE id % 3 > 0")
		for _, unique := range databasetest.Texts(t, l.db, map[string]string{
			"sqlite":   "SELECT name FROM sqlite_schema WHERE name LIKE 'books_code%'",
			"postgres": "SELECT indexname FROM pg_indexes WHERE indexname LIKE 'books_code%'",
		}[l.db.Dialect().Name]) {
			databasetest.Exec(t, l.db, `DROP INDEX "`+unique+`"`) // it would serve as well
		}
		anyCode, code := "("+l.db.Dialect().Folded("code")+")", fieldOf(l.book, "Code")
		rating, title, added, weight := fieldOf(l.book, "Rating"), fieldOf(l.book, "Title"), fieldOf(l.book, "Added"), fieldOf(l.book, "Weight")
		anyCase, inAnyCase := "("+l.db.Dialect().Folded("title")+")", *title
		inAnyCase.SortsInAnyCase = true
		for _, tt := range []struct {
			index string // PostgreSQL has to be told where nulls are
			by    []store.Order
			whole string // what SQLite compares at once where the page is one range of the index
		}{
			{"title, id", []store.Order{{Field: title}}, "(title,rowid)"},
			{"title DESC, id", []store.Order{{Field: title, Desc: true}}, ""},
			{"title, added, id", []store.Order{{Field: title}, {Field: added}}, "(title,added,rowid)"},
			{"added, id", []store.Order{{Field: added, Desc: true}, {Field: l.book.Key, Desc: true}}, "(added,rowid)"},
			{"rating NULLS FIRST, id", []store.Order{{Field: rating}}, ""},
			{"rating NULLS FIRST, id", []store.Order{{Field: rating, Desc: true}, {Field: l.book.Key, Desc: true}}, ""},
			{"rating DESC NULLS LAST, id", []store.Order{{Field: rating, Desc: true}}, ""},
			{"rating NULLS LAST, id DESC", []store.Order{{Field: rating, Nulls: schema.NullsLast}, {Field: l.book.Key, Desc: true}}, ""},
			{"weight DESC NULLS LAST, title, id", []store.Order{{Field: weight, Desc: true}, {Field: title}}, ""},
			{"weight NULLS LAST, title DESC, id", []store.Order{{Field: weight, Nulls: schema.NullsLast}, {Field: title, Desc: true}}, ""},
			{"weight DESC NULLS FIRST, added, title DESC, id", []store.Order{{Field: weight, Desc: true, Nulls: schema.NullsFirst}, {Field: added}, {Field: title, Desc: true}}, ""},
			{anyCode + " NULLS FIRST, id", []store.Order{{Field: code}}, ""},
			{anyCode + " DESC NULLS LAST, id", []store.Order{{Field: code, Desc: true}}, ""},
			{anyCode + " NULLS LAST, id DESC", []store.Order{{Field: code, Nulls: schema.NullsLast}, {Field: l.book.Key, Desc: true}}, ""},
			{"weight DESC NULLS FIRST, " + anyCode + " DESC NULLS LAST, id", []store.Order{{Field: weight, Desc: true, Nulls: schema.NullsFirst}, {Field: code, Desc: true}}, ""},
			{anyCase + ", id", []store.Order{{Field: &inAnyCase}}, ""},
			{"added, " + anyCase + " DESC, id DESC", []store.Order{{Field: added}, {Field: &inAnyCase, Desc: true}, {Field: l.book.Key, Desc: true}}, ""},
			{anyCase + " DESC, id", []store.Order{{Field: &inAnyCase, Desc: true}}, ""},
			{anyCase + ", added, id", []store.Order{{Field: &inAnyCase}, {Field: added}}, ""},
			{"weight DESC NULLS LAST, " + anyCase + ", id", []store.Order{{Field: weight, Desc: true}, {Field: &inAnyCase}}, ""},
		} {
			columns := tt.index
			if l.db.Dialect().Name == "sqlite" {
				columns = strings.TrimSuffix(strings.NewReplacer(" NULLS FIRST", "", " NULLS LAST", "").Replace(columns), ", id")
			}
			databasetest.Exec(t, l.db, "CREATE INDEX by_order ON books ("+columns+")", "ANALYZE books")
			v := scoped(t, l.collection(t, l.book, tt.by...), store.Reader{})
			offsets := []int64{1_000, 5_000}
			if tt.by[0].Field == weight { // which 300 rows do not have
				offsets = append(offsets, 5_695, 5_900)
			}
			for _, offset := range offsets {
				for _, back := range []bool{false, true} {
					s := store.Seek{After: l.valuesAt(t, v, tt.by, offset), Back: back, Limit: 10}
					lines, err := v.ExplainSeek(t.Context(), everyone, s)
					if err != nil {
						t.Fatal(err)
					}
					name := fmt.Sprintf("index on %s, from %d, back %v", tt.index, offset, back)
					checkExplained(t, name, lines)
					if tt.whole == "" {
						checkPlanned(t, name, v, s)
					}
					if tt.whole != "" {
						checkOneRange(t, name, tt.whole, back, lines)
					}
				}
			}
			lines, err := v.ExplainDeepPage(t.Context(), 1_001, 10)
			if err != nil {
				t.Fatal(err)
			}
			checkDeepPage(t, "index on "+tt.index, lines)
			databasetest.Exec(t, l.db, "DROP INDEX by_order")
		}
	})
}

// checkDeepPage checks that only the keys of a page are read past others, and its rows by them.
func checkDeepPage(t *testing.T, name string, lines []string) {
	t.Helper()
	many := 0
	for _, line := range lines {
		rows := actual.FindStringSubmatch(line)
		if strings.HasPrefix(line, "SCAN t ") || strings.Contains(line, " on books ") && rows != nil && len(rows[1]) > 2 {
			many++
		}
	}
	if many != 1 {
		t.Errorf("%s: a deep page reads many rows %d times, want once:\n%s", name, many, strings.Join(lines, "\n"))
	}
}

// checkPlanned checks that PostgreSQL plans the page once for all values, and that this plan is as good as another.
func checkPlanned(t *testing.T, name string, v store.Scoped, s store.Seek) {
	t.Helper()
	if !strings.HasPrefix(t.Name(), "TestSeekByIndex/postgres") { // "pooled" prepares nothing
		return
	}
	generic, lines, err := v.PlannedSeeks(t.Context(), s)
	if err != nil || generic == 0 {
		t.Errorf("%s: got %d runs of 8 that were not planned anew, %v:\n%s", name, generic, err, strings.Join(lines, "\n"))
	}
	checkExplained(t, name+", planned once", lines)
}

// ofBooks are the lines of a plan that read the books; found are those that find them by an index.
var (
	ofBooks = regexp.MustCompile(`(Scan|on|SCAN|SEARCH)( books)? t\b`)
	found   = regexp.MustCompile(`^(-> +Subquery Scan on t |SEARCH t USING (INTEGER PRIMARY KEY|(COVERING )?INDEX by_order) |-> .*Index (Only )?Scan .*using (by_order|books_pkey) on books t)`)
	passed  = regexp.MustCompile(`Rows Removed by Filter: (\d+)`) // PostgreSQL may find a few by the key, where half the rows are it
	actual  = regexp.MustCompile(`actual rows=(\d+)`)
)

func checkExplained(t *testing.T, name string, lines []string) {
	t.Helper()
	books := 0
	for _, line := range lines {
		if removed := passed.FindStringSubmatch(line); removed != nil && len(removed[1]) > 2 {
			t.Errorf("%s: rows are read that the page has not:\n%s", name, strings.Join(lines, "\n"))
		}
		if !ofBooks.MatchString(line) {
			continue
		}
		books++
		rows := actual.FindStringSubmatch(line)
		if !found.MatchString(line) || rows != nil && len(rows[1]) > 2 {
			t.Errorf("%s: no index finds the rows: %s\n%s", name, line, strings.Join(lines, "\n"))
		}
	}
	if books == 0 {
		t.Errorf("%s: nothing reads the books:\n%s", name, strings.Join(lines, "\n"))
	}
}

// checkOneRange checks that the page is one range of the index on its order, which compares the columns at
// once, and that nothing is sorted but the rows of a page that is read back.
func checkOneRange(t *testing.T, name, columns string, back bool, lines []string) {
	t.Helper()
	text := strings.Join(lines, "\n")
	row := "ROW" + strings.ReplaceAll(strings.ReplaceAll(columns, "rowid", "id"), ",", ", ")
	if !strings.Contains(text, "INDEX by_order ("+columns) && !strings.Contains(text, "Index Cond: ("+row) {
		t.Errorf("%s: the columns %s are not compared at once:\n%s", name, columns, text)
	}
	if sorts := strings.Contains(text, "TEMP B-TREE FOR ORDER BY") || strings.Contains(text, "Sort Key"); sorts != back {
		t.Errorf("%s: sorted %v, want %v:\n%s", name, sorts, back, text)
	}
}

// valuesAt are the values of the order of a row.
func (l *library) valuesAt(t *testing.T, v store.Scoped, by []store.Order, offset int64) (list []any) {
	t.Helper()
	err := v.Page(t.Context(), everyone, offset, 1, func(rec *schema.Record) error {
		for _, o := range by {
			list = append(list, rec.Column(o.Field.Index))
		}
		if by[len(by)-1].Field != l.book.Key {
			list = append(list, rec.Column(l.book.Key.Index))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
