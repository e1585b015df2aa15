// How the rows of a list are counted.

package plan

import (
	"fmt"
	"math"
)

// Unknown is the number of rows of a list that were not counted.
const Unknown = -1

// Count is how a paginator counts the rows of a list: as CountUpTo, or one of the constants. The zero
// value is what the paginator does without a word.
type Count int64

const (
	CountAll  Count = -1 // every row
	CountNone Count = -2 // no row: the number is not known
	// CountEstimate counts the first 10,000 rows; of a longer list it is what the database estimates. That goes by
	// statistics of the whole table, and so tells something of the rows that the requester may not see.
	CountEstimate Count = -3

	wrongCount Count = math.MinInt64
)

// counted is how many rows are counted before their number is estimated.
const counted = 10_000

// CountUpTo counts so many rows: a longer list has no known number.
func CountUpTo(rows int64) Count {
	if rows < 1 {
		return wrongCount
	}
	return Count(rows)
}

// Valid reports whether the value is one of those that there are.
func (c Count) Valid() bool { return c >= CountEstimate }

// String says in the text of the plan how rows are counted, "" without a word.
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

// Limit is where the database may stop to count: one row after those asked for, which tells that there are
// more; 0 for nowhere.
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

// Known is the number of rows after n were counted up to Limit: n, or Unknown where that is not all.
func (c Count) Known(n int64) int64 {
	if limit := c.Limit(); !c.Counts() || limit > 0 && n >= limit {
		return Unknown
	}
	return n
}

// Estimated reports whether a number of rows that is known was not counted.
func (c Count) Estimated(n int64) bool { return c == CountEstimate && n > counted }
