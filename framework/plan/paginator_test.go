package plan

import (
	"cmp"
	"testing"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// row has the columns a, b and id.
type row [3]any

func (r row) Column(index int) any { return r[index] }
func (r row) Value() any           { return nil }

// before compares two values in an order.
func before(o Order, a, b any) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil || b == nil:
		if (a == nil) == o.Nulls.First(o.Desc) {
			return -1
		}
		return 1
	case o.Desc:
		return cmp.Compare(b.(int64), a.(int64))
	default:
		return cmp.Compare(a.(int64), b.(int64))
	}
}

// A row is behind another exactly where the order has it there, whichever lack a value.
func TestBehind(t *testing.T) {
	spec := field.Spec{Null: true}
	a, b, id := &schema.Field{Spec: spec, Column: "a"}, &schema.Field{Spec: spec, Column: "b", Index: 1}, &schema.Field{Column: "id", Index: 2}
	values := []any{nil, int64(1), int64(2)}
	var rows []row
	for _, x := range values {
		for _, y := range values {
			for key := range int64(2) {
				rows = append(rows, row{x, y, key})
			}
		}
	}
	for _, order := range [][]Order{
		{{Field: id}},
		{{Field: a}, {Field: b, Desc: true}, {Field: id}},
		{{Field: b, Desc: true}, {Field: a}, {Field: id, Desc: true}},
		{{Field: a, Nulls: schema.NullsLast}, {Field: b, Desc: true, Nulls: schema.NullsFirst}, {Field: id}},
		{{Field: b, Nulls: schema.NullsFirst}, {Field: a, Desc: true, Nulls: schema.NullsLast}, {Field: id}},
	} {
		for _, from := range rows {
			w := Window{Limit: 1}
			for _, o := range order {
				w.After = append(w.After, from[o.Field.Index])
			}
			if err := w.Check(order); err != nil {
				t.Fatal(err)
			}
			condition := w.Behind(order)
			for _, r := range rows {
				want := 0
				for _, o := range order {
					want = cmp.Or(want, before(o, r[o.Field.Index], from[o.Field.Index]))
					if reversed := before(o.Reverse(), r[o.Field.Index], from[o.Field.Index]); reversed != -before(o, r[o.Field.Index], from[o.Field.Index]) {
						t.Errorf("%v reversed is not the opposite order of %v and %v", o, r, from)
					}
				}
				if got, known := condition.Holds(r); !known || got != (want > 0) {
					t.Errorf("%v after %v by %v: got %v, want %v", r, from, order, got, want > 0)
				}
			}
		}
	}
	if w := (Window{Limit: 1}); !w.Behind(nil).IsTrue() {
		t.Error("a window that begins nowhere leaves rows out")
	}
}

// A window that is none is a fault of its paginator.
func TestWindowCheck(t *testing.T) {
	order := []Order{{Field: &schema.Field{}}}
	for _, w := range []Window{{}, {Limit: MaxPage + 1}, {Limit: 1, Offset: -1}, {Limit: 1, After: []any{1, 2}}, {Limit: 1, After: []any{}}} {
		if w.Check(order) == nil {
			t.Errorf("%+v is taken", w)
		}
	}
	if w := (Window{Limit: MaxPage, Offset: 1, After: []any{nil}}); w.Check(order) != nil {
		t.Errorf("%+v is refused", w)
	}
}
