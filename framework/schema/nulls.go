// Where an order has the rows without a value.

package schema

// Nulls says where an order by a field has the rows without a value, the same on every database.
type Nulls uint8

// The places of rows without a value. NullsLow, the zero value, has them below every value: first, and
// last in a descending order.
const (
	NullsLow Nulls = iota
	NullsFirst
	NullsLast
)

// First reports whether rows without a value come before all others.
func (n Nulls) First(desc bool) bool { return n == NullsFirst || n == NullsLow && !desc }

// Reverse is the place of the same rows in the opposite order.
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

// String is the place as a declared order says it, "" for NullsLow.
func (n Nulls) String() string { return [...]string{"", "nulls first", "nulls last"}[n] }
