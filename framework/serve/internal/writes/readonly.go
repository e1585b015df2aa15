// Fields that are read-only for the record of a request, by the option ReadOnlyWhile.

package writes

import (
	"slices"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// fixedIn is schema.Input.ReadOnly of the fields that are read-only for a record.
func fixedIn(fixed map[*schema.Field]string) func(f *schema.Field) bool {
	if fixed == nil {
		return nil
	}
	return func(f *schema.Field) bool { _, is := fixed[f]; return is }
}

// readOnlyCheck is the check of the changes of one record.
type readOnlyCheck struct {
	current  *schema.Record // as it is stored
	changes  []schema.Change
	problems *problem.Fields
	fixed    map[*schema.Field]string
}

// checkReadOnly refuses other values of fields that are read-only for their records. It asks the database at most
// once a relation: whether rows that were left out are hidden from the requester, who cannot send them back.
func checkReadOnly(res *request.Resource, x *request.Exchange, a *request.Admission, tx *store.Tx, checks ...*readOnlyCheck) error {
	dropped := map[*schema.Field][]schema.Key{}
	for _, c := range checks {
		c.fixed = res.ReadOnlyFields(c.current)
		for i := range c.changes {
			ch := &c.changes[i]
			if _, fixed := c.fixed[ch.Field]; fixed && ch.Field.IsManyToMany() {
				dropped[ch.Field] = append(dropped[ch.Field], without(joinedKeys(c.current, ch.Field), keysOf(ch.Value))...)
			}
		}
	}
	hidden := map[*schema.Field]map[schema.Key]bool{}
	for f, keys := range dropped {
		visible := a.Visible(f)
		if visible == nil || len(keys) == 0 {
			continue
		}
		gone, err := res.Rows.ReadIn(x.Context, tx).Missing(f, keys, visible...)
		if err != nil {
			return err
		}
		hidden[f] = access.KeySet(gone)
	}
	for _, c := range checks {
		for i := range c.changes {
			ch := &c.changes[i]
			if message, fixed := c.fixed[ch.Field]; fixed && c.changed(ch, hidden[ch.Field]) {
				c.problems.Tell(ch.Known().Wire, "read_only", message)
			}
		}
	}
	return nil
}

// changed reports whether a change gives the record another value, of a relation other rows than hidden ones.
func (c *readOnlyCheck) changed(ch *schema.Change, hidden map[schema.Key]bool) bool {
	if !ch.Field.IsManyToMany() {
		after := c.current.Type.Acquire()
		defer after.Release()
		c.current.CopyTo(after)
		after.Apply(schema.CloneChanges([]schema.Change{*ch}))
		return after.Column(ch.Field.Index) != c.current.Column(ch.Field.Index)
	}
	now, sent := joinedKeys(c.current, ch.Field), keysOf(ch.Value)
	shown := func(key schema.Key) bool { return !hidden[key] }
	return len(without(sent, now)) > 0 || slices.ContainsFunc(without(now, sent), shown)
}

// joinedKeys returns the keys that a many-to-many relation of a record holds.
func joinedKeys(rec *schema.Record, f *schema.Field) []schema.Key {
	keys, _ := rec.Get(f).([]schema.Key)
	return keys
}

// without are the keys that others do not have.
func without(keys, others []schema.Key) (left []schema.Key) {
	have := access.KeySet(others)
	for _, key := range keys {
		if !have[key] {
			left = append(left, key)
		}
	}
	return left
}

// checkStillReadOnly is checkReadOnly of a row that the transaction has locked.
func checkStillReadOnly(res *request.Resource, x *request.Exchange, a *request.Admission, tx *store.Tx, change *Change) error {
	if res.ReadOnlyWhile == nil {
		return nil
	}
	var problems problem.Fields
	err := checkReadOnly(res, x, a, tx, &readOnlyCheck{current: change.Current, changes: change.input.changes, problems: &problems})
	if err != nil {
		return err
	}
	return problems.Err()
}

// checkReadOnlyItems is checkReadOnly for all items. If their rows change before they are locked, the write begins again.
func (b *batch) checkReadOnlyItems() error {
	if b.res.ReadOnlyWhile == nil {
		return nil
	}
	var checks []*readOnlyCheck
	for _, it := range b.list {
		if it.Current != nil {
			checks = append(checks, &readOnlyCheck{current: it.Current, changes: it.input.changes, problems: &it.problems})
		}
	}
	return checkReadOnly(b.res, b.x, b.a, nil, checks...)
}
