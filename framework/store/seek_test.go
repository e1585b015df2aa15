// Tests of pages that begin behind a row.

package store_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// orders are orders of books in every direction, by every kind of value and with every place of nulls.
func (l *library) orders() (list [][]store.Order) {
	key, rating, title, added := l.book.Key, fieldOf(l.book, "Rating"), fieldOf(l.book, "Title"), fieldOf(l.book, "Added")
	for _, f := range l.book.Columns() {
		list = append(list, []store.Order{{Field: f}}, []store.Order{{Field: f, Desc: true}})
		if f.Null {
			list = append(list, []store.Order{{Field: f, Nulls: schema.NullsLast}}, []store.Order{{Field: f, Desc: true, Nulls: schema.NullsFirst}})
		}
	}
	return append(list,
		[]store.Order{{Field: title, Desc: true}, {Field: key, Desc: true}},
		[]store.Order{{Field: title, Desc: true}, {Field: rating, Nulls: schema.NullsLast}, {Field: added}},
		[]store.Order{{Field: rating, Desc: true, Nulls: schema.NullsFirst}, {Field: title}, {Field: added, Desc: true}},
		[]store.Order{{Field: added}, {Field: rating}, {Field: title, Desc: true}, {Field: key, Desc: true}},
		[]store.Order{{Field: rating}, {Field: fieldOf(l.book, "Lent"), Desc: true}, {Field: title}})
}

// The pages behind and before each row are those of the list, whichever values are equal or missing, and
// under a condition.
func TestSeek(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann := l.addAuthor(t, "Ann")
		for i := range 10 {
			v := values{"Author": ann, "Title": []string{"a", "b", "ä"}[i*i%3], "Price": []float64{1.5, 2.25}[i%2], "Sold": i%5 < 3}
			if n := int64(i); i%7%3 > 0 {
				v["Rating"], v["Lent"], v["Weight"], v["Editor"] = n%3, n%2 == 0, float64(n%4)/2, ann
				v["Returned"] = time.Date(2024, 5, 6, 7, 8, 9, 123456000*(i%2), time.UTC)
				v["Code"] = []string{"k", "K"}[i%2] + fmt.Sprint(9-n)
			}
			l.add(t, l.books, l.book, v)
		}
		for _, by := range l.orders() {
			v := scoped(t, l.collection(t, l.book, by...), store.Reader{})
			for limit, where := range map[int64]predicate.Expr{1: everyone, 4: bound(t, l.book, not(is("title", "a")))} {
				var all []int64
				if err := v.Stream(t.Context(), where, collect(&all)); err != nil {
					t.Fatal(err)
				}
				checkSeek(t, fmt.Sprintf("%s where %q by %d", named(by), where.Shape(), limit), v, where, limit, all)
			}
		}
	})
}

// A page behind a text has the place that the database gives the text in any letter case: PostgreSQL may sort a mark
// otherwise than Go, because its release of Unicode does not know it.
func TestSeekAfterUnknownMarks(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann := l.addAuthor(t, "Ann")
		for _, code := range []string{"k\u0304\U00011f42", "K\u4e00", "K", "ka"} {
			l.add(t, l.books, l.book, values{"Author": ann, "Code": code})
		}
		for _, desc := range []bool{false, true} {
			by := []store.Order{{Field: fieldOf(l.book, "Code"), Desc: desc}}
			v := scoped(t, l.collection(t, l.book, by...), store.Reader{})
			var all []int64
			if err := v.Stream(t.Context(), everyone, collect(&all)); err != nil {
				t.Fatal(err)
			}
			checkSeek(t, named(by), v, everyone, 1, all)
		}
	})
}

// named is an order in words.
func named(by []store.Order) (words string) {
	for _, o := range by {
		words += fmt.Sprint(o.Field.Column, " ", o.Desc, " ", o.Nulls, ", ")
	}
	return words
}

// checkSeek walks forward and then back through a list whose keys are known.
func checkSeek(t *testing.T, name string, v store.Scoped, where predicate.Expr, limit int64, all []int64) {
	t.Helper()
	for _, back := range []bool{false, true} {
		want := slices.Clone(all)
		s := store.Seek{Limit: limit, Back: back}
		for {
			var got []int64
			found, err := v.Seek(t.Context(), where, s, collect(&got))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			n := min(int(limit), len(want))
			page, rest := want[:n], want[n:]
			if back {
				page, rest = want[len(want)-n:], want[:len(want)-n]
			}
			if !slices.Equal(got, page) || found.More != (len(rest) > 0) {
				t.Fatalf("%s, back %v after %v: got %v, more %v, want %v of %v", name, back, s.After, got, found.More, page, want)
			}
			if want = rest; len(want) == 0 {
				break
			}
			if s.After = found.Last; back {
				s.After = found.First
			}
		}
	}
}

func collect(ids *[]int64) func(*schema.Record) error {
	return func(rec *schema.Record) error {
		*ids = append(*ids, rec.Key().Number())
		return nil
	}
}

// A row that is gone still says which rows come behind it, and one that is new is where the order has it.
func TestSeekStays(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann := l.addAuthor(t, "Ann")
		add := func(title string) int64 { return l.add(t, l.books, l.book, values{"Author": ann, "Title": title}) }
		for _, title := range []string{"b", "d", "f", "h"} {
			add(title)
		}
		v := scoped(t, l.books, store.Reader{})
		seek := func(s store.Seek) (ids []int64, found store.Sought) {
			s.Limit = 2
			found, err := v.Seek(t.Context(), everyone, s, collect(&ids))
			if err != nil {
				t.Fatal(err)
			}
			return ids, found
		}
		first, page := seek(store.Seek{})
		equal(t, "the first page", first, []int64{1, 2})
		add("a")
		add("c")
		if err := l.books.Write(t.Context(), func(tx *store.Tx) error { _, err := tx.Delete(schema.NumberKey(2), time.Time{}); return err }); err != nil {
			t.Fatal(err)
		}
		behind, next := seek(store.Seek{After: page.Last})
		equal(t, "behind a row that is gone", behind, []int64{3, 4})
		before, _ := seek(store.Seek{After: next.First, Back: true})
		equal(t, "before it", before, []int64{1, 6})
	})
}
