// CSV that a form brings, to make records of.

package pageapi

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Sheet is CSV that a form brings, as it was read. Its rows are the objects of a list that is created, all of them or none.
type Sheet struct {
	Text    string      // all of it; of a file, what that holds
	Columns []string    // the names of the fields, "" for a column that is passed over
	Rows    []SheetRow  // those that have anything
	Passed  []string    // the heads of columns that are read-only
	Wrong   []SheetCell // what cannot be read, so that nothing is tried
}

// SheetRow is a row of a Sheet, with its number in a program for tables: that of the names is 1.
type SheetRow struct {
	Number int
	Cells  []string
}

// SheetCell is what is wrong with a cell, or with a row where Column is "".
type SheetCell struct {
	Row                    int
	Column, Value, Message string
}

// ImportColumns are the fields that a Sheet may have a column for; nil where a record cannot be made of such ones, because
// it needs a file, a secret or nested rows too, and where no list is created.
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
