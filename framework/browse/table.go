// Records as tables.

package browse

import (
	"html/template"
	"strings"
)

// table is a list of records for people.
type table struct {
	Columns []column
	Rows    []tableRow
	Total   int      // of records on the page
	Short   int      // of those that the representation has no room for
	Summary string   // how many records there are; "" where that is not known
	Chosen  bool     // somebody has chosen the columns
	Chooser *chooser // nil where there is nothing to choose
	Exports []link   // to all rows of the list as files
	Import  string   // the page that makes records of CSV; "" for none
}

// tableRow are the cells of a record. The first of them names it.
type tableRow struct {
	cells
	tick tickBox
}

// HTML writes the cells, the first as the head of the row.
func (r tableRow) HTML() template.HTML {
	var b strings.Builder
	for i := range r.cells {
		r.cells[i].writeTag(&b, i == 0, r.tick)
	}
	return template.HTML(b.String()) //nolint:gosec // escaped by write
}

// newTable makes the table of a list: the column that names the records, and then those that are chosen.
func newTable(a *response) *table {
	shown := a.shownType()
	places := a.shownColumns(shown)
	t := &table{Columns: columns(a), Total: a.Total, Short: a.Short, Chosen: len(a.Columns) > 0}
	for i := range a.Rows {
		all := a.Rows[i].linked(shown)
		row := make(cells, len(places))
		for n, place := range places {
			row[n] = all[place]
		}
		a.Rows[i].name(row)
		row.say(a.Language)
		if do := a.Rows[i].restore; do != nil {
			row = append(row, cell{Label: do.Text, do: do})
		}
		var tick tickBox
		if a.Ticks != nil && !a.Rows[i].address.IsZero() {
			tick.key = a.Rows[i].address.String()
			if len(row) > 0 {
				tick.label = phrase(a.Language, "Choose %s", row[0].Text)
			}
		}
		t.Rows = append(t.Rows, tableRow{row, tick})
	}
	if len(a.Rows) > 0 && a.Rows[0].restore != nil {
		t.Columns = append(t.Columns, column{Label: a.Rows[0].restore.Text})
	}
	t.Summary, t.Chooser, t.Import = summary(a), newChooser(a, shown), a.ImportAt
	return t
}

// newRecord makes the table of one record. Long texts are left to the preview, if there is one.
func newRecord(a *response) []*cell {
	if len(a.Rows) == 0 {
		return nil
	}
	row := a.Rows[0].linked(a.shownType())
	row.say(a.Language)
	var list []*cell
	for i := range row {
		if row[i].Block && a.Preview.HTML != "" {
			continue
		}
		row[i].Lines = true
		list = append(list, &row[i])
	}
	return list
}
