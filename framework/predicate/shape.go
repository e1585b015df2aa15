// Conditions apart from their values, for statements.

package predicate

import "strings"

// Shape is the condition without its values, such as "and(eq:owner,exists:project(eq:public))"; ""
// for one that always holds; ":me" stands for the requester. Conditions of one table with equal
// shapes differ in Args only, so that they share a prepared statement.
func (e Expr) Shape() string {
	if e.IsTrue() {
		return ""
	}
	var b strings.Builder
	b.Grow(128)
	e.shape(&b)
	return b.String()
}

func (e Expr) shape(b *strings.Builder) {
	b.WriteString(opNames[e.Op])
	if e.Name != "" {
		b.WriteByte(':')
		b.WriteString(e.Name)
	}
	if e.Value == (requester{}) {
		b.WriteString(":me")
	}
	if e.Kids == nil {
		return
	}
	b.WriteByte('(')
	for i := range e.Kids {
		if i > 0 {
			b.WriteByte(',')
		}
		e.Kids[i].shape(b)
	}
	b.WriteByte(')')
}

// Args are the values in the order of the shape: one for each comparison but isnull, for in the list
// of its values, []any.
func (e Expr) Args() []any { return e.args(nil) }

func (e Expr) args(to []any) []any {
	if e.Op >= OpEq && e.Op < OpIsNull {
		return append(to, e.Value)
	}
	for i := range e.Kids {
		to = e.Kids[i].args(to)
	}
	return to
}

// Walk visits the condition and all conditions in it; it goes into those that visit returns true for.
func (e Expr) Walk(visit func(Expr) bool) {
	if !visit(e) {
		return
	}
	for i := range e.Kids {
		e.Kids[i].Walk(visit)
	}
}
