// Relations that may lead to some rows only.

package plan

import (
	"fmt"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// LimitChoices says which rows a relation may be made to lead to.
type LimitChoices struct {
	Field *schema.Field
	// To is the condition on the rows of the other side, which may compare with columns of the row that refers to them.
	To      predicate.Expr
	Outer   []*schema.Field // these columns
	Message string          // for who refers to another row; "" says that there is no such row
}

// words are what the text of the plan says.
func (l *LimitChoices) words() string {
	return fmt.Sprintf("%s where %s", wireOf(l.Field), schema.ConditionWords(l.To))
}

// FixedChoices are the rows that a relation may lead to from any row, as far as that needs no row to compare with; limited
// tells whether the resource says something of them.
func (r *Resource) FixedChoices(f *schema.Field) (to predicate.Expr, limited bool) {
	to = predicate.Constant(true)
	for i := range r.LimitChoices {
		if l := &r.LimitChoices[i]; l.Field == f && len(l.Outer) == 0 {
			to, limited = predicate.And(to, l.To), true
		}
	}
	return to, limited
}

// Choices are the rows that a relation may lead to from a row; of a row that is made, known tells which of its columns have
// the values that it will have.
func (r *Resource) Choices(f *schema.Field, row *schema.Record, known func(*schema.Field) bool) predicate.Expr {
	all := predicate.Constant(true)
	for _, l := range r.LimitChoices {
		if l.Field != f {
			continue
		}
		to := l.To.WithOuter(row)
		for _, outer := range l.Outer {
			if !known(outer) {
				to = l.To.WithoutOuter()
			}
		}
		all = predicate.And(all, to)
	}
	return all
}

// limitWords say which rows relations may lead to, a text for each of these.
func (r *Resource) limitWords() (texts []string) {
	for i := range r.LimitChoices {
		texts = append(texts, r.LimitChoices[i].words())
	}
	return texts
}
