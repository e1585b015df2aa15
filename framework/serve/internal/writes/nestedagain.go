// Looking at nested rows once more, under the lock of the rows that they are nested in.

package writes

import (
	"slices"

	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// relock finds the rows that are related to the parents once more, in the transaction that has locked these, and locks and
// permits those that are changed or deleted, before any row of the request is written. errMoved says
// that they are others by now: the fate of each was decided about the loaded rows.
func (t *nestedTree) relock(tx *store.Tx) error {
	return t.each(func(n *nestedRows) error {
		if err := n.relock(tx); err != nil {
			return err
		}
		own := tx.On(n.w.Res.Rows)
		for _, w := range []*writer{n.writer(n.ofFate(changed), n.as(n.w.Modify)), n.writer(n.gone, n.as(n.w.Destroy))} {
			w.queue.locked = false
			if err := w.relock(own); err != nil {
				return n.told(err)
			}
		}
		return nil
	})
}

func (n *nestedRows) relock(tx *store.Tx) error {
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
		return movedUnless(slices.Equal(joined, n.loaded.joined), err)
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
	return movedUnless(slices.Equal(found, n.loaded.found), nil)
}

func movedUnless(same bool, err error) error {
	if err == nil && !same {
		err = errMoved
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
