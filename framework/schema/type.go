// The compiled form of a struct.

package schema

import (
	"reflect"
	"sync"

	"example.com/resourceful/framework/field"
)

// Type is a compiled struct type. What it says of the struct does not change once a plan is made;
// beside that it keeps released records for Acquire, so that it must not be copied.
type Type struct {
	Name   string // for people: of the Go type, or what the resource is called: "Snippet"
	Go     reflect.Type
	Table  string
	Fields []*Field // all, in the order of the struct
	Shown  []*Field // those of the representation, in its order
	Key    *Field   // the field ID; nil where the struct has none, which is a mistake
	Owner  *Field   // set where a resource names one
	// Version counts how often a row was stored; nil where that is not counted.
	Version *Field
	// Deleted has the moment at which a row was marked as deleted; nil for rows that are removed.
	Deleted *Field
	// Dependants are the references to the rows of a type with Deleted.
	Dependants []Dependant
	// Row is the type of the rows that this one represents, with fewer or other fields; nil for a type
	// of rows.
	Row *Type
	// Indexes are those that view sets declare for the table.
	Indexes []Index
	// Together are the fields whose values no two rows may have all the same.
	Together []*Together
	// Constraints are conditions that every row meets.
	Constraints []*Constraint

	made  []*madeGroup
	NoKey Key      // what the key's column has in a struct without a key
	keys  []string // `{"id":`, `,"title":` … before each of Shown
	pool  sync.Pool

	compute, read, keep   sync.Once
	computes, reads, kept []*Field
}

// Show adds a field to the representation.
func (t *Type) Show(f *Field) {
	prefix := ","
	if len(t.keys) == 0 {
		prefix = "{"
	}
	t.Shown = append(t.Shown, f)
	t.keys = append(t.keys, prefix+string(field.AppendText(nil, f.Wire))+":")
}

// MaxKeyLength is the most characters that a text in addresses may have.
const MaxKeyLength = 255

// Wires are the names of the fields that have one.
func (t *Type) Wires() []string {
	var names []string
	for _, f := range t.Fields {
		if f.Wire != "" {
			names = append(names, f.Wire)
		}
	}
	return names
}
