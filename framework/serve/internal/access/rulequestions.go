// Conditions that a statement answers for each row that it reads.

package access

import (
	"reflect"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/store"
)

// Questions are conditions that a statement answers of each row that it reads, each different one once.
type Questions struct {
	Given   predicate.Expr // holds for all of the rows
	conds   []predicate.Expr
	answers []bool
}

// Ask is a condition as it can be asked of each row once that is read. With loaded the row has what the condition looks at,
// and the database is asked only for the rest. It is not ok where Go has to be asked about other rows than those that are
// read: then it is the condition itself.
func (q *Questions) Ask(cond predicate.Expr, loaded bool) (known predicate.Expr, ok bool) {
	left := cond.Under(q.Given)
	switch {
	case loaded:
		return left.Answered(q.column), true
	case left.IsTrue() || left.IsFalse():
		return left, true
	case left.Has(predicate.OpFunc):
		return cond, false
	default:
		return q.column(left), true
	}
}

// column is whether a condition holds for the row that was read last.
func (q *Questions) column(cond predicate.Expr) predicate.Expr {
	i := 0
	for i < len(q.conds) && (q.conds[i].Key() != cond.Key() || !reflect.DeepEqual(q.conds[i].Args(), cond.Args())) {
		i++
	}
	if i == len(q.conds) {
		q.conds, q.answers = append(q.conds, cond), append(q.answers, false)
	}
	return predicate.Func("", func(any) bool { return q.answers[i] })
}

// put lets a reader answer the questions.
func (q *Questions) put(r *store.Reader) {
	if q != nil {
		r.Asked, r.Answers = q.conds, q.answers
	}
}

// none reports whether nothing is asked.
func (q *Questions) none() bool { return q == nil || len(q.conds) == 0 }
