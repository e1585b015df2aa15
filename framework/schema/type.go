// The compiled form of a struct.

package schema

import (
	"log/slog"
	"reflect"
	"sync"

	"example.com/resourceful/framework/field/notation"
)

// Type is a compiled struct type. Its description of the struct is immutable once a plan is made. It also
// keeps released records for Acquire, so it must not be copied.
type Type struct {
	Name  string // for people: the Go type, or the name of the resource: "Snippet"
	Go    reflect.Type
	Table string
	// Unmanaged means that the service never creates, changes or drops the table: others do.
	Unmanaged bool
	Fields    []*Field // all fields, in the order of the struct
	Shown     []*Field // fields of the representation, in its order
	Key       *Field   // the field ID; nil for a struct without one, which is a mistake
	Owner     *Field   // set if a resource names one
	// Version counts how often a row was stored; nil for no count.
	Version *Field
	// Deleted is the time of a row's soft deletion; nil for rows that are removed.
	Deleted *Field
	// Dependants are the references to the rows of a type with Deleted.
	Dependants []Dependant
	// Row is the type of the rows that this one represents, with fewer or other fields; nil for a row type.
	Row *Type
	// Indexes are the indexes that view sets declare for the table.
	Indexes []Index
	// Together are the groups of fields that are unique together.
	Together []*Together
	// Constraints are the conditions on every row.
	Constraints []*Constraint

	made  []*madeGroup
	NoKey Key      // key of a struct without a key field
	keys  []string // `{"id":`, `,"title":` … before each of Shown
	pool  sync.Pool

	compute, read, keep   sync.Once
	computes, reads, kept []*Field
}

// ReportUnshown determines the log for the values of a row's fields that cannot be shown; it is slog.Default before.
func (t *Type) ReportUnshown(log *slog.Logger) {
	for _, f := range t.Fields {
		if f.Unshown != nil {
			f.Unshown.log.Store(log)
		}
	}
}

// Show adds a field to the representation.
func (t *Type) Show(f *Field) {
	prefix := ","
	if len(t.keys) == 0 {
		prefix = "{"
	}
	t.Shown = append(t.Shown, f)
	t.keys = append(t.keys, prefix+string(notation.AppendText(nil, f.Wire))+":")
}

// MaxKeyLength is the largest length of a text in addresses, in characters.
const MaxKeyLength = 255

// Wires returns the names of the fields with one.
func (t *Type) Wires() []string {
	var names []string
	for _, f := range t.Fields {
		if f.Wire != "" {
			names = append(names, f.Wire)
		}
	}
	return names
}
