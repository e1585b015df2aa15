// Columns of a row, and of related rows.

package plan

import (
	"cmp"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// FieldPath is a column of the rows of a list, or of related rows: "title", "project.name". Filters, search
// and ordering use it, and find only rows on the path that the requester may see.
type FieldPath struct {
	Text  string // wire names joined by dots
	Steps []Step // relations, the first one of the row itself; nil for its own column
	End   *schema.Field
	// Inside is End as a member of a column's objects, nil for a column itself.
	Inside *schema.Inside
	// Rows are the related rows whose number End is, nil for a column. For a requester only visible rows
	// count.
	Rows *Step
}

// Step is a relation on a path.
type Step struct {
	Field *schema.Field
	// Visible is the rule of the rows that the relation leads to, bound to their type; nil if everybody
	// sees them.
	Visible permission.Rule
}

// Where returns the condition that the path leads from a row to one that meets leaf, a condition on the
// rows that have End, through rows that the requester may see.
func (p *FieldPath) Where(l *Listing, leaf predicate.Expr) predicate.Expr {
	if p.Rows != nil && !leaf.IsTrue() && !leaf.IsFalse() {
		seen := predicate.Constant(true)
		if p.Rows.Visible != nil {
			seen = l.Visible(p.Rows.Visible)
		}
		leaf = predicate.Counted(leaf, seen)
	}
	for i := len(p.Steps) - 1; i >= 0; i-- {
		step := &p.Steps[i]
		if step.Visible != nil {
			leaf = predicate.And(l.Visible(step.Visible), leaf)
		}
		leaf = predicate.ExistsAt(nameOf(step.Field), step.Field.Index, leaf)
	}
	return leaf
}

// Compare returns the comparison of End with a value, in the form of schema.Record.Column.
func (p *FieldPath) Compare(op predicate.Op, value any) predicate.Expr {
	if m := p.Inside; m != nil {
		return predicate.CompareInside(op, m.Name(), m.Object.Index, m.Number, value)
	}
	return predicate.CompareAt(op, nameOf(p.End), p.End.Index, value)
}

// oneOf returns the condition that End has one of some values.
func (p *FieldPath) oneOf(values []any) predicate.Expr {
	switch len(values) {
	case 0:
		return predicate.Constant(false)
	case 1:
		return p.Compare(predicate.OpEq, values[0])
	}
	return p.Compare(predicate.OpIn, values)
}

// nameOf returns the name of a field in conditions.
func nameOf(f *schema.Field) string { return cmp.Or(f.Wire, f.Column, f.Go) }

// label returns the path for people: "Project name".
func (p *FieldPath) label() string {
	var words []string
	for _, step := range p.Steps {
		words = append(words, cmp.Or(step.Field.Label, NameWords(nameOf(step.Field))))
	}
	if m := p.Inside; m != nil {
		words = append(words, cmp.Or(m.Object.Label, NameWords(nameOf(m.Object))))
		for _, key := range m.Keys[:len(m.Keys)-1] {
			words = append(words, NameWords(key))
		}
	}
	words = append(words, cmp.Or(p.End.Label, NameWords(nameOf(p.End))))
	for i, word := range words[1:] {
		if word != strings.ToUpper(word) { // "ID" stays
			words[i+1] = strings.ToLower(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, " ")
}
