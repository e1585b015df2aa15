// Making the records of nested rows from what was sent, and checking them before they are written.

package writes

import (
	"errors"
	"slices"

	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
)

// validateTree asks the database what the rules of fields alone cannot know, of all rows.
func (t *nestedTree) validateTree() error {
	err := t.each((*nestedRows).validateLevel)
	if err == nil && t != nil {
		t.moveProblemsUp()
	}
	return err
}

func (n *nestedRows) validateLevel() error {
	var there []*item
	for _, row := range n.rows {
		if row.action == actUpdate && row.sameAs == nil && n.w.Strategy != schema.NestedLink {
			there = append(there, row.item)
		}
	}
	if err := n.batchOf(there).keepHidden(); err != nil {
		return err
	}
	return n.batchOf(n.itemsWithValues()).validateSent()
}

// batchOf returns a batch of some of the rows.
func (n *nestedRows) batchOf(list []*item) *batch {
	b := &batch{x: n.x, a: n.admissionFor(n.w.Modify), res: n.w.Res, list: list}
	if len(n.deleted) > 0 {
		b.tree = &nestedTree{deletedFirst: map[schema.Key]bool{}}
	}
	for _, it := range n.deleted {
		b.tree.deletedFirst[it.Key] = true
	}
	return b
}

// itemsWithValues returns the items of rows that were sent with values.
func (n *nestedRows) itemsWithValues() []*item {
	var list []*item
	for _, row := range n.rows {
		if row.sameAs == nil && (row.action == actCreate || row.action == actUpdate && n.w.Strategy != schema.NestedLink) {
			list = append(list, row.item)
		}
	}
	return list
}

// itemsToWrite returns the items of rows with an action; unlinked rows are among those to update.
func (n *nestedRows) itemsToWrite(is nestedAction) []*item {
	var list []*item
	for _, row := range n.rows {
		if row.action == is && row.sameAs == nil {
			list = append(list, row.item)
		}
	}
	for _, row := range n.unlinked {
		if is == actUpdate {
			list = append(list, row.item)
		}
	}
	return list
}

// fillTree makes the records of all nested rows, checks whole rows, runs the code of their resources, and asks whether
// the requester may write them. The values of the parents are known.
func (t *nestedTree) fillTree() error {
	if t == nil {
		return nil
	}
	return fillLevels(t.levels)
}

func fillLevels(list []*nestedRows) error {
	for _, n := range list {
		if err := n.fillLevel(); err != nil {
			return err
		}
	}
	return nil
}

// toOne are the levels of rows that their parents refer to, and which are written before them.
func toOne(list []*nestedRows, is bool) (some []*nestedRows) {
	for _, n := range list {
		if n.w.Along.IsToOne() == is {
			some = append(some, n)
		}
	}
	return some
}

func (n *nestedRows) fillLevel() error {
	now := n.x.Service.Options.Now()
	for _, row := range slices.Concat(n.rows, n.unlinked) {
		if row.sameAs != nil {
			continue
		}
		n.acquireValues(row)
		if row.action == actCreate {
			row.item.values.FillAs(n.w.Shape, now)
		}
		row.item.values.Apply(schema.CloneChanges(row.item.input.changes))
		if owner := n.w.Res.Type.Owner; row.action == actCreate && owner != nil && n.a.Requester.User != nil {
			row.item.values.Set(owner, schema.NumberKey(n.a.Requester.User.ID))
		}
		n.setParentKey(row)
		if row.self != nil {
			row.self.values = row.item.values
		}
	}
	if n.w.Along.IsToOne() {
		n.setParentReferences()
	}
	if err := fillLevels(toOne(n.below, true)); err != nil {
		return err
	}
	if err := n.checkChanged(); err != nil {
		return err
	}
	return fillLevels(toOne(n.below, false))
}

// acquireValues gives a row the record of its values, and a call for the code of its resource.
func (n *nestedRows) acquireValues(row *nestedRow) {
	row.item.values = n.x.Pooled.Records.Acquire(n.w.Res.Type)
	o := n.w.Modify
	if row.action == actCreate {
		o = n.w.Create
	} else if row.item.Current != nil {
		row.item.Current.CopyTo(row.item.values)
	}
	row.item.Call = calls.New(n.x, n.admissionFor(o), slices.Concat(row.item.input.changes, row.nested))
	row.item.Call.Previous = row.item.Current
}

// setParentKey makes a row refer to its parent, if the parent has a key yet.
func (n *nestedRows) setParentKey(row *nestedRow) {
	if !n.byParent() || row.action == actKeep {
		return
	}
	by := n.w.Along.Relation.By
	row.item.columns.moves = row.parent.current == nil
	n.refuseMove(row, by)
	switch key := row.parent.keyNow(); {
	case row.item.Current != nil && slices.Contains(n.unlinked, row):
		row.item.values.Set(by, nil)
	case !key.IsZero():
		row.item.values.Set(by, key)
	}
}

