// Counting the rows of a list.

package plan

import (
	"fmt"
	"math"
)

// Unknown is the number of rows of a list that was not counted.
const Unknown = -1

// Count determines how a paginator counts the rows of a list: CountUpTo, or one of the constants. The zero
// value is the default of the paginator.
type Count int64

const (
	CountAll  Count = -1 // every row
	CountNone Count = -2 // no row: the number is unknown
	// CountEstimate counts the first 10,000 rows; for a longer list it is the database's estimate. The
	// estimate uses statistics of the whole table, and so reveals something about rows that the requester
	// may not see.
	CountEstimate Count = -3

	wrongCount Count = math.MinInt64
)

// counted is the number of rows that are counted before an estimate.
const counted = 10_000

// CountUpTo counts at most that many rows: a longer list has no known number.
func CountUpTo(rows int64) Count {
	if rows < 1 {
		return wrongCount
	}
	return Count(rows)
}

// Valid reports whether the value is a known one.
func (c Count) Valid() bool { return c >= CountEstimate }

// String describes the count in the text of the plan, "" for the default.
func (c Count) String() string {
	switch c {
	case 0:
		return ""
	case CountAll:
		return "counted"
	case CountNone:
		return "not counted"
	case CountEstimate:
		return "counted or estimated"
	default:
		return fmt.Sprintf("counted up to %d", int64(c))
	}
}

// Counts reports whether rows are counted at all.
func (c Count) Counts() bool { return c != 0 && c != CountNone }

// Limit is the number of rows at which the database may stop counting: one more than needed, to detect
// further rows; 0 for no limit.
func (c Count) Limit() int64 {
	switch {
	case c > 0:
		return int64(c) + 1
	case c == CountEstimate:
		return counted + 1
	default:
		return 0
	}
}

// Known returns the number of rows after n were counted up to Limit: n, or Unknown if there may be more.
func (c Count) Known(n int64) int64 {
	if limit := c.Limit(); !c.Counts() || limit > 0 && n >= limit {
		return Unknown
	}
	return n
}

// Estimated reports whether a known number of rows is an estimate.
func (c Count) Estimated(n int64) bool { return c == CountEstimate && n > counted }
