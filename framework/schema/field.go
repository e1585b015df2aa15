// One field, and the fields of a type.

package schema

import (
	"reflect"
	"slices"

	"example.com/resourceful/framework/field"
)

// Field is one field of a Type.
type Field struct {
	field.Spec // what it holds

	Index     int    // position in Type.Fields
	Wire      string // name on the wire; "" for a field that never leaves the service
	Column    string // name in the table; "" for to-many relations
	ReadOnly  bool
	WriteOnly bool
	// CreateOnly says that a client gives the value at a create; afterwards the field is read-only.
	CreateOnly bool
	// ChangeOnly says that a client gives the value in a change, and not in a create: a rule keeps it from those whom
	// the plan is for.
	ChangeOnly bool
	// RefusesCreate and RefusesChange say that what a client sends of the field in a create, or another value in a change,
	// is refused: a rule keeps it from those whom the plan is for. Else it is ignored.
	RefusesCreate, RefusesChange bool
	IsVersion                    bool // it counts the changes of the row
	// Concealed says that a rule keeps the field from those whom the plan is for: see Type.Conceal.
	Concealed bool
	// Guarded says, in the plan of those who may read everything, that a rule keeps the field from others: answers to them
	// have no such member.
	Guarded  bool
	Unique   bool
	Indexed  bool // the database has an index on the column
	Show     Show
	Relation *Relation // nil for plain fields
	Derived  *Derived  // nil for fields of the row itself
	// Object are the members of a struct that is the value of the field; nil for any other value.
	Object *Type
	// Items are the members of each item of a list of such structs; nil for any other value.
	Items *Type
	// Of is the field of the row that this one of a representation stands for; nil in a type of rows.
	Of *Field
	// Sorts says that clients may ask lists of the rows for the order of the field.
	Sorts bool
	// File is the file that the column tells a part of, or of whose content it is the address; nil for
	// other fields.
	File *Field
	Part field.FilePart
	// Search says how the search of a list looks for words in the field; nil for not at all.
	Search *Search
	// Filters are what the query of a list may ask of the field; nil for nothing.
	Filters []field.Lookup
	// Beginnings says that an index has the beginnings of the field's texts, see IndexColumn.Beginning.
	Beginnings bool
	// Insides are the members of the objects that the field holds of which filters ask.
	Insides []*Inside
	// AsKey says how the field's values tell rows apart: as keys, or as what addresses name records
	// by. It is nil for one whose values do not.
	AsKey *field.Key

	Label string // for people: forms and OPTIONS
	Help  string
	// LinkPath is the path of the collection that a link of this field leads into, such as "/groups/": for the
	// addresses on the wire, or only for links on pages. It is set where these are known.
	LinkPath string
	// LinkBy is the field that the address of the record itself names it by, nil for the key. It is set
	// for a key that is shown as a link, and for an Address.
	LinkBy *Field

	made  *madeGroup // what makes it of others, for a version; nil for other fields
	place int        // among the members of that

	needed bool   // a create needs it, and those whom the plan is for may not send it
	secret string // the wire name of a concealed field
	// remembered says that entries of a history have a concealed field: what they keep does not depend on who has
	// changed the row.
	remembered bool
	GoIndex    []int        // of the field in its struct, for reflection; nil where Own has a type
	Own        reflect.Type // of a value that each Record keeps beside its struct
	InObject   bool         // it is a member of an object
	NestsRows  bool         // a Nested shows the rows of the relation
	PartOf     string       // the file and its part that a column tells, as of= has them
	Across     []string     // words of its validate tag that look at other fields
	Path       string       // of the names in Go that lead to it, such as "Stamps.Created" in an embedded struct
}

// Required reports whether a create or replace without the field is refused.
func (f *Field) Required() bool {
	return f.Wire != "" && !f.ReadOnly && !f.HasDefault && !f.Optional && !f.Null
}

// Hidden reports whether the field never appears in a representation.
func (f *Field) Hidden() bool { return f.Wire == "" || f.WriteOnly || f.Concealed }

// Writable reports whether a client may send the field.
func (f *Field) Writable() bool { return f.Wire != "" && !f.ReadOnly }

// WritableIn reports whether a client may send the field in a create, or in a change.
func (f *Field) WritableIn(create bool) bool {
	return f.Writable() && (create && !f.ChangeOnly || !create && !f.CreateOnly)
}

// IsToOne reports whether the field is a BelongsTo: a column with another row's key.
func (f *Field) IsToOne() bool { return f.Relation != nil && f.Relation.Form == ToOneForm }

