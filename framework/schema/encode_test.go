// Tests of rows that are encoded, and of forms of rows.

package schema_test

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"testing"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/resttest/stopwatch"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

func TestAppendLink(t *testing.T) {
	got := string(schema.AppendLink(nil, "http://host:8000", "/users/", schema.NumberKey(math.MaxInt64)))
	if want := `"http://host:8000/users/9223372036854775807/"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Numbers are written as Python writes them, and read back as the same numbers.
func FuzzAppendNumber(f *testing.F) {
	for _, seed := range []float64{0, math.Copysign(0, -1), 1, 1.5, 1e15, 1e16, 1e-4, 1e-5, 123456789.125, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1), math.NaN()} {
		f.Add(seed)
	}
	type note struct {
		ID     int64   `rest:"id,readonly"`
		Number float64 `rest:"number"`
		Single float32 `rest:"single"`
	}
	typ := compile[note](f)
	f.Fuzz(func(t *testing.T, n float64) {
		defer stopwatch.Input(t)()
		rec := typ.New()
		row := rec.Value().(*note)
		row.Number, row.Single = n, float32(n)
		var back struct {
			Number *float64
			Single *float32
		}
		b := rec.Append(nil, "")
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatalf("%v: %s: %v", n, b, err)
		}
		switch {
		case math.IsNaN(n) || math.IsInf(n, 0):
			if back.Number != nil {
				t.Errorf("%v: %s, want null", n, b)
			}
		case *back.Number != n:
			t.Errorf("%v reads back as %v from %s", n, *back.Number, b)
		case !math.IsInf(float64(float32(n)), 0) && *back.Single != float32(n):
			t.Errorf("%v reads back as %v from %s", float32(n), *back.Single, b)
		}
	})
}

func TestAppendNumber(t *testing.T) {
	tests := []struct {
		n    float64
		want string
	}{
		{0, "0.0"},
		{math.Copysign(0, -1), "-0.0"},
		{3, "3.0"},
		{1.5, "1.5"},
		{1e15, "1000000000000000.0"},
		{1e16, "1e+16"},
		{1e22, "1e+22"},
		{0.0001, "0.0001"},
		{0.00001, "1e-05"},
		{1.0 / 3, "0.3333333333333333"},
		{-123456.789, "-123456.789"},
	}
	typ := compile[kinds](t)
	for _, tt := range tests {
		rec := typ.New()
		rec.Set(typ.ByWire("number"), tt.n)
		if got := string(rec.AppendField(nil, typ.ByWire("number"), "")); got != tt.want {
			t.Errorf("%s is written as %s, want %s", strconv.FormatFloat(tt.n, 'g', -1, 64), got, tt.want)
		}
	}
}

// The rows of a form come in the order of their indexes; one that is empty or taken out is left.
func TestRowsOfForm(t *testing.T) {
	form := map[string][]string{
		"a[10].x": {"ten"}, "a[2].x": {""}, "a[2].y": {"", ""}, "a[3].x": {"three"}, "a[3]._remove": {"true"}, "a[2].b[0].c": {""},
		"a[01].x": {"no index"}, "a[-1].x": {"no index"}, "a[1]x": {"no dot"}, "a[1].": {"no name"}, "b[0].x": {"another"}, "a": {"itself"},
	}
	got := ""
	for _, row := range schema.RowsOfForm(form, "a") {
		got += fmt.Sprint(row.Index, row.Texts, row.Left(), "; ")
	}
	if want := `2 map[b[0].c:[] x:[] y:[ ]] true; 3 map[_remove:[true] x:[three]] true; 10 map[x:[ten]] false; `; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if got := schema.RowsOfForm(nil, "a"); len(got) != 0 {
		t.Errorf("without a form: got %v", got)
	}
}

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
