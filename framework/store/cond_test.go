package store_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

func is(column string, value any) auth.Cond {
	return auth.Cond{Op: auth.Equals, Column: column, Value: value}
}

func owner(id int64) auth.Cond          { return auth.Cond{Op: auth.OwnerIs, Value: id} }
func not(c auth.Cond) auth.Cond         { return auth.Cond{Op: auth.Negated, Kids: []auth.Cond{c}} }
func all(kids ...auth.Cond) auth.Cond   { return auth.Cond{Op: auth.And, Kids: kids} }
func anyOf(kids ...auth.Cond) auth.Cond { return auth.Cond{Op: auth.Or, Kids: kids} }

func TestConditions(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann, bob := l.addAuthor(t, "Ann"), l.addAuthor(t, "Bob")
		day := time.Date(2024, 1, 2, 0, 0, 0, 0, time.UTC)
		l.add(t, l.books, l.book, values{"Author": ann, "Title": "1", "Rating": int64(5), "Sold": true, "Returned": day.Add(time.Microsecond)})
		l.add(t, l.books, l.book, values{"Author": bob, "Title": "2", "Sold": false, "Lent": true, "Weight": 2.0, "Due": field.Date{Time: day}})
		l.add(t, l.books, l.book, values{"Author": bob, "Title": "' OR 1=1 --", "Rating": int64(0), "Lent": false, "Editor": ann})
		tests := []struct {
			name string
			cond auth.Cond
			want string
		}{
			{"true", everyone, "[1 2 3]"},
			{"false", auth.Cond{}, "[]"},
			{"owner", owner(bob), "[2 3]"},
			{"not owner", not(owner(bob)), "[1]"},
			{"text", is("title", "2"), "[2]"},
			{"text that looks like SQL", is("title", "' OR 1=1 --"), "[3]"},
			{"text that no row can have", is("title", "a\x00"), "[]"},
			{"integer", is("rating", int64(0)), "[3]"},
			{"nothing is unequal to everything", not(is("rating", int64(5))), "[2 3]"},
			{"nothing", is("rating", nil), "[2]"},
			{"something", not(is("rating", nil)), "[1 3]"},
			{"true column", is("sold", true), "[1 3]"},
			{"null boolean", not(is("lent", true)), "[1 3]"},
			{"number as integer", is("weight", int64(2)), "[2]"},
			{"integer as number", is("rating", 5.0), "[1]"},
			{"fraction in an integer", is("rating", 5.5), "[]"},
			{"large", is("rating", uint64(1<<63)), "[]"},
			{"text in an integer", is("rating", "5"), "[]"},
			{"not text in an integer", not(is("rating", "5")), "[1 2 3]"},
			{"time", is("returned", day.Add(time.Microsecond)), "[1]"},
			{"day", is("due", day), "[2]"},
			{"reference", is("editor_id", ann), "[3]"},
			{"and", all(owner(bob), is("lent", false)), "[3]"},
			{"or", anyOf(owner(ann), is("lent", true)), "[1 2]"},
			{"and in or in and", all(anyOf(owner(ann), all(owner(bob), not(is("rating", nil)))), not(is("title", "1"))), "[3]"},
			{"negated and", not(all(owner(bob), is("rating", int64(0)))), "[1 2]"},
			{"twice negated", not(not(is("rating", int64(5)))), "[1]"},
			{"negated or of nothing", not(anyOf(is("rating", int64(5)), is("weight", 2.0))), "[3]"},
		}
		for _, tt := range tests {
			got := fmt.Sprint(matching(t, l, tt.cond))
			equal(t, tt.name, got, tt.want)
		}
	})
}

