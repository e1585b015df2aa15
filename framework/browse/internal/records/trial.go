// What a dry run would have changed.

package records

import (
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/rows"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Trial is what a record would be after a request that was tried, and is now.
type Trial struct {
	Changes []trialChange // none where everything would stay as it is
}

// trialChange is one member that the request would change.
type trialChange struct {
	Label     string
	Now, Then *cells.Cell
}

// AddTrial compares the record that a dry run answers with the record as it is. It reads the record, whose row of the page
// is made already.
func AddTrial(c *rows.Collector, a *Record) error {
	if !a.Tried || !c.Route.Record || a.Confirm {
		return nil
	}
	if _, err := c.Req.LoadRecord(true); err != nil {
		return err
	}
	now, shown := c.Req.Facts().Record, a.ShownType()
	if len(a.Rows) != 1 || a.IsList || now == nil || now.Type != shown {
		return nil
	}
	then := a.Rows[0]
	c.Rows = []cells.Row{cells.NewRow(shown, c.Base, false, false, func(f *schema.Field) any { return cells.ShownValue(c.Catalog, now, f, c.Base, c.Zone) })}
	if c.Action&(plan.Replace|plan.Modify) != 0 { // that of an operation of the team has no links either
		c.Rows[0].Address, c.Rows[0].Related = c.Address, c.Resource.RelatedKeys(now, rows.NamedInRecord)
		if err := c.LinkRelated(shown); err != nil {
			return err
		}
	}
	a.Trial = &Trial{Changes: compareCells(c.Rows[0].Linked(shown), then.Linked(shown))}
	for _, change := range a.Trial.Changes {
		change.Now.Say(a.Language)
		change.Then.Say(a.Language)
	}
	return nil
}

// compareCells are the cells in which two rows of one type differ.
func compareCells(now, then cells.List) (changes []trialChange) {
	for i := range now {
		if now[i].HTML() != then[i].HTML() {
			changes = append(changes, trialChange{now[i].Label, &now[i], &then[i]})
		}
	}
	return changes
}
