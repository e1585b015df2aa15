// The word default:"database": columns that the database fills.

package structs

import (
	"fmt"
	"slices"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// filledByDatabase is the default tag of a column that the database fills.
const filledByDatabase = "database"

// isFilled reports whether the default tag says that the database fills the column. It is a value in a struct without a
// table, and for a field that has it among its choices.
func (c *compiler) isFilled(f *schema.Field, t tag) bool {
	isChoice := slices.ContainsFunc(f.Choices, func(choice field.Choice) bool { return choice.Value == filledByDatabase })
	return t.def == filledByDatabase && !c.body && c.within == nil && !isChoice
}

// setFilled makes the field one that the database fills, or reports why it cannot be.
func (c *compiler) setFilled(f *schema.Field, report field.Reporter) {
	if f.IsVersion || f.IsFile() || f.Kind.Seal != nil { // its options were reported
		return
	}
	mistake := ""
	switch {
	case f.Column == "":
		mistake = fmt.Sprintf("a %s has no column that the database could fill; leave the tag out", f.Kind)
	case !c.unmanaged && f.Kind.FreeText:
		mistake = `"database" says that the database fills a column of a table that others manage; write Unmanaged: true in the view set, or set such a text in BeforeSave`
	case !c.unmanaged:
		mistake = `"database" says that the database fills a column of a table that others manage; write Unmanaged: true in the view set, or another default`
	case f.Writable():
		mistake = `the database fills the column, and no client sends it; write "readonly"`
	case f.IsToOne() && f.Relation.Delete == schema.SetNull:
		mistake = `the database fills the column, and ondelete=null lets the service clear it; write another "ondelete="`
	}
	if mistake != "" {
		report("default tag: %s", mistake)
	}
	f.Filled, f.ReadOnly, f.WriteOnly, f.CreateOnly = true, f.Wire != "", false, false
}
