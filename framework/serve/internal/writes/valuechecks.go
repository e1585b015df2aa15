// Checks of sent values in the database: unique values and related rows, one statement for all rows.

package writes

import (
	"fmt"
	"slices"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/store"
)

// validateSent asks the database about sent values: whether unique values are free and related rows exist.
// It adds its messages to those of the schema.
func (b *batch) validateSent() error {
	for _, f := range b.res.Type.Fields {
		if f.Relation == nil && !f.Unique {
			continue
		}
		sent := b.valuesOf(f)
		if len(sent) == 0 {
			continue
		}
		var err error
		if f.Relation != nil {
			err = b.checkRelation(f, sent)
		}
		if err == nil && f.Unique {
			err = b.checkUnique(f, sent)
		}
		if err != nil {
			return fmt.Errorf("validate %s.%s: %w", b.res.Type.Name, f.Go, err)
		}
	}
	if err := b.checkReadOnlyItems(); err != nil {
		return err
	}
	b.sortProblems()
	b.x.Timing.Step("validate")
	for _, it := range b.list {
		if len(it.problems) > 0 {
			continue
		}
		if err := Seal(b.x, it.input.changes); err != nil {
			return err
		}
	}
	return b.errOfOne()
}

// checkRelation looks for the rows that items refer to by a relation. Those that are named by texts are then
// named by their keys.
func (b *batch) checkRelation(f *schema.Field, sent []sentValue) error {
	if f.ShownBy() != nil {
		return b.lookUpTexts(f, sent)
	}
	missing, err := b.missingKeys(f, sent, nil)
	if err != nil {
		return err
	}
	for _, v := range sent {
		for _, key := range keysOf(v.change.Value) {
			if missing[key] {
				v.tell("does_not_exist", v.change.Known().Missing(key))
				break
			}
		}
	}
	return nil
}

// missingKeys returns those keys of a relation that were sent but have no row, or a row that the requester may not see.
// A transaction, if there is one, keeps the other rows as they are.
func (b *batch) missingKeys(f *schema.Field, sent []sentValue, tx *store.Tx) (map[schema.Key]bool, error) {
	var visible []store.Visibility
	if tx == nil {
		visible = b.a.Visible(f)
	} else {
		visible = access.LockableRows(b.a, f)
	}
	gone, err := b.res.Rows.FormerIn(b.x.Context, tx).Missing(f, keysSent(sent), visible...)
	if len(gone) == 0 {
		return nil, err
	}
	return access.KeySet(gone), err
}

// keysSent are the keys that values of a relation have, each once.
func keysSent(sent []sentValue) []schema.Key {
	if len(sent) == 1 {
		return keysOf(sent[0].change.Value)
	}
	var keys []schema.Key
	seen := map[schema.Key]bool{}
	for _, v := range sent {
		for _, key := range keysOf(v.change.Value) {
			if !seen[key] {
				seen[key], keys = true, append(keys, key)
			}
		}
	}
	return keys
}

// keysOf are the keys that a value of a relation has.
func keysOf(value any) []schema.Key {
	switch value := value.(type) {
	case schema.Key:
		return []schema.Key{value}
	case []schema.Key:
		return value
	}
	return nil
}

// lookUpTexts finds the rows that the items name by texts, and puts their keys in place of the texts.
func (b *batch) lookUpTexts(f *schema.Field, sent []sentValue) error {
	if len(sent) == 1 && f.IsToOne() {
		v := sent[0]
		key, err := v.item.input.lookup(b.x, b.a, b.res, f, v.change.Value)
		if err == nil {
			v.name(key)
		}
		return err
	}
	positions, values := map[any]int{}, []any(nil)
	position := func(value any) int {
		at, known := positions[value]
		if !known {
			at = len(values)
			positions[value], values = at, append(values, value)
		}
		return at
	}
	for _, v := range sent {
		if f.IsToOne() {
			position(v.change.Value)
			continue
		}
		for _, key := range v.change.Value.([]schema.Key) {
			position(key)
		}
	}
	visible := b.a.Visible(f)
	keys, err := b.res.Rows.LookupEach(b.x.Context, f, values, visible...)
	if err != nil {
		return err
	}
	for _, v := range sent {
		if f.IsToOne() {
			v.name(keys[position(v.change.Value)])
			continue
		}
		found, told := []schema.Key{}, false
		for _, named := range v.change.Value.([]schema.Key) {
			if key := keys[position(named)]; !key.IsZero() {
				found = append(found, key)
			} else if !told {
				v.tell("does_not_exist", v.change.Known().Missing(named))
				told = true
			}
		}
		slices.SortFunc(found, schema.Key.Compare)
		v.change.Value = slices.Compact(found)
	}
	return nil
}

// name puts the key of a row in the place of the text that names it.
func (v sentValue) name(key schema.Key) {
	v.change.Named = fmt.Sprint(v.change.Value)
	if key.IsZero() {
		v.tell("does_not_exist", v.change.Known().Missing(v.change.Named))
	}
	v.change.Value = key
}

