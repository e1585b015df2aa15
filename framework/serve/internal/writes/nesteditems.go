// Where the rows of a request hand their nested rows to the tree: reading, filling, and the messages.

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
func (b *batch) readNested() error {
	var parents []*nestedParent
	for _, it := range b.list {
		if it.input.nested == nil {
			continue
		}
		p := &nestedParent{change: &it.Change, current: it.Current, sent: it.input.nested, problems: &it.problems, listed: !b.one}
		p.top = p
		parents = append(parents, p)
	}
	if parents == nil {
		return nil
	}
	if b.lenient {
		return problem.New(problem.Malformed, "With handling=lenient no rows are nested in those of the list.")
	}
	var err error
	if b.tree, err = bindNested(b.x, b.a, b.res, b.a.Operation.NestedWrites, parents); err == nil {
		err = b.tree.validateTree()
	}
	return err
}

// fillNestedRows makes and checks the rows that are nested in the items: see nestedTree.fillTree.
func (b *batch) fillNestedRows() error {
	if b.tree == nil {
		return nil
	}
	values := map[*Change]*schema.Record{}
	for _, it := range b.list {
		values[&it.Change] = it.values
	}
	for _, n := range b.tree.levels {
		for _, p := range n.parents {
			p.values = values[p.change]
		}
	}
	return b.tree.fillTree()
}

// nestedErr returns the error for the client: the messages of the items, if one of these has a refused nested row.
func (b *batch) nestedErr(err error) error {
	if said := b.err(); errors.Is(err, errNestedItem) && said != nil {
		return said
	}
	return err
}
