// Relations that may lead to some rows only.

package plan

import (
	"fmt"
	"slices"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// LimitChoices determines which rows a relation may lead to.
type LimitChoices struct {
	Field *schema.Field
	// To is the condition on the rows of the other side, which may compare them with columns of the
	// referring row.
	To      predicate.Expr
	Outer   []*schema.Field // these columns
	Message string          // for a reference to another row; "" says that there is no such row
}

// words describes the limit in the text of the plan.
func (l *LimitChoices) words() string {
	return fmt.Sprintf("%s where %s", wireOf(l.Field), schema.ConditionWords(l.To))
}

// FixedChoices returns the rows that a relation may lead to from any row, without comparisons with a row;
// limited reports whether the resource limits them.
func (r *Resource) FixedChoices(f *schema.Field) (to predicate.Expr, limited bool) {
	to = predicate.Constant(true)
	for i := range r.LimitChoices {
		if l := &r.LimitChoices[i]; l.Field == f && len(l.Outer) == 0 {
			to, limited = predicate.And(to, l.To), true
		}
	}
	return to, limited
}

// Choices returns the rows that a relation may lead to from a row; known reports which of its columns already have their
// values. row may be nil if none has.
func (r *Resource) Choices(f *schema.Field, row *schema.Record, known func(*schema.Field) bool) predicate.Expr {
	all := predicate.Constant(true)
	for _, l := range r.LimitChoices {
		if l.Field != f {
			continue
		}
		to := l.To.WithoutOuter()
		if !slices.ContainsFunc(l.Outer, func(outer *schema.Field) bool { return !known(outer) }) {
			to = l.To.WithOuter(row)
		}
		all = predicate.And(all, to)
	}
	return all
}

// limitWords describes the limits of relations, a text for each.
func (r *Resource) limitWords() (texts []string) {
	for i := range r.LimitChoices {
		texts = append(texts, r.LimitChoices[i].words())
	}
	return texts
}
