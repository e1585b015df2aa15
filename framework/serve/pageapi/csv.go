// CSV in a form, whose rows become records.

package pageapi

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Sheet is the CSV of a form, parsed. Its rows become the objects of one list that is created as a whole or
// not at all.
type Sheet struct {
	Text    string      // the whole text, also of a file
	Columns []string    // the names of the fields, "" for an ignored column
	Rows    []SheetRow  // the rows that are not empty
	Passed  []string    // the heads of read-only columns
	Wrong   []SheetCell // cells that cannot be parsed; with any, nothing is tried
}

// SheetRow is a row of a Sheet, with its number in a spreadsheet: the row of names is 1.
type SheetRow struct {
	Number int
	Cells  []string
}

// SheetCell is a mistake in a cell, or in a row if Column is "".
type SheetCell struct {
	Row                    int
	Column, Value, Message string
}

// ImportColumns returns the fields that a Sheet may have a column for. It returns nil if lists cannot be
// created, or if a new record also needs a file, a secret or nested rows.
func ImportColumns(res *plan.Resource) (columns []*schema.Field) {
	if !res.Bulk.Has(plan.Create) {
		return nil
	}
	for _, f := range res.Shapes.Create.Type.Fields {
		switch {
		case !f.WritableIn(true):
		case !f.IsFile() && !f.IsNested() && !f.WriteOnly:
			columns = append(columns, f)
		case f.Required():
			return nil
		}
	}
	return columns
}
