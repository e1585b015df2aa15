// Tests of averages.

package lists

import (
	"math/big"
	"testing"
)

func TestQuotient(t *testing.T) {
	for _, tt := range []struct{ n, by, want int64 }{
		{7, 2, 4},
		{5, 2, 2},
		{3, 2, 2},
		{1, 2, 0},
		{0, 2, 0},
		{-1, 2, 0},
		{-3, 2, -2},
		{-5, 2, -2},
		{7, 3, 2},
		{8, 3, 3},
		{-7, 3, -2},
		{-8, 3, -3},
		{9, 3, 3},
		{1, 3, 0},
		{2, 3, 1},
	} {
		if got := quotient(big.NewInt(tt.n), big.NewInt(tt.by)); got.Int64() != tt.want {
			t.Errorf("quotient(%d, %d): got %s, want %d", tt.n, tt.by, got, tt.want)
		}
	}
}
