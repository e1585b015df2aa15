// The tables of types.

package schema

import "example.com/resourceful/framework/field"

// Table is a declared database table, for either database.
type Table struct {
	Name    string
	Columns []Column
	// Pairs marks the table of a ManyToMany: its two columns together are its key, and deleting a row on
	// either side removes the pair.
	Pairs bool
	// Indexes are the wanted indexes, without those of unique columns and of references: see AllIndexes.
	Indexes []Index
	// Constraints are the conditions on every row.
	Constraints []*Constraint
	// FullText is the full text of the rows; nil for none.
	FullText *FullText
	// Unmanaged means that others create and change the table, and the service only reads and writes its rows. Creates,
	// Changes and Deletes are the writes that the operations of an unmanaged table declare.
	Unmanaged, Creates, Changes, Deletes bool
	// Own means that the rows are the framework's, whose types this package declares: entries of histories and of the
	// audit, events, webhooks and their deliveries.
	Own bool
}

// Column is one column of a Table. One with Numbered set counts up and never reuses a number.
type Column struct {
	Name     string
	Value    *field.Spec // type of its values
	Key      bool
	Numbered bool // a key that the database numbers
	Null     bool
	Unique   bool
	// IgnoresCase means that texts of a unique column are the same in any letter case.
	IgnoresCase bool
	// SortsInAnyCase means that orders by the column compare its folded texts, with or without an index.
	SortsInAnyCase bool
	HasDefault     bool
	Default        any // as Field.Default
	// Filled means that the database fills the column, and the service never writes it.
	Filled bool
	// Was is the former name of a renamed column, "" for none.
	Was string
	// Omitted means that another declaration of the table lacks the column, so that its rows get the default.
	Omitted    bool
	References string // the referenced table, by its key; "" for none
	Delete     OnDelete
}
