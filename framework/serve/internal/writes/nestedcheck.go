// Checking nested rows before they are written: what was sent of them, whole rows, and the right to write them.

package writes

import (
	"errors"
	"slices"

	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
)

// validate asks the database what the rules of fields alone cannot know, of all rows.
func (t *nestedTree) validate() error {
	err := t.each((*nestedRows).validate)
	if err == nil && t != nil {
		t.collect()
	}
	return err
}

func (n *nestedRows) validate() error {
	var there []*item
	for _, row := range n.rows {
		if row.fate == changed && row.same == nil && n.w.Strategy != schema.NestedLink {
			there = append(there, row.item)
		}
	}
	if err := n.items(there).keepHidden(); err != nil {
		return err
	}
	return n.items(n.sent()).validate()
}

// items are some of the rows as those of a list.
func (n *nestedRows) items(list []*item) *items {
	m := &items{x: n.x, a: n.as(n.w.Modify), res: n.w.Res, list: list}
	if len(n.gone) > 0 {
		m.tree = &nestedTree{leaving: map[schema.Key]bool{}}
	}
	for _, it := range n.gone {
		m.tree.leaving[it.Key] = true
	}
	return m
}

// sent are the rows of which values were sent.
func (n *nestedRows) sent() []*item {
	var list []*item
	for _, row := range n.rows {
		if row.same == nil && (row.fate == made || row.fate == changed && n.w.Strategy != schema.NestedLink) {
			list = append(list, row.item)
		}
	}
	return list
}

// ofFate are the rows of a fate.
func (n *nestedRows) ofFate(is fate) []*item {
	var list []*item
	for _, row := range n.rows {
		if row.fate == is && row.same == nil {
			list = append(list, row.item)
		}
	}
	for _, row := range n.loose {
		if is == changed {
			list = append(list, row.item)
		}
	}
	return list
}

// fill makes the rows, checks them as a whole, runs the code of their resources on them, and asks whether the
// requester may write them. The values of the parents are known.
func (t *nestedTree) fill() error {
	if t == nil {
		return nil
	}
	return fillNested(t.levels)
}

