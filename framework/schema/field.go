// A field of a type.

package schema

import (
	"reflect"
	"slices"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
)

// Field is one field of a Type.
type Field struct {
	field.Spec // type of its values

	Index     int    // index in Type.Fields
	Wire      string // name on the wire; "" for a field that never leaves the service
	Column    string // name in the table; "" for to-many relations
	Was       string // former name in the table, for migrations; "" for none
	ReadOnly  bool
	WriteOnly bool
	// CreateOnly means that clients send the value in a create; afterwards the field is read-only.
	CreateOnly bool
	// ChangeOnly means that clients may send the value in a change, but not in a create, because of a rule
	// about the requesters of the plan.
	ChangeOnly bool
	// RefusesCreate and RefusesChange mean that a value sent in a create, or another value in a change, is
	// refused because of a rule about the requesters of the plan. Otherwise it is ignored.
	RefusesCreate, RefusesChange bool
	IsVersion                    bool // it counts the changes of the row
	Titles                       bool // pages call the row by it
	Code                         bool // a multiline text of a program, which pages show in a monospaced font
	// Filled means that the database fills the column, by its default, an expression or a trigger. The service never
	// writes it, and reads it after each write.
	Filled bool
	// Concealed means that a rule hides the field from the requesters of the plan: see Type.Conceal.
	Concealed bool
	// Guarded means, in the plan of those who may read everything, that a rule hides the field from others:
	// their responses lack the member.
	Guarded bool
	Unique  bool
	// IgnoresCase means that texts of a unique field are the same in any letter case: see UniqueValue.
	IgnoresCase bool
	// SortsInAnyCase means that orders by the column ignore letter case: see FoldsOrder.
	SortsInAnyCase bool
	Indexed        bool // the database has an index on the column
	Show           Show
	Relation       *Relation // nil for plain fields
	Derived        *Derived  // nil for fields of the row itself
	// Object is the type of a struct as the field's value; nil for any other value.
	Object *Type
	// Items is the type of the items in a list of these structs; nil for any other value.
	Items *Type
	// Of is the field of the row behind this one of a representation; nil in a row type.
	Of *Field
	// Unshown reports values that the field cannot show. It is nil except for columns of tables that others manage.
	Unshown *Unshown
	// Sorts means that clients may sort lists by the field.
	Sorts bool
	// File is the file whose part or address the field shows; nil for other fields.
	File *Field
	Part field.FilePart
	// Search is how the search of a list matches words with the field; nil for not at all.
	Search *Search
	// Filters are the look-ups of the list's filters on the field; nil for none.
	Filters []field.Lookup
	// Beginnings means that an index has the beginnings of the field's texts, see IndexColumn.Beginning.
	Beginnings bool
	// Insides are the filtered members of the field's objects.
	Insides []*Inside
	// AsKey describes the field's values as keys of rows, or in addresses of records. It is nil if they
	// identify no rows.
	AsKey *field.Key

	// KeyParts are the fields whose columns together are the key, for a key of several columns: see KeyText.
	KeyParts []*Field

	Label string // for people: forms and OPTIONS
	Help  string
	Group string // heading of the fields among which forms of pages show it; "" for none
	// LinkPath is the path of the collection that a link of this field leads into, such as "/groups/": for
	// addresses on the wire, or only for links on pages. It is set when these are known.
	LinkPath string
	// LinkBy is the field whose value the record's address contains, nil for the key. It is set for a key
	// that is shown as a link, and for an Address.
	LinkBy *Field

	made  *madeGroup // function that makes it from other members, for a version; nil for other fields
	place int        // index among the members of made

	needed bool   // a create needs it, but the requesters of the plan may not send it
	secret string // the wire name of a concealed field
	// remembered means that a history contains the concealed field: its content does not depend on the
	// requester.
	remembered bool
	GoIndex    []int        // index in the struct, for reflection; nil if Own has a type
	Own        reflect.Type // type of a value that each Record holds beside its struct
	InObject   bool         // it is a member of an object
	NestsRows  bool         // a Nested shows the rows of the relation
	PartOf     string       // the file and its part in the column, as in of=
	Across     []string     // words of its validate tag about other fields
	Path       string       // the Go names of the path to it, such as "Stamps.Created" in an embedded struct
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

// IsHasMany reports whether the field is a HasMany, whose rows refer to this one.
func (f *Field) IsHasMany() bool { return f.Relation != nil && f.Relation.Form == HasManyForm }

// IsHasOne reports whether the field is a HasOne: a HasMany with at most one row.
func (f *Field) IsHasOne() bool { return f.Relation != nil && f.Relation.One }

// IsManyToMany reports whether the field is a ManyToMany, whose rows are in a table of pairs.
func (f *Field) IsManyToMany() bool { return f.Relation != nil && f.Relation.Form == ManyToManyForm }

// ShownBy returns the field of the other side that is read with a relation: the one that represents it, or
// that its links contain. It is nil for the key, which the row itself has.
func (f *Field) ShownBy() *Field {
	if f.Relation == nil {
		return nil
	}
	return f.Relation.OnShow
}

// ByKey reports whether the field is a relation that is keys on the wire.
func (f *Field) ByKey() bool { return f.Relation != nil && f.Show == ShowKey }

// ByLink reports whether the field is an address on the wire.
func (f *Field) ByLink() bool { return f.Show == ShowLink }

// copied returns a copy of a row's field that is not shown, with a value beside the struct.
func (t *Type) copied(f *Field) *Field {
	c := *f
	c.Index, c.Wire, c.GoIndex, c.Own = len(t.Fields), "", nil, f.Type
	if f.Null && f.Relation == nil {
		c.Own = reflect.PointerTo(f.Type)
	}
	t.Fields = append(t.Fields, &c)
	return &c
}

// Hold adds a field of the row to a representation that lacks it, without showing it. It returns the field.
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

// HoldVersion makes the version of another type of the same table that of the type too, without showing it.
func (t *Type) HoldVersion(of *Field) { t.Version = t.copied(of) }

// FieldOf returns the field of a representation for a field of the row, or that field itself in a row type;
// nil for none.
func (t *Type) FieldOf(of *Field) *Field {
	for _, f := range t.Fields {
		if f == of || f.Of == of {
			return f
		}
	}
	return nil
}

// Reads returns the fields that a representation of the type reads: the shown ones or, with computed
// fields, all columns.
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

// FilledIn returns a field that a condition reads and the database fills, nil for none: before a row is written, its
// value is not known.
func (t *Type) FilledIn(where predicate.Expr) *Field {
	for _, f := range t.Fields {
		if f.Filled && where.Reads(f.Index) {
			return f
		}
	}
	return nil
}

// ByWire returns the field with a wire name, nil for none. It is for start-up.
func (t *Type) ByWire(name string) *Field {
	for _, f := range t.Fields {
		if f.Wire == name && name != "" {
			return f
		}
	}
	return nil
}

// ByColumn returns the field with a column, nil for none. It is for start-up.
func (t *Type) ByColumn(name string) *Field {
	for _, f := range t.Fields {
		if f.Column == name && name != "" {
			return f
		}
	}
	return nil
}

// At returns the field at a pointer into a struct value of the type, nil for none. So code can name a field
// in Go, checked by the compiler.
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

// Columns returns the fields that are stored in the table itself, the key first.
func (t *Type) Columns() []*Field {
	columns := []*Field{t.Key}
	for _, f := range t.Fields {
		if f.Column != "" && f != t.Key {
			columns = append(columns, f)
		}
	}
	return columns
}

// UniqueValue returns the form of a stored value in which no two rows are the same, if the field is unique: the folded
// text if it ignores letter case, otherwise the value.
func (f *Field) UniqueValue(value any) any {
	if text, is := value.(string); is && f.IgnoresCase {
		return predicate.FoldComposed(text)
	}
	return value
}

// FoldsOrder reports whether orders by the field compare folded texts: those of its column, or of the column at the
// end of its path.
func (f *Field) FoldsOrder() bool {
	return f.SortsInAnyCase || f.Derived != nil && f.Derived.Form == FormPath && f.Derived.End.FoldsOrder()
}
