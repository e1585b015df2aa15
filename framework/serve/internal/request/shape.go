// The representations of a resource, and their statements.

package request

import (
	lru "github.com/hashicorp/golang-lru/v2"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// Shape is a representation of a resource's rows, with its statements.
type Shape struct {
	*plan.Shape
	Rows  *store.Table
	order []plan.Order // order of lists
	// Names are the names in a client's choice of members; nil for the operation's names.
	Names *Names
	As    *store.Representation // nil for the table's own
	// members are the members that clients may choose; nil for no choice.
	members *plan.MemberTree
	held    []*schema.Field            // fields of the rows that are always read
	choices *lru.Cache[string, *Shape] // choices of clients, by key
	Implied []implication              // by the rule of the rows, by index in Related
	// Same reads the representation if it is the same for every requester; nil otherwise.
	Same *store.Scoped
}

// Names are the names of a representation, in order.
type Names struct {
	Fields  []string
	Columns []string // columns of a table: see media.Document
}

// NamesOf returns the names of a representation's members and columns.
func NamesOf(t *schema.Type) *Names { return &Names{Fields: fieldNames(t), Columns: ColumnNames(t)} }

func fieldNames(t *schema.Type) []string {
	list := make([]string, len(t.Shown))
	for i, f := range t.Shown {
		list[i] = f.Wire
	}
	return list
}

// ColumnNames returns the names of a representation's columns in a table.
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

// newShape prepares the statements of a representation, from those of the rows.
func newShape(rows *store.Table, resource *plan.Resource, of *plan.Shape) (s *Shape, err error) {
	s = &Shape{Shape: of, Rows: rows, order: resource.Order, Implied: implications(of, resource.Order)}
	if of.Type != resource.Type {
		s.As = &store.Representation{Type: of.Type, Reads: of.Reads}
	}
	if len(of.Related) == 0 && !of.Type.Derives() && !resource.Type.Derives() {
		same, err := rows.Scope(store.Reader{As: s.As})
		if err != nil {
			return nil, err
		}
		s.Same = &same
	}
	return s, nil
}

// maxChoices is the largest number of cached choices for a representation.
const maxChoices = 64

// offer lets clients choose members. The held fields are always read.
func (s *Shape) offer(members *plan.MemberTree, held []*schema.Field) (err error) {
	s.members, s.held = members, held
	s.choices, err = lru.New[string, *Shape](maxChoices)
	return err
}

// Choose returns the representation with a client's choice of members; nil chooses all.
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
		return kept // another request has made it meanwhile
	}
	return chosen
}

// IsRow reports whether a representation is the row itself, which rules can check.
func (res *Resource) IsRow(s *Shape) bool { return s.Type == res.Type }

// IsWholeRow reports whether a representation has all that rules look at: the columns, and no relations beside them.
func (res *Resource) IsWholeRow(s *Shape) bool { return res.IsRow(s) && res.ToMany.Ruled == nil }
