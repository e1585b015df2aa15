// A test of selected rows.

package store_test

import (
	"errors"
	"testing"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

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