// IsToMany reports whether the field is a relation to any number of rows, which has no column.
func (f *Field) IsToMany() bool { return f.Relation != nil && f.Relation.Form != ToOneForm }

// IsHasMany reports whether the field is a HasMany, whose rows are found by their references.
func (f *Field) IsHasMany() bool { return f.Relation != nil && f.Relation.Form == HasManyForm }

// IsHasOne reports whether the field is a HasOne: a HasMany that shows the one row that there may be.
func (f *Field) IsHasOne() bool { return f.Relation != nil && f.Relation.One }

// IsManyToMany reports whether the field is a ManyToMany, whose rows are found by a table of pairs.
func (f *Field) IsManyToMany() bool { return f.Relation != nil && f.Relation.Form == ManyToManyForm }

// ShownBy is the field of the other side that is read with a relation: what it is shown by, or what
// its links name the other rows by. It is nil where that is the key, which the row has itself.
func (f *Field) ShownBy() *Field {
	if f.Relation == nil {
		return nil
	}
	return f.Relation.OnShow
}

// ByKey reports whether the field is a relation that goes over the wire as keys.
func (f *Field) ByKey() bool { return f.Relation != nil && f.Show == ShowKey }

// ByLink reports whether the field goes over the wire as an address.
func (f *Field) ByLink() bool { return f.Show == ShowLink }

// copied is a field of the row as one that is not shown, with a value beside the struct.
func (t *Type) copied(f *Field) *Field {
	c := *f
	c.Index, c.Wire, c.GoIndex, c.Own = len(t.Fields), "", nil, f.Type
	if f.Null && f.Relation == nil {
		c.Own = reflect.PointerTo(f.Type)
	}
	t.Fields = append(t.Fields, &c)
	return &c
}

// Hold gives a representation a field of the row that it does not show, where it has none for it. It
// returns the field.
func (t *Type) Hold(of *Field) *Field {
	if of == nil {
		return nil
	}
	f := t.FieldOf(of)
	if f == nil {
		f = t.copied(of)
		f.Of = of
	}
	return f
}

// FieldOf is the field of a representation that stands for one of the row, of a row that field itself;
// nil for none.
func (t *Type) FieldOf(of *Field) *Field {
	for _, f := range t.Fields {
		if f == of || f.Of == of {
			return f
		}
	}
	return nil
}

// Reads are the fields that a representation of the type reads: those that it shows and, where Go
// functions compute of it, all columns.
func (t *Type) Reads() []*Field {
	reads := slices.Clone(t.Shown)
	add := func(f *Field) {
		if f != nil && !slices.Contains(reads, f) {
			reads = append(reads, f)
		}
	}
	if t.Key != nil {
		add(t.Key.LinkBy)
	}
	if i := slices.IndexFunc(t.Shown, (*Field).IsAddress); i >= 0 {
		add(t.Key)
		add(t.Shown[i].LinkBy)
	}
	for _, f := range t.Shown {
		if f.IsFile() {
			add(t.Key)
			add(f.LinkBy)
		}
		if f.IsAddress() {
			add(f.File)
		}
	}
	if slices.ContainsFunc(t.Shown, (*Field).IsComputed) {
		for _, f := range t.Columns() {
			add(f)
		}
	}
	return slices.DeleteFunc(reads, func(f *Field) bool { return !f.IsRead() })
}

// ByWire returns the field of a wire name, nil for none. It is for start-up.
func (t *Type) ByWire(name string) *Field {
	for _, f := range t.Fields {
		if f.Wire == name && name != "" {
			return f
		}
	}
	return nil
}

// ByColumn returns the field of a column, nil for none. It is for start-up.
func (t *Type) ByColumn(name string) *Field {
	for _, f := range t.Fields {
		if f.Column == name && name != "" {
			return f
		}
	}
	return nil
}

// At returns the field that a pointer into a struct value of the type points at, nil for none.
// It lets code name a field in Go, checked by the compiler.
func (t *Type) At(row reflect.Value, field any) *Field {
	want := reflect.ValueOf(field).Pointer()
	for _, f := range t.Fields {
		if f.Own != nil {
			continue
		}
		p := row.Elem().FieldByIndex(f.GoIndex).Addr()
		if p.Pointer() == want && p.Type() == reflect.TypeOf(field) {
			return f
		}
	}
	return nil
}

// Columns are the fields that are stored in the table itself, the key first.
func (t *Type) Columns() []*Field {
	columns := []*Field{t.Key}
	for _, f := range t.Fields {
		if f.Column != "" && f != t.Key {
			columns = append(columns, f)
		}
	}
	return columns
}
