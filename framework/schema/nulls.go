// The place of rows without a value in an order.

package schema

// Nulls is the place of rows without a value in an order by a field, the same on every database.
type Nulls uint8

// The places. NullsLow, the zero value, is below every value: first, and last in a descending order.
const (
	NullsLow Nulls = iota
	NullsFirst
	NullsLast
)

// First reports whether rows without a value come before all others.
func (n Nulls) First(desc bool) bool { return n == NullsFirst || n == NullsLow && !desc }

// Reverse returns the place of the same rows in the opposite order.
func (n Nulls) Reverse() Nulls {
	switch n {
	case NullsFirst:
		return NullsLast
	case NullsLast:
		return NullsFirst
	default:
		return n
	}
}

// String returns the place in a declared order, "" for NullsLow.
func (n Nulls) String() string { return [...]string{"", "nulls first", "nulls last"}[n] }
