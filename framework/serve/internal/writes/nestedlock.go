// Locking nested rows, and comparing them with the rows that were loaded.

package writes

import (
	"slices"

	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// lockAgain asks for the related rows of the parents once more, in the transaction that has locked these. It locks and permits the
// rows to update and delete, before any row of the request is written. It fails with errNestedChanged if the related rows are
// others by now: the action of each was chosen for the loaded rows.
func (t *nestedTree) lockAgain(tx *store.Tx) error {
	return t.each(func(n *nestedRows) error {
		if err := n.checkRelatedAgain(tx); err != nil {
			return err
		}
		own := tx.On(n.w.Res.Rows)
		for _, w := range []*writer{n.writer(n.itemsToWrite(actUpdate), n.admissionFor(n.w.Modify)), n.writer(n.deleted, n.admissionFor(n.w.Destroy))} {
			w.queue.locked = false
			if err := w.lockAndCompare(own); err != nil {
				return n.errWithPaths(err)
			}
		}
		return nil
	})
}

// checkRelatedAgain compares the related rows of the parents with those that were loaded.
func (n *nestedRows) checkRelatedAgain(tx *store.Tx) error {
	above := n.above()
	if len(above) == 0 || !n.byParent() && !n.w.Along.IsManyToMany() {
		return nil // a reference is a column of its row, which is compared
	}
	parents := tx.On(n.of.Rows)
	if n.parents[0].top != n.parents[0] { // the rows of the operation are locked
		if err := parents.LockMany(above); err != nil {
			return err
		}
	}
	if n.w.Along.IsManyToMany() {
		var joined []store.Pair
		err := parents.Pairs(n.w.Along, above, func(p store.Pair) error {
			joined = append(joined, p)
			return nil
		})
		return errUnlessSame(slices.Equal(joined, n.loaded.joined), err)
	}
	var found []schema.Key
	if !n.loaded.where.IsFalse() {
		err := n.w.Res.Rows.ReadIn(n.x.Context, tx).Select(store.Selection{Where: n.loaded.where}, func(row *schema.Record) error {
			found = append(found, row.Key())
			return nil
		})
		if err != nil {
			return err
		}
	}
	slices.SortFunc(found, schema.Key.Compare)
	return errUnlessSame(slices.Equal(found, n.loaded.found), nil)
}

func errUnlessSame(same bool, err error) error {
	if err == nil && !same {
		err = errNestedChanged
	}
	return err
}

// above are the keys of the parents that are there.
func (n *nestedRows) above() (keys []schema.Key) {
	for _, p := range n.parents {
		if p.current != nil {
			keys = append(keys, p.current.Key())
		}
	}
	return keys
}