func fillNested(list []*nestedRows) error {
	for _, n := range list {
		if err := n.fill(); err != nil {
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

func (n *nestedRows) fill() error {
	now := n.x.Service.Options.Now()
	for _, row := range slices.Concat(n.rows, n.loose) {
		if row.same != nil {
			continue
		}
		n.value(row)
		if row.fate == made {
			row.item.values.FillAs(n.w.Shape, now)
		}
		row.item.values.Apply(schema.CloneChanges(row.item.input.changes))
		if owner := n.w.Res.Type.Owner; row.fate == made && owner != nil && n.a.Requester.User != nil {
			row.item.values.Set(owner, schema.NumberKey(n.a.Requester.User.ID))
		}
		n.refer(row)
		if row.self != nil {
			row.self.values = row.item.values
		}
	}
	if n.w.Along.IsToOne() {
		n.referTo()
	}
	if err := fillNested(toOne(n.below, true)); err != nil {
		return err
	}
	if err := n.settle(); err != nil {
		return err
	}
	return fillNested(toOne(n.below, false))
}

// value takes a record for a row, and a call for the code of its resource.
func (n *nestedRows) value(row *nestedRow) {
	row.item.values = n.x.Pooled.Records.Acquire(n.w.Res.Type)
	o := n.w.Modify
	if row.fate == made {
		o = n.w.Create
	} else if row.item.Current != nil {
		row.item.Current.CopyTo(row.item.values)
	}
	row.item.Call = calls.New(n.x, n.as(o), slices.Concat(row.item.input.changes, row.nested))
	row.item.Call.Previous = row.item.Current
}

// refer makes a row refer to its parent, as far as that is known.
func (n *nestedRows) refer(row *nestedRow) {
	if !n.byParent() || row.fate == kept {
		return
	}
	by := n.w.Along.Relation.By
	n.stays(row, by)
	switch key := row.parent.key(); {
	case row.item.Current != nil && slices.Contains(n.loose, row):
		row.item.values.Set(by, nil)
	case !key.IsZero():
		row.item.values.Set(by, key)
	}
}

// stays refuses to move a row whose reference to its parent is read-only for it.
func (n *nestedRows) stays(row *nestedRow, by *schema.Field) {
	current := row.item.Current
	if n.w.Strategy != schema.NestedLink || current == nil || len(row.item.problems) > 0 {
		return
	}
	if message, fixed := n.w.Res.ReadOnlyFields(current)[by]; fixed {
		path := ""
		if !slices.Contains(n.loose, row) {
			path = "non_field_errors"
		}
		row.item.problems.Add(path, "%s", message)
	}
}

// key is that of the row, zero before there is one.
func (p *nestedParent) key() schema.Key {
	switch {
	case p.current != nil:
		return p.current.Key()
	case p.change != nil:
		return p.change.Key
	default:
		return schema.Key{}
	}
}

// referTo makes the parents refer to their rows, as far as these are known. One that was shown as null, because the requester
// may not see its row, and is sent back so, keeps its reference.
func (n *nestedRows) referTo() {
	of := make(map[*nestedParent]*nestedRow, len(n.rows))
	for _, row := range n.rows {
		of[row.parent] = row
	}
	for _, p := range n.parents {
		row := of[p]
		before, refers := n.loaded.pairs[p.key()]
		switch {
		case row == nil && refers && len(before) == 0: // to a hidden row
		case row == nil:
			p.values.Set(n.w.Along, nil)
		case row.item.Key.IsZero():
			p.moved = true // once the new row has a key
		default:
			p.values.Set(n.w.Along, row.item.Key)
		}
	}
}

// settle finds the rows that what was sent changes, and asks about them.
func (n *nestedRows) settle() error {
	related := request.ManyToMany(n.w.Res.Resource)
	written := map[schema.Key]bool{}
	for _, row := range n.rows {
		if row.same != nil {
			row.fate = row.same.fate
			continue
		}
		switch {
		case row.fate != changed:
			continue
		case n.w.Strategy == schema.NestedLink || row.self != nil && row.self.moved:
		case slices.Equal(ColumnValues(row.item.values), row.item.columns.was) && slices.EqualFunc(RelatedKeys(row.item.values, related), RelatedKeys(row.item.Current, related), slices.Equal):
			row.fate = kept
			continue
		case n.w.Strategy == schema.NestedCreate:
			row.item.problems.Add("non_field_errors", "This row is there, and rows are only created here.")
		}
		if written[row.item.Key] { // in another way, as one of another parent
			row.item.problems.Add(n.w.Key.Wire, "This record is there twice.")
		}
		written[row.item.Key] = true
	}
	m := n.items(slices.Concat(n.ofFate(made), n.ofFate(changed)))
	err := m.checkTogether()
	if err == nil {
		for _, it := range m.list {
			if len(it.problems) > 0 {
				continue
			}
			if err = it.derive(n.x, n.w.Res, it.values); err != nil && !it.refuse(err) {
				return errSave(n.w.Res, err)
			}
			err = nil
		}
	}
	if err != nil {
		return err
	}
	n.collect()
	if err := n.refusal(); err != nil {
		return err
	}
	return n.permit()
}

// refusal returns the refusal of the operation's row; nil for none.
func (n *nestedRows) refusal() error {
	for _, p := range n.parents {
		if len(*p.top.problems) > 0 && !p.top.listed {
			return p.top.problems.Err()
		}
	}
	return nil
}

// denied gives a refusal the path of the row that it is about. One of rows that are made is about the first of these.
func (n *nestedRows) denied(err error) error {
	d, is := errors.AsType[request.Denial](err)
	if !is {
		return err
	}
	path := ""
	for _, row := range slices.Concat(n.rows, n.loose) {
		if row.item.Key == d.Key && (row.fate == made || row.fate == changed) {
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

// permit asks whether the requester may make such rows, and change or delete those.
func (n *nestedRows) permit() error {
	if as := n.as(n.w.Create); len(n.ofFate(made)) > 0 && as.Cond.IsFalse() {
		return n.denied(access.Deny(n.x, as, as.Operation, nil))
	}
	for _, question := range []struct {
		list []*item
		as   *request.Admission
	}{{n.ofFate(changed), n.as(n.w.Modify)}, {n.gone, n.as(n.w.Destroy)}} {
		if len(question.list) == 0 {
			continue
		}
		m := &items{x: n.x, a: question.as, res: n.w.Res, list: question.list}
		meet, err := m.permitted(nil)
		if err != nil {
			return err
		}
		if err := m.denyOne(nil, m.keys(), meet); err != nil {
			return n.denied(err)
		}
	}
	return nil
}
