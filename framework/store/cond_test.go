// Tests of conditions.

package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// bound is a condition on the rows of a type, whose owner Author is.
func bound(t testing.TB, typ *schema.Type, e predicate.Expr) predicate.Expr {
	t.Helper()
	e, err := e.Bind(typ)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

var is, not, all, anyOf = predicate.Eq, predicate.Not, predicate.And, predicate.Or

func owner(id int64) predicate.Expr { return is("author", id) }

func TestConditions(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann, bob := l.addAuthor(t, "Ann"), l.addAuthor(t, "Bob")
		day := time.Date(2024, 1, 2, 0, 0, 0, 0, time.UTC)
		l.add(t, l.books, l.book, values{"Author": ann, "Title": "1", "Rating": int64(5), "Sold": true, "Returned": day.Add(time.Microsecond)})
		l.add(t, l.books, l.book, values{"Author": bob, "Title": "2", "Sold": false, "Lent": true, "Weight": 2.0, "Due": field.Date{Time: day}})
		l.add(t, l.books, l.book, values{"Author": bob, "Title": "' OR 1=1 --", "Rating": int64(0), "Lent": false, "Editor": ann})
		tests := []struct {
			name string
			cond predicate.Expr
			want string
		}{
			{"true", everyone, "[1 2 3]"},
			{"false", predicate.Expr{}, "[]"},
			{"owner", owner(bob), "[2 3]"},
			{"not owner", not(owner(bob)), "[1]"},
			{"text", is("title", "2"), "[2]"},
			{"text that looks like SQL", is("title", "' OR 1=1 --"), "[3]"},
			{"integer", is("rating", int64(0)), "[3]"},
			{"nothing is unequal to everything", not(is("rating", int64(5))), "[2 3]"},
			{"nothing", is("rating", nil), "[2]"},
			{"something", not(is("rating", nil)), "[1 3]"},
			{"true column", is("sold", true), "[1 3]"},
			{"null boolean", not(is("lent", true)), "[1 3]"},
			{"number as integer", is("weight", int64(2)), "[2]"},
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
			got := fmt.Sprint(matching(t, l, bound(t, l.book, tt.cond)))
			equal(t, tt.name, got, tt.want)
		}
	})
}

func matching(t testing.TB, l *library, cond predicate.Expr) (ids []int64) {
	t.Helper()
	c := l.collection(t, l.book)
	collect := func(rec *schema.Record) error { ids = append(ids, rec.Key().Number()); return nil }
	if err := c.Stream(t.Context(), cond, collect); err != nil {
		t.Fatal(err)
	}
	n, err := c.Count(t.Context(), cond, 0)
	if int(n) != len(ids) || err != nil {
		t.Errorf("count where %s: got %d, %v, want %d", cond.Shape(), n, err, len(ids))
	}
	var paged []int64
	err = c.Page(t.Context(), cond, 0, 1000, func(rec *schema.Record) error { paged = append(paged, rec.Key().Number()); return nil })
	if err != nil || fmt.Sprint(paged) != fmt.Sprint(ids) {
		t.Errorf("page where %s: got %v, %v, want %v", cond.Shape(), paged, err, ids)
	}
	paged = nil
	n, err = view(t, c).CountedPage(t.Context(), cond, 0, 1000, 0, func(rec *schema.Record) error { paged = append(paged, rec.Key().Number()); return nil })
	if err != nil || fmt.Sprint(paged) != fmt.Sprint(ids) || int(n) != len(ids) {
		t.Errorf("counted page where %s: got %v, %d of them, %v, want %v", cond.Shape(), paged, n, err, ids)
	}
	return ids
}

// One statement serves all conditions of a shape.
func TestConditionShapes(t *testing.T) {
	for name, e := range map[string][2]predicate.Expr{
		"in":     {predicate.In("id", 1), predicate.In("id", 1, 2, 3)},
		"exists": {predicate.Eq("tags.name", "a"), predicate.Eq("tags.name", "b")},
		"not":    {predicate.Ne("author.name", "a"), predicate.Not(predicate.Eq("author.name", "b"))},
	} {
		l := newTypes(t)
		if a, b := bound(t, l.book, e[0]).Shape(), bound(t, l.book, e[1]).Shape(); a != b {
			t.Errorf("%s: got the shapes %q and %q, want one", name, a, b)
		}
	}
}

func TestConditionsRefused(t *testing.T) {
	l := open(t, ":memory:")
	lucky := predicate.Func("lucky", nil)
	tests := []struct {
		cond predicate.Expr
		want string
	}{
		{is("title; --", "x"), "is not bound"},
		{lucky, "no SQL form"},
		{all(bound(t, l.book, is("title", "x")), not(lucky)), "no SQL form"},
		{predicate.Expr{Op: predicate.OpEq, Name: "tags", Index: fieldOf(l.book, "Tags").Index, Value: int64(1)}, "has no column"},
	}
	for _, tt := range tests {
		if _, err := l.books.Count(t.Context(), tt.cond, 0); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got error %v, want %q", tt.cond.Shape(), err, tt.want)
		}
	}
}

// A condition is asked of one row as its transaction has made it.
func TestMeets(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann, red := l.addAuthor(t, "Ann"), l.add(t, l.tags, l.tag, values{"Name": "red"})
		id := l.add(t, l.books, l.book, values{"Author": ann})
		where := bound(t, l.book, all(is("tags.name", "red"), is("author.name", "Ann")))
		meets := func(got bool, err error) bool {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		err := l.books.Write(t.Context(), func(tx *store.Tx) error {
			before := meets(tx.Meets(schema.NumberKey(id), where))
			if err := tx.Join(schema.NumberKey(id), fieldOf(l.book, "Tags"), numberKeys(red)); err != nil {
				return err
			}
			if after := meets(tx.Meets(schema.NumberKey(id), where)); before || !after || meets(tx.Meets(schema.NumberKey(id+1), where)) {
				t.Errorf("within: got %v, %v, want false before and true after", before, after)
			}
			return nil
		})
		if err != nil || !meets(l.books.Read(t.Context()).Meets(schema.NumberKey(id), where)) {
			t.Errorf("afterwards: %v, got false, want true", err)
		}
		rec := l.book.New()
		for _, w := range []predicate.Expr{where, not(where)} {
			found, err := view(t, l.books).Find(t.Context(), w, schema.NumberKey(id), rec)
			if found != (w.Op != predicate.OpNot) || err != nil {
				t.Errorf("find where %s: got %v, %v", w.Shape(), found, err)
			}
		}
	})
}
