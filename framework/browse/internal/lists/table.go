// Records as tables.

package lists

import (
	"html/template"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/words"
)

// Table is the table of a list's records.
type Table struct {
	Columns []Column
	Rows    []TableRow
	Total   int            // records on the page
	Short   int            // records that the representation has no room for
	Summary string         // number of records, in words; "" if it is not known
	Chosen  bool           // the query has columns
	Chooser *Chooser       // nil if there are no columns to choose
	Exports []catalog.Link // links to all rows of the list as files
	Import  string         // address of the page that imports CSV; "" for none
}

// TableRow holds the cells of a record. The first names it.
type TableRow struct {
	cells.List
	Tick cells.TickBox
}

// HTML writes the cells, the first as the head of the row.
func (r TableRow) HTML() template.HTML {
	var b strings.Builder
	for i := range r.List {
		r.List[i].WriteTag(&b, i == 0, r.Tick)
	}
	return template.HTML(b.String()) //nolint:gosec // escaped by write
}

// NewTable makes the table of a list: the naming column, and then the chosen ones.
func NewTable(a *List) *Table {
	shown := a.ShownType()
	places := a.shownColumns(shown)
	t := &Table{Columns: columns(a), Total: a.Total, Short: a.Short, Chosen: len(a.Columns) > 0}
	for i := range a.Rows {
		all := a.Rows[i].Linked(shown)
		row := make(cells.List, len(places))
		for n, place := range places {
			row[n] = all[place]
		}
		a.Rows[i].Name(row)
		row.Say(a.Language)
		if do := a.Rows[i].Restore; do != nil {
			row = append(row, cells.Cell{Label: do.Text, Do: do})
		}
		var tick cells.TickBox
		if a.Ticks != nil && !a.Rows[i].Address.IsZero() {
			tick.Key = a.Rows[i].Address.String()
			if len(row) > 0 {
				tick.Label = words.Phrase(a.Language, "Choose %s", row[0].Text)
			}
		}
		t.Rows = append(t.Rows, TableRow{row, tick})
	}
	if len(a.Rows) > 0 && a.Rows[0].Restore != nil {
		t.Columns = append(t.Columns, Column{Label: a.Rows[0].Restore.Text})
	}
	t.Summary, t.Chooser, t.Import = summary(a), newChooser(a, shown), a.ImportAt
	return t
}
