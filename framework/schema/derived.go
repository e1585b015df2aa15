// Derived fields: read with a row or computed of it, never written.

package schema

import (
	"reflect"
	"slices"
)

// Count is the number of rows of T that are related to this row: that refer to it, or that a table of
// pairs joins to it. Rows that the reader may not see do not count.
type Count[T any] struct {
	N int64
}

// Has says whether the requester is related to this row by T: where T are the accounts, whether his is
// among those related, and else whether he is the one that such a row of T refers to. For an anonymous
// requester it is false.
type Has[T any] struct {
	Is bool
}

// Nested shows the other side of a relation as T represents it: an object, or null, for a to-one
// relation, and a list of objects for a to-many relation.
type Nested[T any] struct{}

// Address shows the address of the record itself.
type Address struct{}

// deriving is implemented by the types of derived fields, for reading a declaration.
type deriving interface {
	derive() (Form, reflect.Type)
}

// DerivedType is the form of a type such as Count, and the struct that it is about.
func DerivedType(t reflect.Type) (Form, reflect.Type) {
	return reflect.Zero(t).Interface().(deriving).derive()
}

// Form is what a derived field is.
type Form uint8

// The forms.
const (
	FormPath     Form = iota // path=: a field of another row
	FormCount                // Count
	FormHas                  // Has
	FormNested               // Nested
	FormComputed             // a Go function of the row and the request
	FormAddress              // Address
)

// Derived says how a field gets its value that is no column of its row. It is read with the row, in
// the same statement, or computed of it, and never written.
type Derived struct {
	Form   Form
	Target reflect.Type // the T of Count, Has and Nested
	Name   string       // path=, by= or of=
	Order  string       // order=

	Declared reflect.Type // Count, Has or Nested itself

	// Steps are the references that a path goes along, the first one of the row itself, and End the
	// field there.
	Steps []*Field
	End   *Field
	// Along is the relation of Count, Has and Nested. It may be of no type's own.
	Along *Field
	// Account is, of Has, the reference to an account that rows of T have; nil where T are accounts.
	Account *Field
	// Shape is the representation of Nested.
	Shape *Type
	// OrderBy is the field of the nested rows that they are sorted by, before their keys; nil for only the
	// keys. Desc turns it round.
	OrderBy *Field
	Desc    bool
	// KeyName is by= of a Nested that clients send: the member by which its rows are told apart.
	KeyName string
	// Write says what clients may send of the rows of Nested; "" for nothing.
	Write Strategy
	// Compute stores the value of a computed field: row and into are pointers to the struct and the value.
	Compute func(call, row, into any)
}

// Derives reports whether the type has derived fields.
func (t *Type) Derives() bool {
	return slices.ContainsFunc(t.Fields, func(f *Field) bool { return f.Derived != nil })
}

// IsNested reports whether the field shows other rows by a representation of theirs.
func (f *Field) IsNested() bool { return f.Derived != nil && f.Derived.Form == FormNested }

// IsComputed reports whether a Go function gives the field its value.
func (f *Field) IsComputed() bool { return f.Derived != nil && f.Derived.Form == FormComputed }

// IsAddress reports whether the field is the address of the record.
func (f *Field) IsAddress() bool { return f.Derived != nil && f.Derived.Form == FormAddress }

// IsRead reports whether the field is read from the database: a value that is computed of the record, or
// is the address of it, is not.
func (f *Field) IsRead() bool { return !f.IsComputed() && !f.IsAddress() }

// Orderable reports whether the database can sort rows by the field.
func (f *Field) Orderable() bool {
	ordered := f.Kind.Ordered() || f.Relation != nil && f.Kind.Compared()
	return ordered && (f.Column != "" || f.Derived != nil && !f.IsNested() && f.IsRead())
}

// IsList reports whether the field shows a list of other rows.
func (f *Field) IsList() bool {
	return f.IsNested() && f.Derived.Along.IsToMany() && !f.Derived.Along.IsHasOne()
}

// IsCount reports whether the field is the number of rows that a relation leads to.
func (f *Field) IsCount() bool { return f.Derived != nil && f.Derived.Form == FormCount }

func (Count[T]) derive() (Form, reflect.Type) { return FormCount, reflect.TypeFor[T]() }

func (Has[T]) derive() (Form, reflect.Type) { return FormHas, reflect.TypeFor[T]() }

func (Nested[T]) derive() (Form, reflect.Type) { return FormNested, reflect.TypeFor[T]() }

func (Address) derive() (Form, reflect.Type) { return FormAddress, nil }
