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
			return // so far on, no page differs from one that is too far
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

// A limit, an offset and a size of a page are the numbers that the texts are, as far as they may be, and else the usual
// ones; the link to the next page leads on.
func FuzzLimitOffset(f *testing.F) {
	for _, seed := range [][2]string{{"", ""}, {"10", "20"}, {"0", "-1"}, {"101", "1e3"}, {"+5", " 5"}, {"9223372036854775807", "9223372036854775808"}, {"٢", "00"}, {"1\x00", "1_0"}} {
		f.Add(seed[0], seed[1])
	}
	pages, sizes := LimitOffset{Default: 20, Max: 100, Count: plan.CountNone}, newPageSize(20, 100, "", true)
	f.Fuzz(func(t *testing.T, limit, offset string) {
		defer stopwatch.Input(t)()
		q := &plan.Query{
			Get: func(name string) string {
				return map[string]string{"limit": limit, "page_size": limit, "offset": offset}[name]
			},
			Count:    func(plan.Count) (int64, error) { return plan.Unknown, nil },
			MaxPages: 1000,
		}
		number := func(text string, most int64) *big.Int {
			n := new(big.Int)
			if pageForm.MatchString(text) {
				n.SetString(text, 10)
			}
			if most := big.NewInt(most); n.Cmp(most) > 0 {
				return most
			}
			return n
		}
		want := number(limit, 100).Int64()
		if want == 0 {
			want = 20
		}
		w, err := pages.Read(q)
		if far := number(offset, maxOffset).Int64() > pages.deepest(q); far != (err != nil) {
			t.Errorf("offset %q: got %v, want an error %v", offset, err, far)
		}
		if w.Limit != want || sizes.read(q) != want {
			t.Errorf("limit %q: got %d, and as the size of a page %d, want %d", limit, w.Limit, sizes.read(q), want)
		}
		if want := number(offset, maxOffset).Int64(); w.Offset != want {
			t.Errorf("offset %q: got %d, want %d", offset, w.Offset, want)
		}
	})
}
