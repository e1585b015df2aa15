// The table of a list's records.

package lists

import (
	"html/template"
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/problem"
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
	return typedtext.HTML(func(b *strings.Builder) {
		for i := range r.List {
			r.List[i].WriteTag(b, i == 0, r.Tick)
		}
	})
}

// NewTable makes the table of a list: the naming column, and then the chosen ones.
func NewTable(list *List) *Table {
	shown := list.ShownType()
	places := list.shownColumns(shown)
	named := slices.ContainsFunc(list.Rows, func(row cells.Row) bool { return row.Deleted != nil && row.Deleted.By != "" })
	table := &Table{Columns: columns(list), Total: list.Total, Short: list.Short, Chosen: len(list.Columns) > 0}
	for i := range list.Rows {
		row := make(cells.List, len(places))
		for n, place := range places {
			row[n] = list.Rows[i].Cells[place]
		}
		list.Rows[i].Name(row)
		row.Say(list.Language)
		if d := list.Rows[i].Deleted; d != nil {
			row = slices.Insert(row, 1, deletionCells(d, named, list.Language)...)
		}
		var tick cells.TickBox
		if list.Ticks != nil && !list.Rows[i].Address.IsZero() {
			tick.Key = list.Rows[i].Address.String()
			if len(row) > 0 {
				tick.Label = words.Phrase(list.Language, "Select %s", row[0].Text)
			}
		}
		table.Rows = append(table.Rows, TableRow{row, tick})
	}
	if len(list.Rows) > 0 && list.Rows[0].Deleted != nil {
		for i, c := range deletionCells(list.Rows[0].Deleted, named, list.Language) {
			table.Columns = slices.Insert(table.Columns, 1+i, Column{Label: c.Label})
		}
	}
	table.Summary, table.Chooser, table.Import = summary(list), newChooser(list, shown), list.ImportAt
	return table
}

// deletionCells returns the cells that follow the name of a deleted record. named reports whether some row of the list tells by whom
// it was deleted.
func deletionCells(d *cells.Deletion, named bool, in *problem.Language) (list cells.List) {
	if d.Restore != nil {
		list = append(list, cells.Cell{Label: d.Restore.Text, Do: d.Restore})
	}
	at := *cells.Moment(d.At)
	at.Label, at.Class = in.SayWord("Deleted"), "moment"
	if list = append(list, at); named {
		list = append(list, cells.Cell{Label: in.SayWord("Deleted by"), Text: d.By, Typed: true})
	}
	return list
}
