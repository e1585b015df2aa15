// The output of a team's operation, as tables.

package rows

import (
	"bytes"
	"encoding/json"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/schema"
)

// AddAnswer adds the output of a team's operation: a record, or the records of a list. It parses the
// representation, because the team's code returns structs.
func (c *Collector) AddAnswer(records *Records) {
	o := c.Operation
	if o == nil || o.Builtin != 0 || o.Output == nil || len(c.Response.Body) == 0 {
		return
	}
	t, res := o.Output.Type, c.Catalog.ByPlan[o.Rows]
	if res != nil {
		t = res.Shown(o.Many).Type
	}
	records.RowType, records.IsList, records.IsRecord = t, o.Many, !o.Many
	if !o.Many {
		records.addWritten(c, t, res, c.Response.Record)
		return
	}
	d := json.NewDecoder(bytes.NewReader(c.Response.Rows))
	if _, err := d.Token(); err != nil { // the bracket
		return
	}
	for d.More() {
		var text json.RawMessage
		if d.Decode(&text) != nil {
			return
		}
		records.addWritten(c, t, res, text)
	}
}

// addWritten adds a record from its JSON. A row of a resource links to its page.
func (records *Records) addWritten(c *Collector, t *schema.Type, res *catalog.Resource, text []byte) {
	if records.Total++; len(records.Rows) == cells.MaxRows {
		return
	}
	values, _ := cells.DecodeValue(text).(map[string]any)
	row := cells.NewRow(t, c.Base, records.IsList, false, func(f *schema.Field) any { return cells.WrittenValue(c.Catalog, f, values[f.Wire]) })
	row.Href = res.PageOf(t, values)
	if l := c.Catalog.Listings[c.Operation]; l != nil {
		row.Href, records.Member = l.Page(values), l.Member
	}
	records.Rows = append(records.Rows, row)
}