// checkUnique asks whether values are free that no two rows may have: of rows that are there, and of the items before.
func (b *batch) checkUnique(f *schema.Field, sent []sentValue) error {
	if b.one {
		taken, err := b.res.Rows.Taken(b.x.Context, f, sent[0].change.Value, b.list[0].Key)
		if taken {
			sent[0].tell("unique", sent[0].change.Known().Taken(b.res.Name))
		}
		return err
	}
	rows, first := make([][]any, len(sent)), map[any]bool{}
	taken := make([]bool, len(sent))
	for i, v := range sent {
		rows[i] = []any{f.Arg(v.change.Value)}
		value := f.UniqueValue(rows[i][0])
		taken[i] = value != nil && first[value] && !b.lenient // where the first may be refused, and the database finds it
		first[value] = true
	}
	err := b.res.Rows.SameValues(b.x.Context, []*schema.Field{f}, predicate.Expr{}, rows, func(i int, key schema.Key) {
		taken[i] = taken[i] || key != sent[i].item.Key && !b.tree.deletesFirst(key) && !b.freesValues(key, &schema.Together{Fields: []*schema.Field{f}}, rows[i])
	})
	for i, v := range sent {
		if taken[i] {
			v.tell("unique", v.change.Known().Taken(b.res.Name))
		}
	}
	return err
}

// checkTogether asks whether the values of the rows are free that are unique together, of rows that are there and of the
// items before. Items of which one of these values is wrong are left out.
func (b *batch) checkTogether() error {
	for _, u := range b.res.Type.Together {
		if !u.IsKnown(b.res.Type) { // the database refuses those that are taken
			continue
		}
		if b.one {
			if err := b.checkTogetherOne(u, b.list[0]); err != nil {
				return err
			}
			continue
		}
		var asked []*item
		var rows [][]any
		first, taken := map[string]bool{}, map[*item]bool{}
		for _, it := range b.list {
			if !b.settles(it, u) || !u.Holds(it.values) || it.columns.before != nil && !changesAny(it.values, u, it.columns.before) {
				continue
			}
			row := make([]any, len(u.Fields))
			for i, f := range u.Fields {
				row[i] = it.values.Column(f.Index)
			}
			asked, rows = append(asked, it), append(rows, row)
			same := fmt.Sprintf("%q", row)
			taken[it], first[same] = first[same] && !b.lenient, true
		}
		err := b.res.Rows.SameValues(b.x.Context, u.Fields, u.Where, rows, func(i int, key schema.Key) {
			taken[asked[i]] = taken[asked[i]] || key != asked[i].Key && !b.tree.deletesFirst(key) && !b.freesValues(key, u, rows[i])
		})
		if err != nil {
			return fmt.Errorf("validate %s: %w", b.res.Type.Name, err)
		}
		for _, it := range asked {
			if taken[it] {
				b.tellTaken(it, u)
			}
		}
	}
	return b.errOfOne()
}

// tellTaken records that another row has the values of an item that are unique together.
func (b *batch) tellTaken(it *item, u *schema.Together) {
	path, message := u.Taken(b.res.Name, func(f *schema.Field) *schema.Field {
		for i := range it.input.changes {
			if it.input.changes[i].Field == f {
				return it.input.changes[i].Known()
			}
		}
		return f
	})
	it.problems.Tell(path, "unique", message)
}

// settles reports whether an item determines the values that are unique together, whatever else is wrong with it.
func (b *batch) settles(it *item, u *schema.Together) bool {
	if len(it.problems) == 0 {
		return true
	}
	if it.values == nil || !u.Where.IsFalse() {
		return false
	}
	return !slices.ContainsFunc(u.Fields, func(f *schema.Field) bool { return it.problems.Get(sentName(b.res, f)) != nil })
}

// checkTogetherOne asks whether the values of one row are free that are unique together.
func (b *batch) checkTogetherOne(u *schema.Together, it *item) error {
	if it.columns.before != nil && !changesAny(it.values, u, it.columns.before) {
		return nil
	}
	taken, err := b.res.Rows.TakenTogether(b.x.Context, u, it.values, it.Key)
	if err != nil {
		return fmt.Errorf("validate %s: %w", b.res.Type.Name, err)
	}
	if taken {
		b.tellTaken(it, u)
	}
	return b.errOfOne()
}

// changesAny reports whether a row has other values than before in the columns that are unique together,
// or in those that say whether they are.
func changesAny(row *schema.Record, u *schema.Together, before []any) bool {
	for i, f := range row.Type.Columns() {
		if (slices.Contains(u.Fields, f) || u.Where.Reads(f.Index)) && row.Column(f.Index) != before[i] {
			return true
		}
	}
	return false
}

// errOfOne returns the refusal of a single invalid row. A list is refused later, when all is asked.
func (b *batch) errOfOne() error {
	if b.one {
		return b.err()
	}
	return nil
}
