// The representations of a resource, and what reads them as a requester may see them.

package request

import (
	lru "github.com/hashicorp/golang-lru/v2"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// Shape is a representation of a resource's rows, with what reads it.
type Shape struct {
	*plan.Shape
	Rows  *store.Table
	order []plan.Order // of lists
	// Names are those of a choice of a client; nil for the names of the operation.
	Names *Names
	As    *store.Representation // nil for that of the table
	// members are those among which clients choose; nil for no choice.
	members *plan.MemberTree
	held    []*schema.Field            // of the rows, which are read beside the members
	choices *lru.Cache[string, *Shape] // of clients, by their key
	Implied []implication              // of the rule of the rows, by the place in Related
	// Same reads it where it is the same for every requester; nil where it is not.
	Same *store.Scoped
}

// Names are those of a representation, in their order.
type Names struct {
	Fields  []string
	Columns []string // of a table: see media.Document
}

// NamesOf lists the names of the members and the columns that a representation shows.
func NamesOf(t *schema.Type) *Names { return &Names{Fields: fieldNames(t), Columns: ColumnNames(t)} }

func fieldNames(t *schema.Type) []string {
	list := make([]string, len(t.Shown))
	for i, f := range t.Shown {
		list[i] = f.Wire
	}
	return list
}

// ColumnNames are the names of what a representation shows as columns of a table.
func ColumnNames(t *schema.Type) []string {
	var list []string
	for _, f := range t.Shown {
		if !f.IsNested() || f.IsList() {
			list = append(list, f.Wire)
			continue
		}
		for _, name := range ColumnNames(f.Derived.Shape) {
			list = append(list, f.Wire+"."+name)
		}
	}
	return list
}

// newShape makes the statements of a representation, from those of the rows.
func newShape(rows *store.Table, e *plan.Resource, of *plan.Shape) (s *Shape, err error) {
	s = &Shape{Shape: of, Rows: rows, order: e.Order, Implied: implications(of, e.Order)}
	if of.Type != e.Type {
		s.As = &store.Representation{Type: of.Type, Reads: of.Reads}
	}
	if len(of.Related) == 0 && !of.Type.Derives() && !e.Type.Derives() {
		same, err := rows.Scope(store.Reader{As: s.As})
		if err != nil {
			return nil, err
		}
		s.Same = &same
	}
	return s, nil
}

// maxChoices is how many choices of members are kept for a representation.
const maxChoices = 64

// offer lets clients choose among members. The fields of the rows are read whatever they choose.
func (s *Shape) offer(members *plan.MemberTree, held []*schema.Field) (err error) {
	s.members, s.held = members, held
	s.choices, err = lru.New[string, *Shape](maxChoices)
	return err
}

// Choose is the representation with the members that a client asks for; nil asks for all.
func (s *Shape) Choose(m *plan.Members) *Shape {
	if m == nil {
		return s
	}
	choice := s.members.Choose(m)
	key := choice.Key()
	if kept, ok := s.choices.Get(key); ok {
		return kept
	}
	chosen := &Shape{Shape: choice.Represent(s.held), Rows: s.Rows, order: s.order}
	chosen.Names = NamesOf(chosen.Type)
	chosen.As = &store.Representation{Type: chosen.Type, Reads: chosen.Reads}
	chosen.Implied = implications(chosen.Shape, s.order)
	if kept, ok, _ := s.choices.PeekOrAdd(key, chosen); ok {
		return kept // which another request has made meanwhile
	}
	return chosen
}

// IsRow reports whether a representation has what rules look at: the row itself.
func (res *Resource) IsRow(s *Shape) bool { return s.Type == res.Type }
