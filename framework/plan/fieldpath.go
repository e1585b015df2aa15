// Columns of a row, and of rows that relations lead to.

package plan

import (
	"cmp"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// FieldPath is a column of the rows of a list, or of rows that their relations lead to: "title",
// "project.name". Filters, search and ordering go by it, and see no more rows on the way than the
// requester does.
type FieldPath struct {
	Text  string // wire names with a dot between them
	Steps []Step // relations, the first one of the row itself; nil for its own column
	End   *schema.Field
	// Inside is End as a member of the objects of a column, nil for a column itself.
	Inside *schema.Inside
	// Rows are those whose number End is, nil for a column. The requester counts those that they may see.
	Rows *Step
}

// Step is a relation that a path goes along.
type Step struct {
	Field *schema.Field
	// Visible is the rule of the rows that the relation leads to, bound to their type; nil where
	// everybody sees them.
	Visible permission.Rule
}

// Where holds for a row that the path leads from to one for which the leaf holds, a condition on the
// rows that have End, if the requester may see all that the path goes through.
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

// Compare is the condition that End compares with a value, in the form of schema.Record.Column.
func (p *FieldPath) Compare(op predicate.Op, value any) predicate.Expr {
	if m := p.Inside; m != nil {
		return predicate.CompareInside(op, m.Name(), m.Object.Index, m.Number, value)
	}
	return predicate.CompareAt(op, nameOf(p.End), p.End.Index, value)
}

// oneOf is the condition that End has one of some values.
func (p *FieldPath) oneOf(values []any) predicate.Expr {
	switch len(values) {
	case 0:
		return predicate.Constant(false)
	case 1:
		return p.Compare(predicate.OpEq, values[0])
	}
	return p.Compare(predicate.OpIn, values)
}

// nameOf names a field in conditions.
func nameOf(f *schema.Field) string { return cmp.Or(f.Wire, f.Column, f.Go) }

// label is what the path leads to, for people: "Project name".
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
