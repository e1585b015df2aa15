package schema_test

import (
	"math/big"
	"regexp"
	"testing"

	"example.com/resourceful/framework/resttest/stopwatch"
	"example.com/resourceful/framework/schema"
)

var keyForm = regexp.MustCompile(`^[0-9]+$`)

// A key is a number of 63 bits above zero, in ASCII digits.
func FuzzParseKey(f *testing.F) {
	for _, seed := range []string{"", "0", "1", "007", "-1", "+1", "1 ", "1_0", "٣", "9223372036854775807", "9223372036854775808", "00000000000000000000001", "0x1", "1e3"} {
		f.Add(seed)
	}
	typ := numbered(f)
	f.Fuzz(func(t *testing.T, text string) {
		defer stopwatch.Input(t)()
		got, ok := typ.Key.ParseKey(text)
		want := new(big.Int)
		if keyForm.MatchString(text) {
			want.SetString(text, 10)
		}
		if good := want.Sign() > 0 && want.IsInt64(); ok != good || ok && got != schema.NumberKey(want.Int64()) {
			t.Errorf("ParseKey(%q) = %v, %v, want %v, %v", text, got, ok, want, good)
		}
	})
}

func TestParseKey(t *testing.T) {
	tests := []struct {
		text string
		id   int64
	}{
		{"1", 1},
		{"007", 7},
		{"9223372036854775807", 9223372036854775807},
		{"9223372036854775808", 0},
		{"0", 0},
		{"000", 0},
		{"-1", 0},
		{"+1", 0},
		{"1.0", 0},
		{"", 0},
		{" 1", 0},
		{"٣", 0},
		{"0x1", 0},
	}
	for _, tt := range tests {
		if key, ok := numbered(t).Key.ParseKey(tt.text); ok != (tt.id > 0) || ok && key != schema.NumberKey(tt.id) {
			t.Errorf("ParseKey(%q) = %v, %v, want %d", tt.text, key, ok, tt.id)
		}
	}
}

// numbered is a type whose keys are numbers.
func numbered(t testing.TB) *schema.Type {
	type note struct {
		ID int64 `rest:"id,readonly"`
	}
	return compile[note](t)
}
