// Tests of links and numbers as the encoder writes them.

package schema_test

import (
	"encoding/json"
	"math"
	"strconv"
	"testing"

	"example.com/resourceful/framework/resttest/stopwatch"
	"example.com/resourceful/framework/schema"
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
