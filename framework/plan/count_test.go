// A test of counts and their limits.

package plan

import "testing"

// A list is known to have so many rows where all of them were counted.
func TestCount(t *testing.T) {
	for _, tt := range []struct {
		count    Count
		rows     int64
		limit, n int64
	}{
		{0, 5, 0, Unknown},
		{CountNone, 5, 0, Unknown},
		{CountAll, 5, 0, 5},
		{CountUpTo(4), 5, 5, Unknown},
		{CountUpTo(5), 5, 6, 5},
		{CountUpTo(5), 0, 6, 0},
		{CountEstimate, 10_000, 10_001, 10_000},
		{CountEstimate, 10_001, 10_001, Unknown},
	} {
		if limit, n := tt.count.Limit(), tt.count.Known(tt.rows); limit != tt.limit || n != tt.n {
			t.Errorf("%d of %d rows: got limit %d, %d known, want %d, %d", tt.count, tt.rows, limit, n, tt.limit, tt.n)
		}
	}
	if CountUpTo(0).Valid() || CountUpTo(-3).Valid() || !CountUpTo(1).Valid() || !CountEstimate.Valid() {
		t.Error("a count of no row is taken, or one of some is not")
	}
}
