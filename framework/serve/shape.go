// The representations of a resource, and what reads them as a requester may see them.

package serve

import (
	lru "github.com/hashicorp/golang-lru/v2"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// shape is a representation of a resource's rows, with what reads it.
type shape struct {
	*plan.Shape
	rows  *store.Table
	order []plan.Order // of lists
	// names are those of a choice of a client; nil for the names of the operation.
	names *names
	as    *store.Representation // nil for that of the table
	// members are those among which clients choose; nil for no choice.
	members *plan.MemberTree
	held    []*schema.Field            // of the rows, which are read beside the members
	choices *lru.Cache[string, *shape] // of clients, by their key
	implied []implication              // of the rule of the rows, by the place in Related
	// same reads it where it is the same for every requester; nil where it is not.
	same *store.Scoped
}

// names are those of a representation, in their order.
type names struct {
	fields  []string
	columns []string // of a table: see media.Document
}

func namesOf(t *schema.Type) *names { return &names{fields: fieldNames(t), columns: columnNames(t)} }

func fieldNames(t *schema.Type) []string {
	list := make([]string, len(t.Shown))
	for i, f := range t.Shown {
		list[i] = f.Wire
	}
	return list
}

// columnNames are the names of what a representation shows as columns of a table.
func columnNames(t *schema.Type) []string {
	var list []string
	for _, f := range t.Shown {
		if !f.IsNested() || f.IsList() {
			list = append(list, f.Wire)
			continue
		}
		for _, name := range columnNames(f.Derived.Shape) {
			list = append(list, f.Wire+"."+name)
		}
	}
	return list
}

// newShape makes the statements of a representation, from those of the rows.
func newShape(rows *store.Table, e *plan.Resource, of *plan.Shape) (s *shape, err error) {
	s = &shape{Shape: of, rows: rows, order: e.Order, implied: implications(of, e.Order)}
	if of.Type != e.Type {
		s.as = &store.Representation{Type: of.Type, Reads: of.Reads}
	}
	if len(of.Related) == 0 && !of.Type.Derives() && !e.Type.Derives() {
		same, err := rows.Scope(store.Reader{As: s.as})
		if err != nil {
			return nil, err
		}
		s.same = &same
	}
	return s, nil
}

// maxChoices is how many choices of members are kept for a representation.
const maxChoices = 64

// offer lets clients choose among members. The fields of the rows are read whatever they choose.
func (s *shape) offer(members *plan.MemberTree, held []*schema.Field) (err error) {
	s.members, s.held = members, held
	s.choices, err = lru.New[string, *shape](maxChoices)
	return err
}

// choose is the representation with the members that a client asks for; nil asks for all.
func (s *shape) choose(m *plan.Members) *shape {
	if m == nil {
		return s
	}
	choice := s.members.Choose(m)
	key := choice.Key()
	if kept, ok := s.choices.Get(key); ok {
		return kept
	}
	chosen := &shape{Shape: choice.Represent(s.held), rows: s.rows, order: s.order}
	chosen.names = namesOf(chosen.Type)
	chosen.as = &store.Representation{Type: chosen.Type, Reads: chosen.Reads}
	chosen.implied = implications(chosen.Shape, s.order)
	if kept, ok, _ := s.choices.PeekOrAdd(key, chosen); ok {
		return kept // which another request has made meanwhile
	}
	return chosen
}

// isRow reports whether a representation has what rules look at: the row itself.
func (res *resource) isRow(s *shape) bool { return s.Type == res.Type }
