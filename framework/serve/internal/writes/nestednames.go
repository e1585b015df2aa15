// The sent names of nested rows, and loading the rows that have them.

package writes

import (
	"slices"

	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/store"
)

// readName reads the value that identifies a row.
func (n *nestedRows) readName(row *nestedRow) {
	object, isObject := row.item.input.value.(map[string]any)
	name := object[n.w.Key.Wire]
	_, isList := row.item.input.value.([]any)
	switch {
	case row.item.input.value == nil:
		row.item.problems.Tell("", "null", "This field may not be null.")
		return
	case !isObject && !isList && n.w.Strategy == schema.NestedLink:
		name = row.item.input.value
		row.item.input.value = map[string]any{n.w.Key.Wire: name}
	case !isObject:
		row.item.problems.Add("non_field_errors", "Invalid data. Expected a dictionary, but got %s.", notation.TypeName(row.item.input.value))
		return
	}
	if name == nil || name == "" {
		if n.w.Strategy == schema.NestedLink {
			row.item.problems.Tell(n.w.Key.Wire, "required", "This field is required.")
		}
		return
	}
	if n.w.Resolve != nil {
		n.readAddress(row, name)
		return
	}
	value, messages := n.w.Key.Parse(name)
	for _, m := range messages {
		row.item.problems.Add(n.w.Key.Wire, "%s", m)
	}
	if row.name = n.w.By.Arg(value); n.w.By.ShownBy() != nil {
		row.name = value // a text to look up
	}
}

// readAddress reads which record an address names.
func (n *nestedRows) readAddress(row *nestedRow, name any) {
	text, isText := name.(string)
	if !isText {
		row.item.problems.Add(n.w.Key.Wire, "Incorrect type. Expected URL string, received %s.", notation.TypeName(name))
		return
	}
	in := schema.Input{Prefix: string(n.x.Service.Prefix) + n.a.VersionPath()}
	if in.Prefix != "" {
		text, _ = in.Inner(n.w.Key, name).(string)
	}
	key, refusal := n.w.Resolve(text)
	if refusal != "" {
		row.item.problems.Add(n.w.Key.Wire, "%s", refusal)
		return
	}
	row.name = key.Arg()
}

// What a row takes that is loaded, beside its texts, and a pair of keys.
const (
	nestedRowSize  = 1 << 10
	nestedPairSize = 1 << 7
)

// loadRows loads the named rows, and if unsent rows are deleted or unlinked, also those related to the parents. Rows that the
// requester may not see are left out.
func (n *nestedRows) loadRows(t *nestedTree) error {
	if err := n.lookUpNames(); err != nil {
		return err
	}
	where, err := n.loadCondition(t)
	n.loaded.where = where
	if err != nil || where.IsFalse() {
		return err
	}
	var found []*schema.Record
	var keys []schema.Key
	err = n.w.Res.Rows.Read(n.x.Context).Select(store.Selection{Where: where}, func(row *schema.Record) error {
		rec := n.w.Res.Type.New()
		row.CopyTo(rec)
		found, keys = append(found, rec), append(keys, rec.Key())
		return t.memory.reserve(n.x, nestedRowSize+rec.Size(), true)
	})
	if err != nil {
		return err
	}
	n.loaded.found = slices.SortedFunc(slices.Values(keys), schema.Key.Compare)
	readable, err := access.RowsHolding(n.w.Res.Rows.Read(n.x.Context), keys, n.admissionFor(nil).Allowed(true), false)
	if err != nil {
		return err
	}
	for _, rec := range found {
		if readable[rec.Key()] {
			n.known[n.nameOf(rec)] = rec
		}
	}
	for here, list := range n.loaded.pairs {
		n.loaded.pairs[here] = slices.DeleteFunc(list, func(there schema.Key) bool { return !readable[there] })
	}
	return nil
}

// lookUpNames replaces names that are texts by the keys of their rows.
func (n *nestedRows) lookUpNames() error {
	if n.w.By.ShownBy() == nil {
		return nil
	}
	var values []any
	var rows []*nestedRow
	for _, row := range n.rows {
		if row.name != nil {
			values, rows = append(values, row.name), append(rows, row)
		}
	}
	keys, err := n.w.Res.Rows.LookupEach(n.x.Context, n.w.By, values, n.admissionFor(nil).Visible(n.w.By)...)
	for i, row := range rows {
		if row.name = nil; err == nil && !keys[i].IsZero() {
			row.name = keys[i].Arg()
		}
	}
	return err
}

