// Derived fields: read with a row or computed from it, never written.

package schema

import (
	"reflect"
	"slices"
)

// Count is the number of rows of T that are related to this row: by a reference, or by a table of pairs.
// Rows that the reader may not see do not count.
type Count[T any] struct {
	N int64
}

// Has reports whether the requester is related to this row through T: if T are the accounts, whether the
// requester's account is among the related rows, and otherwise whether a related row of T refers to it. For
// an anonymous requester it is false.
type Has[T any] struct {
	Is bool
}

// Nested shows the other side of a relation as T: an object, or null, for a to-one relation, and a list of
// objects for a to-many relation.
type Nested[T any] struct{}

// Address is the address of the record itself.
type Address struct{}

// deriving is the interface of derived types, for reading a declaration.
type deriving interface {
	derive() (Form, reflect.Type)
}

// DerivedType returns the form of a type such as Count, and its type parameter.
func DerivedType(t reflect.Type) (Form, reflect.Type) {
	return reflect.Zero(t).Interface().(deriving).derive()
}

// Form is the kind of a derived field.
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

// Derived describes how a field without a column gets its value. It is read with the row, in the same
// statement, or computed from it, and never written.
type Derived struct {
	Form   Form
	Target reflect.Type // the T of Count, Has and Nested
	Name   string       // path=, by= or of=
	Order  string       // order=

	Declared reflect.Type // the declared type, such as Count[T]

	// Steps are the references of a path, starting at the row itself, and End is the field at its end.
	Steps []*Field
	End   *Field
	// Along is the relation of Count, Has and Nested. It may belong to no type.
	Along *Field
	// Account is, for Has, the rows' reference to an account; nil if T are accounts.
	Account *Field
	// Shape is the representation of Nested.
	Shape *Type
	// OrderBy is the field that sorts the nested rows, before their keys; nil for only the keys. Desc
	// reverses it.
	OrderBy *Field
	Desc    bool
	// KeyName is by= of a Nested that clients send: the member that identifies its rows.
	KeyName string
	// Write is the strategy for sent rows of Nested; "" for none.
	Write Strategy
	// Compute stores the value of a computed field: row and into are pointers to the struct and the value.
	Compute func(call, row, into any)
}

// Derives reports whether the type has derived fields.
func (t *Type) Derives() bool {
	return slices.ContainsFunc(t.Fields, func(f *Field) bool { return f.Derived != nil })
}

// IsNested reports whether the field shows other rows in a representation.
func (f *Field) IsNested() bool { return f.Derived != nil && f.Derived.Form == FormNested }

// IsComputed reports whether a Go function computes the field.
func (f *Field) IsComputed() bool { return f.Derived != nil && f.Derived.Form == FormComputed }

// IsAddress reports whether the field is the address of the record.
func (f *Field) IsAddress() bool { return f.Derived != nil && f.Derived.Form == FormAddress }

// IsRead reports whether the field is read from the database, which computed fields and addresses are not.
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

// IsCount reports whether the field is the number of a relation's rows.
func (f *Field) IsCount() bool { return f.Derived != nil && f.Derived.Form == FormCount }

func (Count[T]) derive() (Form, reflect.Type) { return FormCount, reflect.TypeFor[T]() }

func (Has[T]) derive() (Form, reflect.Type) { return FormHas, reflect.TypeFor[T]() }

func (Nested[T]) derive() (Form, reflect.Type) { return FormNested, reflect.TypeFor[T]() }

func (Address) derive() (Form, reflect.Type) { return FormAddress, nil }
