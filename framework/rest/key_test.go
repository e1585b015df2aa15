package rest_test

import (
	"math/big"
	"regexp"
	"testing"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/stopwatch"
)

var keyForm = regexp.MustCompile(`^[0-9]+$`)

// A key is a number of 63 bits above zero, in ASCII digits.
func FuzzParseKey(f *testing.F) {
	for _, seed := range []string{"", "0", "1", "007", "-1", "+1", "1 ", "1_0", "٣", "9223372036854775807", "9223372036854775808", "00000000000000000000001", "0x1", "1e3"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		defer stopwatch.Input(t)()
		got, ok := rest.ParseKey(text)
		want := new(big.Int)
		if keyForm.MatchString(text) {
			want.SetString(text, 10)
		}
		if good := want.Sign() > 0 && want.IsInt64(); ok != good || ok && got != want.Int64() {
			t.Errorf("ParseKey(%q) = %d, %v, want %v, %v", text, got, ok, want, good)
		}
	})
}
