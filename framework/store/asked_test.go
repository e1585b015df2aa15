// A test of conditions that need arguments, in every statement that reads.

package store_test

import (
	"testing"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

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
