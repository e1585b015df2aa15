// Records as tables.

package browse

import (
	"html/template"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/words"
)

// table is a list of records for people.
type table struct {
	Columns []column
	Rows    []tableRow
	Total   int            // of records on the page
	Short   int            // of those that the representation has no room for
	Summary string         // how many records there are; "" where that is not known
	Chosen  bool           // somebody has chosen the columns
	Chooser *chooser       // nil where there is nothing to choose
	Exports []catalog.Link // to all rows of the list as files
	Import  string         // the page that makes records of CSV; "" for none
}

// tableRow are the cells of a record. The first of them names it.
type tableRow struct {
	cells.List
	tick cells.TickBox
}

// HTML writes the cells, the first as the head of the row.
func (r tableRow) HTML() template.HTML {
	var b strings.Builder
	for i := range r.List {
		r.List[i].WriteTag(&b, i == 0, r.tick)
	}
	return template.HTML(b.String()) //nolint:gosec // escaped by write
}

// newTable makes the table of a list: the column that names the records, and then those that are chosen.
func newTable(a *listPart) *table {
	shown := a.shownType()
	places := a.shownColumns(shown)
	t := &table{Columns: columns(a), Total: a.Total, Short: a.Short, Chosen: len(a.Columns) > 0}
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
		t.Rows = append(t.Rows, tableRow{row, tick})
	}
	if len(a.Rows) > 0 && a.Rows[0].Restore != nil {
		t.Columns = append(t.Columns, column{Label: a.Rows[0].Restore.Text})
	}
	t.Summary, t.Chooser, t.Import = summary(a), newChooser(a, shown), a.ImportAt
	return t
}

// newRecord makes the table of one record. Long texts are left to the preview, if there is one.
func newRecord(a *recordPart) []*cells.Cell {
	if len(a.Rows) == 0 {
		return nil
	}
	row := a.Rows[0].Linked(a.shownType())
	row.Say(a.Language)
	var list []*cells.Cell
	for i := range row {
		if row[i].Block && a.Preview.HTML != "" {
			continue
		}
		row[i].Lines = true
		list = append(list, &row[i])
	}
	return list
}
