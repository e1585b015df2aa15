// The types of relations.

package schema

import (
	"reflect"

	"example.com/resourceful/framework/field"
)

// BelongsTo is a reference to one row of T: a column with T's key. The zero value refers to nothing, which
// is stored as NULL if the field is optional.
type BelongsTo[T any] struct {
	ID  int64  // key of the referenced row, 0 for none
	Key string // the same, "" for none, if the keys of T are no numbers: a text, or a uuid as a text
	// A reference to a row of a table that others manage, whose key is the empty text, has Key "" and ID 1.
}

// HasMany are the rows of T that refer to this row by a BelongsTo field. It is read-only; its rows are
// found through the other side.
type HasMany[T any] struct{}

// HasOne is the row of T, if there is one, that refers to this row by a unique BelongsTo field: the other
// side of a one-to-one relation. It is read-only, and null without a row.
type HasOne[T any] struct{}

// ManyToMany are rows of T joined to this row by a table of pairs.
type ManyToMany[T any] struct {
	IDs  []int64  // keys in ascending order; nil if they were neither read nor sent
	Keys []string // the same if the keys of T are no numbers
}

// relative is the interface of relation types, for reading a declaration.
type relative interface {
	relation(*Field) field.Kind
	target() reflect.Type
}

func (BelongsTo[T]) target() reflect.Type  { return reflect.TypeFor[T]() }
func (HasMany[T]) target() reflect.Type    { return reflect.TypeFor[T]() }
func (HasOne[T]) target() reflect.Type     { return reflect.TypeFor[T]() }
func (ManyToMany[T]) target() reflect.Type { return reflect.TypeFor[T]() }

func (HasOne[T]) one() {}

func (b *BelongsTo[T]) key() (*int64, *string)       { return &b.ID, &b.Key }
func (m *ManyToMany[T]) keys() (*[]int64, *[]string) { return &m.IDs, &m.Keys }

// Show is the form of a relation, or of a key, on the wire.
type Show uint8

const (
	// ShowKey shows the key itself, a number.
	ShowKey Show = iota
	// ShowLink shows the address of the record.
	ShowLink
	// ShowField shows one text field of the related row.
	ShowField
)

// Relation is the other side of a relation field.
type Relation struct {
	Target   reflect.Type // struct of the other side
	Type     *Type        // its compiled form
	ByName   string       // by=…: the Go or wire name of By, "" to find it
	One      bool         // a HasOne: a HasMany with at most one row
	By       *Field       // HasMany: the field of the other side that refers here
	Through  string       // ManyToMany: the table of pairs
	Here     string       // ManyToMany: its column with this side's key
	There    string       // ManyToMany: its column with the other side's key
	OnShow   *Field       // see Field.ShownBy
	ShowName string       // show=…: the wire name of OnShow
	Keys     *field.Key   // kind of the other side's keys; numbers before Link
	Delete   OnDelete
	Form     RelationForm // which relation type it is
	// Makes means that a ManyToMany of names creates missing rows.
	Makes bool

	// Resolve converts an address into the value that identifies a record of Type: its key, or its value of
	// OnShow. A non-empty problem is the message for the client. It is set when addresses are known; nil
	// without ShowLink.
	Resolve func(address string) (key Key, problem string)
}

// texts reports whether the other side's keys are no numbers.
func (r *Relation) texts() bool {
	return !r.Keys.Numbered
}

// Permitting is the interface of rows that are permissions on rows of another struct, for rules along a
// HasMany that need not be shown.
type Permitting interface{ PermittedRow() reflect.Type }

// PermittedOf returns the struct on whose rows the rows of a type are permissions; nil for other types.
func PermittedOf(t reflect.Type) reflect.Type {
	if p, is := reflect.Zero(t).Interface().(Permitting); is {
		return p.PermittedRow()
	}
	return nil
}

// RelationForm is the kind of a relation.
type RelationForm uint8

// The forms of relations.
const (
	ToOneForm RelationForm = iota
	HasManyForm
	ManyToManyForm
)

// OnDelete is the effect of a deletion on the rows that refer to the deleted row.
type OnDelete uint8

const (
	// Restrict refuses the deletion, as a 409.
	Restrict OnDelete = iota
	// Cascade deletes the row too.
	Cascade
	// SetNull clears the reference.
	SetNull
)