// loadCondition returns the condition of the rows to load.
func (n *nestedRows) loadCondition(t *nestedTree) (predicate.Expr, error) {
	above := n.above()
	var names, related []any
	if !n.byParent() || n.w.Strategy != schema.NestedReplace {
		for _, row := range n.rows {
			if row.name != nil {
				names = append(names, row.name)
			}
		}
	}
	by := n.w.Res.Type.Key
	switch {
	case n.byParent():
		by = n.w.Along.Relation.By
		for _, key := range above {
			related = append(related, key.Arg())
		}
	case n.w.Along.IsToOne():
		related = n.unsentReferences()
	case n.w.Along.IsManyToMany():
		err := n.of.Rows.Read(n.x.Context).Pairs(n.w.Along, above, func(p store.Pair) error {
			n.loaded.pairs[p.Here] = append(n.loaded.pairs[p.Here], p.There)
			n.loaded.joined = append(n.loaded.joined, p)
			if n.w.Strategy.Limits() {
				related = append(related, p.There.Arg())
			}
			return t.memory.reserve(n.x, nestedPairSize, true)
		})
		if err != nil {
			return predicate.Expr{}, err
		}
	}
	if n.w.Along.IsHasOne() && n.w.Strategy != schema.NestedLink { // the row that is there is the one that is meant
		return fieldIn(by, related), nil
	}
	named, err := n.rowsNamed(names)
	if n.byParent() && !n.w.Strategy.Limits() { // names are those of rows of the parents
		return predicate.And(fieldIn(by, related), named), err
	}
	return predicate.Or(fieldIn(by, related), named), err
}

// rowsNamed returns the condition of the rows with some names, in any letter case if the column says so.
func (n *nestedRows) rowsNamed(names []any) (predicate.Expr, error) {
	if !n.w.By.IgnoresCase {
		return fieldIn(n.w.By, names), nil
	}
	rows, keys := make([][]any, len(names)), make([]any, 0, len(names))
	for i, name := range names {
		rows[i] = []any{name}
	}
	err := n.w.Res.Rows.SameValues(n.x.Context, []*schema.Field{n.w.By}, predicate.Constant(false), rows, func(_ int, key schema.Key) {
		keys = append(keys, key.Arg())
	})
	return fieldIn(n.w.Res.Type.Key, keys), err
}

// unsentReferences returns the keys of the rows to which parents refer without sending one. A reference to a row that the
// requester may not see is kept.
func (n *nestedRows) unsentReferences() (keys []any) {
	sent := map[*nestedParent]bool{}
	for _, row := range n.rows {
		sent[row.parent] = true
	}
	for _, p := range n.parents {
		if p.current == nil || sent[p] {
			continue
		}
		if key, _ := p.current.Get(n.w.Along).(schema.Key); !key.IsZero() {
			n.loaded.pairs[p.current.Key()] = []schema.Key{key}
			keys = append(keys, key.Arg())
		}
	}
	return keys
}

// fieldIn returns the condition that a field has one of some values.
func fieldIn(f *schema.Field, values []any) predicate.Expr {
	if len(values) == 0 {
		return predicate.Constant(false)
	}
	return predicate.Expr{Op: predicate.OpIn, Name: f.Column, Index: f.Index, Value: values}
}

// nameOf is what tells a row apart.
func (n *nestedRows) nameOf(rec *schema.Record) nestedName {
	name := nestedName{name: n.w.By.UniqueValue(rec.Column(n.w.By.Index))}
	if n.byParent() && n.w.Strategy != schema.NestedLink {
		name.parent, _ = rec.Get(n.w.Along.Relation.By).(schema.Key)
	}
	return name
}

// onlyName returns the value that identifies the one row of a parent; nil without one.
func (n *nestedRows) onlyName(parent schema.Key) any {
	for name := range n.known {
		if name.parent == parent && !parent.IsZero() {
			return name.name
		}
	}
	return nil
}

// refuseNulls refuses null for the row of a one-to-one relation that is there, where a row that is not sent stays. Of one that the
// requester may not see, null is what he reads.
func (n *nestedRows) refuseNulls() {
	if !n.w.Along.IsHasOne() || n.w.Strategy.Limits() {
		return
	}
	sent := map[*nestedParent]bool{}
	for _, row := range n.rows {
		sent[row.parent] = true
	}
	for _, p := range n.parents {
		if !sent[p] && p.current != nil && n.onlyName(p.current.Key()) != nil {
			p.top.problems.Tell(p.path+n.w.Member.Wire, "null", "This field may not be null.")
		}
	}
}
