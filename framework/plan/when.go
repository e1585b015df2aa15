// Conditions under which an operation of a team applies to a record.

package plan

import "example.com/resourceful/framework/predicate"

// When is the condition under which an operation applies to a record.
type When struct {
	Holds   predicate.Expr // on columns of the row itself
	Message string         // for a client whose record does not meet it; "" for the usual one
	// Words are the condition in plain English, such as "status is not closed"; "" if it is about fields
	// that no representation shows.
	Words string
}

// Applies reports whether the operation applies to a row, which has all columns of the condition.
func (o *Operation) Applies(row predicate.Row) bool {
	if o.When == nil {
		return true
	}
	holds, _ := o.When.Holds.Holds(row)
	return holds
}

// Condition returns the condition on rows under which the operation applies.
func (o *Operation) Condition() predicate.Expr {
	if o.When == nil {
		return predicate.Constant(true)
	}
	return o.When.Holds
}

// Sentence describes the condition for people and agents, "" for none.
func (w *When) Sentence() string {
	switch {
	case w == nil:
		return ""
	case w.Words == "":
		return "Only for some records; the response for others is 409."
	default:
		return "Only when " + w.Words + "; otherwise the response is 409."
	}
}
