// Writing nested rows in the transaction of their parents.

package writes

import (
	"errors"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// writeBefore locks and permits all nested rows, and writes those that the row of the operation refers to. writeAfter writes
// the others, once that row is stored and has a key.
func (t *nestedTree) writeBefore(tx *store.Tx, change *Change) error {
	if t == nil {
		return nil
	}
	if err := t.lockAgain(tx); err != nil {
		return err
	}
	return writeLevels(tx, change, toOne(t.levels, true))
}

func (t *nestedTree) writeAfter(tx *store.Tx, change *Change) error {
	if t == nil {
		return nil
	}
	return writeLevels(tx, change, toOne(t.levels, false))
}

func writeLevels(tx *store.Tx, change *Change, list []*nestedRows) error {
	for _, n := range list {
		if err := n.writeLevel(tx, change); err != nil {
			return err
		}
	}
	return nil
}

// writeLevel writes the rows of a level, and those nested in them.
func (n *nestedRows) writeLevel(tx *store.Tx, change *Change) error {
	own := tx.On(n.w.Res.Rows)
	if err := writeLevels(tx, change, toOne(n.below, true)); err != nil {
		return err
	}
	if err := n.deleteNested(own, change); err != nil {
		return err
	}
	for _, row := range n.rows {
		n.setParentKey(row)
	}
	written := n.itemsToWrite(actUpdate)
	if err := n.updateNested(own, written); err != nil {
		return err
	}
	for _, row := range n.rows {
		if row.action == actCreate {
			row.item.Key = schema.Key{}
		}
	}
	fresh := n.itemsToWrite(actCreate)
	if err := n.createNested(own, fresh); err != nil {
		return err
	}
	n.written = []*writer{n.writer(written, n.admissionFor(n.w.Modify)), n.writer(fresh, n.admissionFor(n.w.Create))}
	if n.w.Along.IsToOne() {
		n.setParentReferences()
	}
	if err := n.updatePairs(tx.On(n.of.Rows)); err != nil {
		return err
	}
	if err := writeLevels(tx, change, toOne(n.below, false)); err != nil {
		return err
	}
	return n.raiseVersions(own)
}

// raiseVersions raises the versions of rows that change only in their nested rows, or records this of rows
// without versions.
func (n *nestedRows) raiseVersions(tx *store.Tx) error {
	var keys []schema.Key
	var rows []*schema.Record
	for _, row := range n.rows {
		if row.action == actKeep && row.self != nil && changesBelow(n.below, row.self) {
			keys, rows = append(keys, row.item.Key), append(rows, row.item.values)
		}
	}
	version := n.w.Res.Type.Version
	switch {
	case keys == nil:
		return nil
	case version == nil:
		return tx.NoteBelow(keys)
	default:
		return tx.UpdateMany(keys, rows, []*schema.Field{version})
	}
}

// writer returns a writer of some of the rows, as of a list. They are locked already: see nestedTree.lockAgain.
func (n *nestedRows) writer(list []*item, as *request.Admission) *writer {
	return &writer{batch: &batch{x: n.x, a: as, res: n.w.Res, list: list}, queue: queue{single: n.single, locked: true}}
}

func (n *nestedRows) createNested(tx *store.Tx, list []*item) error {
	if len(list) == 0 {
		return nil
	}
	w := n.writer(list, n.admissionFor(n.w.Create))
	if w.verb.write = (*writer).insertWaiting; !n.byParent() && !n.a.Sent.Tries.Last() { // what code makes of a name may be taken for good
		w.verb.write = func(w *writer, tx *store.Tx, waiting []*item) error { return w.insertNamed(tx, waiting, n.w.By) }
	}
	return n.errWithPaths(w.createRows(tx))
}

func (n *nestedRows) updateNested(tx *store.Tx, list []*item) error {
	if len(list) == 0 {
		return nil
	}
	w := n.writer(list, n.admissionFor(n.w.Modify))
	w.verb.write = (*writer).updateWaiting
	return n.errWithPaths(w.updateRows(tx))
}

// deleteNested deletes the rows that were not sent.
func (n *nestedRows) deleteNested(tx *store.Tx, change *Change) error {
	if len(n.deleted) == 0 {
		return nil
	}
	for _, it := range n.deleted {
		it.row, it.Call = it.Current, calls.New(n.x, n.admissionFor(n.w.Destroy), nil)
		it.Call.Previous = it.Current
	}
	w := n.writer(n.deleted, n.admissionFor(n.w.Destroy))
	w.c, w.verb.write = change, (*writer).deleteWaiting
	return n.errWithPaths(w.deleteRows(tx))
}

// errWithPaths returns the error for the client, with the paths of the nested rows.
func (n *nestedRows) errWithPaths(err error) error {
	switch {
	case errors.Is(err, errRowChanged):
		return errNestedChanged
	case err == nil || errors.Is(err, errWhichRow):
		return err
	}
	if p := problem.As(err); p != nil && p.Items == nil && p.Fields == nil {
		return n.denialWithPath(err)
	} else if p == nil || p.Items == nil && p.Fields == nil {
		return err
	}
	before := map[*nestedParent]problem.Fields{}
	for _, p := range n.parents {
		before[p.top] = *p.top.problems
	}
	n.moveProblemsUp()
	for top, had := range before {
		if len(*top.problems) > len(had) && !top.listed {
			said := *top.problems
			*top.problems = had
			return said.Err()
		} else if len(*top.problems) > len(had) {
			return errNestedItem
		}
	}
	return err
}

// errNestedItem says that a row which is nested in an item of a list is refused, and that the item says why.
var errNestedItem = errors.New("a nested row of an item is refused")

// updatePairs stores the pairs of a many-to-many relation; tx is on the rows of the parents.
func (n *nestedRows) updatePairs(tx *store.Tx) error {
	if !n.w.Along.IsManyToMany() {
		return nil
	}
	var joined, loose []store.Pair
	wanted := map[nestedOf]bool{}
	for _, row := range n.rows {
		joined = append(joined, store.Pair{Here: row.parent.keyNow(), There: row.item.Key})
		wanted[nestedOf{row.parent, row.item.Key}] = true
	}
	for _, p := range n.parents {
		for _, there := range n.loaded.pairs[p.keyNow()] {
			if n.w.Strategy.Limits() && p.current != nil && !wanted[nestedOf{p, there}] {
				loose = append(loose, store.Pair{Here: p.keyNow(), There: there})
			}
		}
	}
	if err := tx.UnjoinMany(n.w.Along, loose); err != nil {
		return err
	}
	return tx.JoinMany(n.w.Along, joined)
}

// permitWritten asks the rules about the rows as they were written, and leaves for after the commit what their code wants.
func (t *nestedTree) permitWritten(tx *store.Tx, change *Change) error {
	return t.each(func(n *nestedRows) error {
		for _, w := range n.written {
			if err := permitAllWritten(n.x, w.a, tx.On(n.w.Res.Rows), w.list, false); err != nil {
				return n.denialWithPath(err)
			}
			w.c = change
			w.leaveForCommit()
		}
		if len(n.deleted) > 0 {
			w := n.writer(n.deleted, n.admissionFor(n.w.Destroy))
			w.c = change
			w.leaveForCommit()
		}
		return nil
	})
}

// singly writes one row after the other from now on, to find the one that the database refuses. It reports whether
// there is any.
func (t *nestedTree) singly() bool {
	found := false
	_ = t.each(func(n *nestedRows) error {
		found, n.single = true, true
		return nil
	})
	return found
}
