// Checks that relations lead only to the rows that LimitChoices allows.

package writes

import (
	"fmt"
	"slices"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// choosing is a row that refers to others, as it is written.
type choosing struct {
	*Change
	row      *schema.Record  // with its new values
	problems *problem.Fields // messages about them
	// answered reports the conditions on relations that need not be asked; nil for none.
	answered func(limit *plan.LimitChoices) bool
}

// choice is a row that a relation may lead to, whatever the row that refers to it.
type choice struct {
	field *schema.Field
	key   schema.Key
}

// lookup finds the row of f's other side by the value that it is shown by, and notes in the same statement whether it is a choice.
func (in *input) lookup(x *request.Exchange, a *request.Admission, res *request.Resource, f *schema.Field, value any) (key schema.Key, err error) {
	to, limited := res.FixedChoices(f)
	if !limited {
		key, _, err = res.Rows.Lookup(x.Context, f, value, a.Visible(f)...)
		return key, err
	}
	key, found, chosen, err := res.Rows.LookupChoice(x.Context, f, value, to, a.Visible(f)...)
	if found && chosen {
		in.choices = append(in.choices, choice{f, key})
	}
	return key, err
}

// checkChoices refuses references to rows that are no choices, within the transaction where there is one: one statement for
// each limited relation that some of the rows make or change.
func checkChoices(res *request.Resource, x *request.Exchange, tx *store.Tx, rows ...choosing) error {
	for i := range res.LimitChoices {
		limit := &res.LimitChoices[i]
		var asked []store.Chosen
		var by []choosing
		for _, row := range rows {
			if row.isWrong(res, limit) || row.answered != nil && row.answered(limit) {
				continue
			}
			for _, key := range row.newKeys(limit) {
				asked, by = append(asked, store.Chosen{Key: key, By: row.row}), append(by, row)
			}
		}
		places, err := res.Rows.ReadIn(x.Context, tx).NoChoices(limit.Field, limit.To, asked)
		if err != nil {
			return fmt.Errorf("validate %s.%s: %w", res.Type.Name, limit.Field.Go, err)
		}
		for _, place := range places {
			by[place].refuseKey(limit, asked[place].Key)
		}
	}
	return nil
}

// isWrong reports whether there are messages about the relation, or about a value that the condition compares with.
func (c choosing) isWrong(res *request.Resource, limit *plan.LimitChoices) bool {
	told := func(f *schema.Field) bool { return c.problems.Get(sentName(res, f)) != nil }
	return len(*c.problems) > 0 && (c.problems.Get(limit.Field.Wire) != nil || told(limit.Field) || slices.ContainsFunc(limit.Outer, told))
}

// newKeys returns the keys that the row gets by a relation: those that it did not have, or all of them if a column changes
// that they are compared with.
func (c choosing) newKeys(limit *plan.LimitChoices) []schema.Key {
	f := limit.Field
	keys := slices.DeleteFunc(slices.Clone(keysOf(c.row.Get(f))), schema.Key.IsZero)
	if c.columns.before == nil {
		return keys
	}
	same := false
	for i, column := range c.row.Type.Columns() {
		stays := c.row.Column(column.Index) == c.columns.before[i]
		if !stays && column != f && slices.Contains(limit.Outer, column) {
			return keys
		}
		same = same || stays && column == f
	}
	switch {
	case same:
		return nil
	case f.IsManyToMany():
		return without(keys, joinedKeys(c.Current, f))
	default:
		return keys
	}
}

// refuseKey adds the message that a row is no choice, once for each relation.
func (c choosing) refuseKey(limit *plan.LimitChoices, key schema.Key) {
	f := limit.Field
	known := c.input.known(f)
	switch {
	case c.problems.Get(known.Wire) != nil:
	case limit.Message != "":
		c.problems.Add(known.Wire, "%s", limit.Message)
	case !c.input.has(f): // it is what it was, and a field changes that it is compared with
		c.problems.Tell(known.Wire, "invalid_choice", "Select a valid choice. That choice is not one of the available choices.")
	default:
		c.problems.Tell(known.Wire, "does_not_exist", known.Missing(c.input.named(f, key)))
	}
}

// foundChosen tells which conditions have been asked as the rows were looked for to which the references of a row lead.
func (change *Change) foundChosen(row *schema.Record) func(*plan.LimitChoices) bool {
	if len(change.input.choices) == 0 {
		return nil
	}
	return func(limit *plan.LimitChoices) bool {
		f := limit.Field
		key, one := row.Get(f).(schema.Key)
		return one && len(limit.Outer) == 0 && slices.Contains(change.input.choices, choice{f, key})
	}
}

// chosenWhenRead tells which conditions the statement asks that reads the row back: those on rows that were choices before
// the transaction, and that nobody else can change until its end.
func (change *Change) chosenWhenRead(a *request.Admission, tx *store.Tx) func(*plan.LimitChoices) bool {
	if _, ok := change.ruleWhenRead(a); !ok || len(change.input.choices) == 0 {
		return nil
	}
	found := change.foundChosen(change.row)
	return func(limit *plan.LimitChoices) bool {
		if !found(limit) {
			return false
		}
		key, _ := change.row.Get(limit.Field).(schema.Key)
		return tx.Holds(limit.Field.Relation.Type, key)
	}
}

// whereChosen are the conditions that chosenWhenRead tells, on the row that was written.
func whereChosen(res *request.Resource, settled func(*plan.LimitChoices) bool) predicate.Expr {
	all := predicate.Constant(true)
	for i := range res.LimitChoices {
		if limit := &res.LimitChoices[i]; settled != nil && settled(limit) {
			all = predicate.And(all, predicate.ExistsAt(limit.Field.Column, limit.Field.Index, limit.To))
		}
	}
	return all
}

// checkChoicesSent refuses references to rows that are no choices, before the transaction.
func (b *batch) checkChoicesSent() error {
	return b.askChoices(nil, func(it *item) choosing { return choosing{row: it.values, answered: it.foundChosen(it.values)} })
}

// askChoices is checkChoices for the rows of the items, which written returns. It asks in the transaction, if there is one, and
// skips conditions that are answered already, or that compare with values of an item that may be wrong.
func (b *batch) askChoices(tx *store.Tx, written func(it *item) choosing) error {
	if b.res.LimitChoices == nil {
		return nil
	}
	var rows []choosing
	for _, it := range b.list {
		row := written(it)
		if row.row == nil || it.refusal != nil {
			continue
		}
		row.Change, row.problems = &it.Change, &it.problems
		rows = append(rows, row)
	}
	if err := checkChoices(b.res, b.x, tx, rows...); err != nil {
		return err
	}
	return b.errOfOne()
}
