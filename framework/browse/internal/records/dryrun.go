// The changes of a dry run, compared with the record.

package records

import (
	"slices"

	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/rows"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Trial compares a record before and after a dry run.
type Trial struct {
	Changes []*cells.Change // empty if nothing would change
}

// AddTrial compares the response of a dry run with the current record. It reads the record again, because
// the page already holds the result's row.
func AddTrial(c *rows.Collector, record *Record) error {
	if !record.Tried || !c.Route.Record || record.Confirm {
		return nil
	}
	if _, err := c.Req.LoadRecord(true); err != nil {
		return err
	}
	now, shown := c.Req.Facts().Record, record.ShownType()
	if len(record.Rows) != 1 || record.IsList || now == nil || now.Type != shown {
		return nil
	}
	then := record.Rows[0]
	c.Rows = []cells.Row{cells.NewRow(shown, c.Base, false, false, func(f *schema.Field) any { return cells.ShownValue(c.Catalog, now, f, c.Base, c.Zone) })}
	if c.Action&(plan.Replace|plan.Modify) != 0 { // a team's operation answers without links too
		c.Rows[0].Address, c.Rows[0].Related = c.Address, c.Catalog.Related(shown, now, rows.NamedInRecord)
		if err := c.LinkRelated(); err != nil {
			return err
		}
	}
	record.Trial = &Trial{cells.CompareRows(c.Rows[0].Cells, slices.Clone(then.Cells), &cells.Heads{Before: "Now", After: "Then"})}
	for _, change := range record.Trial.Changes {
		change.Before.Say(record.Language)
		change.After.Say(record.Language)
	}
	return nil
}
