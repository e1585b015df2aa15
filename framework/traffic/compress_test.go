package traffic

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/stopwatch"
)

var codingElement = regexp.MustCompile(`^([a-z]+|\*)(;q=(0(\.[0-9]{1,3})?|1(\.0{1,3})?))?$`)

// Accept-Encoding is read as RFC 9110 has it, where it is written so; the weight is never outside of
// 0 and 1.
func FuzzCodingQuality(f *testing.F) {
	for _, seed := range []string{"", "gzip", "gzip;q=0", "*", "*;q=0.5, gzip", "zstd;q=1.0,gzip;q=0.001", "gzip;q=2", "GZIP ; q = 0.5", "gzip;q=nan", "gzip;q=+Inf", "x-gzip", "gzip;x=1;q=0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, accept string) {
		defer stopwatch.Input(t)()
		got := codingQuality(accept, "gzip")
		if !(got >= 0 && got <= 1) {
			t.Errorf("%q: got %v", accept, got)
		}
		want, star, found := 0.0, 0.0, false
		for element := range strings.SplitSeq(accept, ",") {
			part := codingElement.FindStringSubmatch(element)
			if part == nil {
				return
			}
			q := 1.0
			if part[3] != "" {
				q, _ = strconv.ParseFloat(part[3], 64)
			}
			switch {
			case part[1] == "gzip" && !found:
				want, found = q, true
			case part[1] == "*":
				star = q
			}
		}
		if !found {
			want = star
		}
		if got != want {
			t.Errorf("%q: got %v, want %v", accept, got, want)
		}
	})
}
