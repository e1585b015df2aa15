package pagination

import (
	"math"
	"math/big"
	"regexp"
	"testing"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/stopwatch"
)

var pageForm = regexp.MustCompile(`^[0-9]+$`)

// A page is one of those there are, or refused; no digits are too many.
func FuzzPageNumber(f *testing.F) {
	for _, seed := range []string{"", "1", "last", "0", "00", "007", "-1", "+1", "1.0", " 1", "٢", "9223372036854775808", "LAST", "1_0"} {
		f.Add(seed, int64(95), int64(10))
	}
	f.Add("2", int64(-1), int64(10))
	f.Add("2", int64(0), int64(1))
	f.Fuzz(func(t *testing.T, text string, total, size int64) {
		defer stopwatch.Input(t)()
		size = 1 + abs(size)%1000
		if total = abs(total) / 2; total%7 == 0 {
			total = plan.Unknown
		}
		got, err := pageNumber(text, total, size, math.MaxInt64)
		last := max(1, (total+size-1)/size)
		want, ok := new(big.Int), pageForm.MatchString(text)
		switch {
		case text == "":
			want, ok = big.NewInt(1), true
		case text == "last":
			want, ok = big.NewInt(last), total != plan.Unknown
		case ok:
			want.SetString(text, 10)
			ok = want.Sign() > 0 && (total == plan.Unknown || want.Cmp(big.NewInt(last)) <= 0)
		}
		if total == plan.Unknown && ok && text != "" && want.Cmp(new(big.Int).Div(big.NewInt(1<<62), big.NewInt(size))) > 0 {
			return // so far on, no page is told from one that is too far
		}
		if (err == nil) != ok || ok && want.Cmp(big.NewInt(got)) != 0 {
			t.Errorf("page %q of %d by %d: got %d, %v, want %v, %v", text, total, size, got, err, want, ok)
		}
	})
}

func abs(n int64) int64 {
	if n < 0 {
		return -(n + 1)
	}
	return n
}