func matching(t testing.TB, l *library, cond auth.Cond) (ids []int64) {
	t.Helper()
	c := l.collection(t, l.book)
	collect := func(rec *schema.Record) error { ids = append(ids, rec.ID()); return nil }
	if err := c.Stream(t.Context(), cond, collect); err != nil {
		t.Fatal(err)
	}
	n, err := c.Count(t.Context(), cond, 0)
	if int(n) != len(ids) || err != nil {
		t.Errorf("count where %s: got %d, %v, want %d", cond.Shape(), n, err, len(ids))
	}
	var paged []int64
	err = c.Page(t.Context(), cond, 0, 1000, func(rec *schema.Record) error { paged = append(paged, rec.ID()); return nil })
	if err != nil || fmt.Sprint(paged) != fmt.Sprint(ids) {
		t.Errorf("page where %s: got %v, %v, want %v", cond.Shape(), paged, err, ids)
	}
	paged = nil
	n, err = view(t, c).CountedPage(t.Context(), cond, 0, 1000, 0, func(rec *schema.Record) error { paged = append(paged, rec.ID()); return nil })
	if err != nil || fmt.Sprint(paged) != fmt.Sprint(ids) || int(n) != len(ids) {
		t.Errorf("counted page where %s: got %v, %d of them, %v, want %v", cond.Shape(), paged, n, err, ids)
	}
	return ids
}

// What Go says of a row and what the database says are the same.
func TestConditionsAgree(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann, bob := l.addAuthor(t, "Ann"), l.addAuthor(t, "Bob")
		random := rand.New(rand.NewPCG(1, 2))
		pick := func(from ...any) any { return from[random.IntN(len(from))] }
		for range 40 {
			l.add(t, l.books, l.book, values{
				"Author": pick(ann, bob), "Title": pick("", "a", "A"), "Rating": pick(nil, int64(0), int64(1)),
				"Weight": pick(nil, 0.0, 1.0, 0.5), "Lent": pick(nil, true, false), "Editor": pick(nil, ann, bob),
			})
		}
		var columns func(depth int) auth.Cond
		columns = func(depth int) auth.Cond {
			f := fieldOf(l.book, pick("Title", "Rating", "Weight", "Lent", "Editor").(string))
			equals := auth.Cond{Op: auth.Equals, Column: f.Column, Index: f.Index, Value: pick(nil, "a", int64(0), int64(1), 0.0, 0.5, true, false)}
			switch n := random.IntN(6); {
			case depth == 0 || n == 0:
				return pick(equals, equals, owner(ann), owner(bob)).(auth.Cond) // True and False are never left inside
			case n < 3:
				return not(columns(depth - 1))
			case n < 5:
				return all(columns(depth-1), columns(depth-1))
			default:
				return anyOf(columns(depth-1), columns(depth-1), columns(depth-1))
			}
		}
		for range 300 {
			cond := columns(3)
			got := map[int64]bool{}
			if err := l.books.Stream(t.Context(), cond, func(rec *schema.Record) error { got[rec.ID()] = true; return nil }); err != nil {
				t.Fatal(err)
			}
			err := l.books.Stream(t.Context(), everyone, func(rec *schema.Record) error {
				if want := cond.Holds(rec); got[rec.ID()] != want {
					t.Fatalf("%s %v: the database says %v of %s", cond.Shape(), cond.Args(), got[rec.ID()], rec.Append(nil, ""))
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestConditionsRefused(t *testing.T) {
	l := open(t, ":memory:")
	tests := []struct {
		cond auth.Cond
		want string
	}{
		{is("title; --", "x"), "book has no such column"},
		{auth.Cond{Op: auth.Func, Column: "lucky"}, "no SQL form"},
		{all(everyone, not(auth.Cond{Op: auth.Func, Column: "lucky"})), "no SQL form"},
	}
	for _, tt := range tests {
		if _, err := l.books.Count(t.Context(), tt.cond, 0); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got error %v, want %q", tt.cond.Shape(), err, tt.want)
		}
	}
	if _, err := l.reviews.Count(t.Context(), owner(1), 0); err == nil || !strings.Contains(err.Error(), "has none") {
		t.Errorf("condition on the owner of what has none: got %v", err)
	}
}
