// Tests of reads by search, by title and by row.

package store_test

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

func TestSearch(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		for _, name := range []string{"Ann Smith", "ann_b", "100%", `back\slash`, "Éva"} {
			l.addAuthor(t, name)
		}
		tests := []struct {
			text string
			want []string
		}{
			{"", []string{"Ann Smith", "ann_b"}}, // the limit
			{"ANN", []string{"Ann Smith", "ann_b"}},
			{"_", []string{"ann_b"}},
			{"%", []string{"100%"}},
			{`\`, []string{`back\slash`}},
			{"Év", []string{"Éva"}},
			{"'; DROP TABLE x", nil},
			{"a\x00", nil},
			{"\xff", nil},
		}
		for _, tt := range tests {
			var got []string
			err := l.authors.Search(t.Context(), predicate.Constant(true), fieldOf(l.author, "Name"), tt.text, 2, func(rec *schema.Record) error {
				got = append(got, rec.Get(fieldOf(l.author, "Name")).(string))
				return nil
			})
			if err != nil || !slices.Equal(got, tt.want) {
				t.Errorf("search %q: got %q, error %v, want %q", tt.text, got, err, tt.want)
			}
		}
	})
}

func TestPick(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		a, b := l.addAuthor(t, "a"), l.addAuthor(t, "b")
		l.addAuthor(t, "c")
		for _, tt := range []struct{ ids, want []int64 }{
			{nil, nil}, {[]int64{b, a, a}, []int64{a, b}}, {[]int64{b, 1 << 60}, []int64{b}},
		} {
			var got []int64
			err := l.authors.Pick(t.Context(), predicate.Constant(true), numberKeys(tt.ids...), func(rec *schema.Record) error {
				got = append(got, rec.Key().Number())
				return nil
			})
			if err != nil || !slices.Equal(got, tt.want) {
				t.Errorf("pick %v: got %v, error %v, want %v", tt.ids, got, err, tt.want)
			}
		}
	})
}

// The newest rows are the last ones of a table in the order of its keys.
func TestNewest(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		var want []int64
		for _, name := range []string{"a", "b", "c"} {
			want = slices.Insert(want, 0, l.addAuthor(t, name))
		}
		for _, tt := range []struct {
			where predicate.Expr
			limit int64
			want  []int64
		}{
			{predicate.Constant(true), 2, want[:2]},
			{predicate.Constant(true), 9, want},
			{predicate.Constant(false), 2, nil},
		} {
			var got []int64
			err := l.authors.Newest(t.Context(), tt.where, tt.limit, func(rec *schema.Record) error {
				got = append(got, rec.Key().Number())
				return nil
			})
			if err != nil || !slices.Equal(got, tt.want) {
				t.Errorf("the newest %d: got %v, error %v, want %v", tt.limit, got, err, tt.want)
			}
		}
	})
}

// Titles are those of the rows that are asked for and may be read, cut to their beginning.
func TestTitles(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		long := strings.Repeat("é", 150)
		a, b := l.addAuthor(t, "a"), l.addAuthor(t, long)
		l.addAuthor(t, "c")
		name := fieldOf(l.author, "Name")
		for _, tt := range []struct {
			where predicate.Expr
			ids   []int64
			title *schema.Field
			want  map[int64]string
		}{
			{predicate.Constant(true), nil, name, map[int64]string{}},
			{predicate.Constant(true), []int64{a, b, 1 << 60}, name, map[int64]string{a: "a", b: long[:200]}},
			{predicate.Constant(false), []int64{a, b}, name, map[int64]string{}},
			{predicate.Constant(true), []int64{a}, l.author.Key, map[int64]string{a: strconv.FormatInt(a, 10)}},
		} {
			got := map[int64]string{}
			err := l.authors.Titles(t.Context(), tt.where, numberKeys(tt.ids...), tt.title, func(key, address schema.Key, title string) {
				equal(t, "address", address, key)
				got[key.Number()] = title
			})
			if err != nil || !maps.Equal(got, tt.want) {
				t.Errorf("titles of %v: got %v, error %v, want %v", tt.ids, got, err, tt.want)
			}
		}
	})
}

// Whole rows of any table are read in a transaction, with what it has written to others.
func TestSelect(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann, bob := l.addAuthor(t, "Ann"), l.addAuthor(t, "Bob")
		tag := l.add(t, l.tags, l.tag, values{"Name": "t"})
		for _, title := range []string{"a", "b", "c"} {
			l.add(t, l.books, l.book, values{"Title": title, "Author": ann, "Tags": []int64{tag}})
		}
		by := func(author int64) predicate.Expr {
			e, err := predicate.Eq("author", author).Bind(l.book)
			if err != nil {
				t.Fatal(err)
			}
			return e
		}
		title := fieldOf(l.book, "Title")
		sel := store.Selection{Where: by(ann), Order: []store.Order{{Field: title, Desc: true}}, Limit: 2}
		var books []*book
		keep := func(rec *schema.Record) error {
			books = append(books, rec.CopyValue().(*book))
			return nil
		}
		errUndo := errors.New("undo")
		err := l.authors.Write(t.Context(), func(tx *store.Tx) error {
			in := tx.On(l.books)
			if _, err := in.Insert(l.record(l.book, values{"Title": "z", "Author": ann})); err != nil {
				return err
			}
			if err := in.Select(sel, keep); err != nil {
				return err
			}
			n, err := in.CountRows(sel)
			equal(t, "counted in the transaction", n, int64(4))
			if err != nil {
				return err
			}
			return errUndo
		})
		if !errors.Is(err, errUndo) {
			t.Fatal(err)
		}
		if len(books) != 2 || books[0].Title != "z" || books[1].Title != "c" || books[1].Author.ID != ann || books[1].Pages != 7 {
			t.Fatalf("in the transaction: got %+v", books)
		}
		equal(t, "pairs", books[1].Tags.IDs, []int64{tag})
		books, sel.Limit = nil, 0
		if err := l.books.Read(t.Context()).Select(sel, keep); err != nil || len(books) != 3 || books[0].Title != "c" {
			t.Errorf("after it was undone: got %d books, error %v", len(books), err)
		}
		sel.Visible = []store.Visibility{{Type: l.book, Where: by(bob)}, {Type: l.book, Where: predicate.Expr{}}}
		n, err := l.books.Read(t.Context()).CountRows(sel)
		if err != nil || n != 0 {
			t.Errorf("of those that nobody sees: got %d, error %v", n, err)
		}
		sel.Visible[1].Where = predicate.Constant(true)
		if n, err = l.books.Read(t.Context()).CountRows(sel); err != nil || n != 3 {
			t.Errorf("where one condition is enough: got %d, error %v", n, err)
		}
	})
}

// Each statement that reads rows meets its condition, whatever else takes arguments: filters, the rule, the
// place of a page.
func TestAsked(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann, bob := l.addAuthor(t, "Ann"), l.addAuthor(t, "Bob")
		l.addBooks(t, ann, 600)
		l.addBooks(t, bob, 700)
		bobs := bound(t, l.book, predicate.Exists("author", is("name", "Bob")))
		all, none := bound(t, l.book, is("pages", 7)), bound(t, l.book, is("rating", 5))
		answers := make([]bool, 4)
		v := scoped(t, l.books, store.Reader{
			Filters: []store.RowFilter{{Field: fieldOf(l.book, "Author"), Visible: []store.Visibility{{Type: l.author, Where: bound(t, l.author, is("name", "Ann"))}}}},
			Order:   []store.Order{{Field: fieldOf(l.book, "Pages"), Desc: true}},
			Asked:   []predicate.Expr{bobs, not(bobs), bound(t, l.book, not(is("rating", 5))), none}, Answers: answers,
		})
		rows := 0
		check := func(rec *schema.Record) error {
			rows++
			of := rec.Key().Number() > 600
			equal(t, "answers", answers, []bool{of, !of, true, false})
			equal(t, "hidden", rec.Hidden(fieldOf(l.book, "Author")), of)
			return nil
		}
		read := func(what string, want int, err error) {
			equal(t, what+": error", err, nil)
			equal(t, what+": rows", rows, want)
			rows = 0
		}
		ctx := t.Context()
		read("all", 1300, v.Stream(ctx, all, check))
		read("of a condition", 700, v.Stream(ctx, bobs, check))
		for _, offset := range []int64{0, 1100} {
			read("page", 100, v.Page(ctx, all, offset, 100, check))
			for _, most := range []int64{0, 50} {
				n, err := v.CountedPage(ctx, all, offset, 100, most, check)
				read("counted page", 100, err)
				equal(t, "number", n, map[int64]int64{0: 1300, 50: 50}[most])
			}
		}
		first, err := v.Seek(ctx, all, store.Seek{Limit: 650}, check)
		read("first page", 650, err)
		_, err = v.Seek(ctx, all, store.Seek{After: first.Last, Limit: 10}, check)
		read("next page", 10, err)
		_, err = v.Seek(ctx, all, store.Seek{After: first.Last, Back: true, Limit: 60}, check)
		read("page before", 60, err)
		rec := l.book.New()
		for _, id := range []int64{1, 1300} {
			found, err := v.Get(ctx, schema.NumberKey(id), rec)
			equal(t, "found", found, true)
			equal(t, "error", err, nil)
			read("record", 1, check(rec))
			found, err = v.Find(ctx, all, schema.NumberKey(id), rec)
			equal(t, "found under a condition", found, true)
			equal(t, "error", err, nil)
			read("record under a condition", 1, check(rec))
		}
	})
}

// PostgreSQL estimates the rows of a condition from its statistics; SQLite knows no estimate.
func TestEstimate(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann := l.addAuthor(t, "Ann")
		for i := range 40 {
			l.add(t, l.books, l.book, values{"Author": ann, "Title": string(rune('a' + i%2))})
		}
		if err := l.db.Write(t.Context(), func(s database.Session) error {
			_, err := s.Tx().ExecContext(t.Context(), "ANALYZE")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct {
			where predicate.Expr
			want  int64
		}{{everyone, 40}, {bound(t, l.book, is("title", "a")), 20}} {
			rows, found, err := l.books.Estimate(t.Context(), tt.where)
			if err != nil {
				t.Fatal(err)
			}
			if sqlite := l.db.Dialect().Name == "sqlite"; found == sqlite || found && rows != tt.want {
				t.Errorf("rows of %q: got %d, %v, want %d on PostgreSQL", tt.where.Shape(), rows, found, tt.want)
			}
		}
	})
}
