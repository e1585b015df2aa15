// A test of the bounds of a page.

package plan

import (
	"testing"

	"example.com/resourceful/framework/schema"
)

// A window that is none is a fault of its paginator.
func TestWindowCheck(t *testing.T) {
	order := []Order{{Field: &schema.Field{}}}
	for _, w := range []Window{
		{},
		{Limit: MaxPage + 1},
		{Limit: 1, Offset: -1},
		{Limit: 1, After: []any{1, 2}},
		{Limit: 1, After: []any{}},
		{Limit: 1, Offset: 1, After: []any{nil}},
		{Limit: 1, Offset: 1, Back: true},
	} {
		if w.Check(order) == nil {
			t.Errorf("%+v is taken", w)
		}
	}
	for _, w := range []Window{{Limit: MaxPage, After: []any{nil}}, {Limit: 1, Back: true}, {Limit: 1, Offset: 1}} {
		if w.Check(order) != nil {
			t.Errorf("%+v is refused", w)
		}
	}
}
