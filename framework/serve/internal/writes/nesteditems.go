// The nested rows of an operation's own rows: reading, checking and filling them.

package writes

import (
	"errors"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// sentChanges are the changes of the row, and of the rows that are nested in it, for the code of a team.
func (in *input) sentChanges() []schema.Change {
	if in.nested == nil {
		return in.changes
	}
	return append(in.changes[:len(in.changes):len(in.changes)], in.nested...)
}

// readNested reads and checks the rows that are nested in the items.
func (m *items) readNested() error {
	var parents []*nestedParent
	for _, it := range m.list {
		if it.input.nested == nil {
			continue
		}
		p := &nestedParent{change: &it.Change, current: it.Current, sent: it.input.nested, problems: &it.problems, listed: !m.one}
		p.top = p
		parents = append(parents, p)
	}
	if parents == nil {
		return nil
	}
	if m.lenient {
		return problem.New(problem.Malformed, "With handling=lenient no rows are nested in those of the list.")
	}
	var err error
	if m.tree, err = bindNested(m.x, m.a, m.res, m.a.Operation.NestedWrites, parents); err == nil {
		err = m.tree.validateTree()
	}
	return err
}

// fillNestedRows makes and checks the rows that are nested in the items: see nestedTree.fillTree.
func (m *items) fillNestedRows() error {
	if m.tree == nil {
		return nil
	}
	values := map[*Change]*schema.Record{}
	for _, it := range m.list {
		values[&it.Change] = it.values
	}
	for _, n := range m.tree.levels {
		for _, p := range n.parents {
			p.values = values[p.change]
		}
	}
	return m.tree.fillTree()
}

// nestedErr returns the error for the client: the messages of the items, if one of these has a refused nested row.
func (m *items) nestedErr(err error) error {
	if said := m.err(); errors.Is(err, errNestedItem) && said != nil {
		return said
	}
	return err
}
