// A test of structs that are sent or answered and not stored.

package schema_test

import (
	"reflect"
	"testing"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

type order struct {
	Title  string    `rest:"title" validate:"max=5"`
	Amount int64     `rest:"amount" default:"3"`
	Due    time.Time `rest:"due" default:"now"`
	Inside string    `rest:"-"`
}

// A struct that is no row is bound, filled and shown as one.
func TestCompileBody(t *testing.T) {
	body := structs.CompileBody(reflect.TypeFor[order](), field.Builtin(), field.NewRules(nil), func(name, msg string) { t.Errorf("%s: %s", name, msg) })
	if body.Key != nil || len(body.Shown) != 3 {
		t.Fatalf("key %v, shown %d; want none, 3", body.Key, len(body.Shown))
	}
	_, problems := body.Bind(schema.Input{Value: map[string]any{"title": "too long", "amount": "x"}}, schema.Create)
	if problems.Get("title") == nil || problems.Get("amount") == nil {
		t.Errorf("problems are %v, want one of title and one of amount", problems)
	}
	changes, problems := body.Bind(schema.Input{Value: map[string]any{"title": "short"}}, schema.Create)
	if problems != nil {
		t.Fatal(problems)
	}
	rec := body.New()
	rec.Fill(time.Unix(0, 0))
	rec.Apply(changes)
	if got := *rec.Value().(*order); got.Title != "short" || got.Amount != 3 || !got.Due.Equal(time.Unix(0, 0)) {
		t.Errorf("got %+v", got)
	}
	other := body.Acquire()
	other.Assign(&order{Title: "a", Amount: 7, Inside: "secret"})
	if got, want := string(other.Append(nil, "")), `{"title":"a","amount":7,"due":"0001-01-01T00:00:00Z"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
