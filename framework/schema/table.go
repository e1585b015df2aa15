// The tables that types need.

package schema

import "example.com/resourceful/framework/field"

// Table is a database table that the declarations ask for, whichever database holds it.
type Table struct {
	Name    string
	Columns []Column
	// Pairs marks the table of a ManyToMany: its two columns together are its key, and either
	// side's deletion removes the pair.
	Pairs bool
	// Indexes are those that are wanted beside those of unique columns and of references: see
	// AllIndexes.
	Indexes []Index
	// Constraints are what every row meets.
	Constraints []*Constraint
	// FullText is what words are looked for in by full text; nil for nothing.
	FullText *FullText
}

// Column is one column of a Table. One with Numbered set counts up by itself and never gives a number
// twice.
type Column struct {
	Name       string
	Value      *field.Spec // what it holds
	Key        bool
	Numbered   bool // a key that the database gives
	Null       bool
	Unique     bool
	HasDefault bool
	Default    any    // as Field.Default
	References string // the table referred to, by its key; "" for none
	Delete     OnDelete
}