// refuseMove refuses to move a row to another parent if its reference is read-only.
func (n *nestedRows) refuseMove(row *nestedRow, by *schema.Field) {
	current := row.item.Current
	if n.w.Strategy != schema.NestedLink || current == nil || len(row.item.problems) > 0 {
		return
	}
	if message, fixed := n.w.Res.ReadOnlyFields(current)[by]; fixed {
		path := ""
		if !slices.Contains(n.unlinked, row) {
			path = "non_field_errors"
		}
		row.item.problems.Add(path, "%s", message)
	}
}

// keyNow is that of the row, zero before there is one.
func (p *nestedParent) keyNow() schema.Key {
	switch {
	case p.current != nil:
		return p.current.Key()
	case p.change != nil:
		return p.change.Key
	default:
		return schema.Key{}
	}
}

// setParentReferences makes the parents refer to their rows, if these have keys yet. A reference that was shown as null, because
// the requester may not see its row, and is sent back as null, stays.
func (n *nestedRows) setParentReferences() {
	of := make(map[*nestedParent]*nestedRow, len(n.rows))
	for _, row := range n.rows {
		of[row.parent] = row
	}
	for _, p := range n.parents {
		row := of[p]
		before, refers := n.loaded.pairs[p.keyNow()]
		switch {
		case row == nil && refers && len(before) == 0: // to a hidden row
		case row == nil:
			p.values.Set(n.w.Along, nil)
		case row.item.Key.IsZero():
			p.referenceChanges = true // once the new row has a key
		default:
			p.values.Set(n.w.Along, row.item.Key)
		}
	}
}

// checkChanged finds the rows that get other values, checks them as a whole, and asks whether the requester may write them.
func (n *nestedRows) checkChanged() error {
	related := request.ManyToMany(n.w.Res.Resource)
	written := map[schema.Key]bool{}
	for _, row := range n.rows {
		if row.sameAs != nil {
			row.action = row.sameAs.action
			continue
		}
		switch {
		case row.action != actUpdate:
			continue
		case n.w.Strategy == schema.NestedLink || row.self != nil && row.self.referenceChanges:
		case slices.Equal(ColumnValues(row.item.values), row.item.columns.before) && slices.EqualFunc(RelatedKeys(row.item.values, related), RelatedKeys(row.item.Current, related), slices.Equal):
			row.action = actKeep
			continue
		case n.w.Strategy == schema.NestedCreate:
			row.item.problems.Add("non_field_errors", "This row is there, and rows are only created here.")
		}
		if written[row.item.Key] { // in another way, as one of another parent
			row.item.problems.Add(n.w.Key.Wire, "This record is there twice.")
		}
		written[row.item.Key] = true
	}
	b := n.batchOf(slices.Concat(n.itemsToWrite(actCreate), n.itemsToWrite(actUpdate)))
	err := b.checkTogether()
	if err == nil {
		for _, it := range b.list {
			if len(it.problems) > 0 {
				continue
			}
			if err = it.deriveRow(n.x, n.w.Res, it.values); err != nil && !it.addRefusal(err) {
				return errSave(n.w.Res, err)
			}
			err = nil
		}
	}
	if err != nil {
		return err
	}
	n.moveProblemsUp()
	if err := n.errOfParents(); err != nil {
		return err
	}
	return n.permitLevel()
}

// errOfParents returns the refusal of the operation's row; nil for none.
func (n *nestedRows) errOfParents() error {
	for _, p := range n.parents {
		if len(*p.top.problems) > 0 && !p.top.listed {
			return p.top.problems.Err()
		}
	}
	return nil
}

// denialWithPath adds to a denial the path of the row that it is about: for new rows, of the first.
func (n *nestedRows) denialWithPath(err error) error {
	d, is := errors.AsType[request.Denial](err)
	if !is {
		return err
	}
	path := ""
	for _, row := range slices.Concat(n.rows, n.unlinked) {
		if row.item.Key == d.Key && (row.action == actCreate || row.action == actUpdate) {
			path = row.path
			break
		}
	}
	if path == "" { // it is deleted, because it was not sent
		path = n.parents[0].path + n.w.Member.Wire
	}
	said := *d.Refusal
	said.At = path
	return request.Denial{Refusal: &said, Key: d.Key}
}

// permitLevel asks whether the requester may create, update and delete the rows of the level.
func (n *nestedRows) permitLevel() error {
	if as := n.admissionFor(n.w.Create); len(n.itemsToWrite(actCreate)) > 0 && as.Cond.IsFalse() {
		return n.denialWithPath(access.Deny(n.x, as, as.Operation, nil))
	}
	for _, question := range []struct {
		list []*item
		as   *request.Admission
	}{{n.itemsToWrite(actUpdate), n.admissionFor(n.w.Modify)}, {n.deleted, n.admissionFor(n.w.Destroy)}} {
		if len(question.list) == 0 {
			continue
		}
		b := &batch{x: n.x, a: question.as, res: n.w.Res, list: question.list}
		meet, err := b.permittedKeys(nil)
		if err != nil {
			return err
		}
		if err := b.denyOne(nil, b.keys(), meet); err != nil {
			return n.denialWithPath(err)
		}
	}
	return nil
}
