// The option Shapes: representations of rows.

package rest

import (
	"reflect"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/schema"
)

// Count is the number of rows of T that are related to this row: by a reference, or by a ManyToMany of
// either side. Rows that the requester may not see do not count. The words sort and filter in its tag
// permit clients to order by it, and to filter it with the look-ups of integers: filter=gte.
type Count[T any] = schema.Count[T]

// Has reports whether the requester is related to this row through T: if T are the accounts, whether the
// requester's account is among the related rows, and otherwise whether a related row of T refers to it. It
// is false for an anonymous requester.
type Has[T any] = schema.Has[T]

// Nested shows the rows of a relation as T, each as an object: one or null for a BelongsTo, a list for a
// HasMany or ManyToMany. T is the type of the rows or another struct with some of their columns and
// relations; it may be nested to any depth. Rows that the requester may not see are null, or left out.
type Nested[T any] = schema.Nested[T]

// Address shows the address of the record, in addition to a plain key.
type Address = schema.Address

// Shapes are the representations of a resource by operation. The zero value of each is the row's own
// struct.
//
// No representation shows fields that the row's struct hides. A sent representation keeps the rules of the
// row: readonly and createonly fields, the owner and the reference from the path stay so, and the row's
// validate rules and choices apply in addition to its own, which may be narrower. Each representation
// determines its required members and their defaults; if it has no default for a column, the row's applies.
type Shapes struct {
	List     Shape // each row of the list
	Retrieve Shape // a record, also in the response to a create or change
	Create   Shape // input of a create
	Update   Shape // input of a replace or modify
}

// Shape is a struct that represents rows; As makes one.
type Shape struct{ shape declaration.Shape }

// As returns the representation of rows by a struct: each of its fields is a column or relation of the row,
// with its own presentation, or is read from other rows, as Count and Nested are. Other columns of the row
// are not read. An embedded struct contributes its fields, such as that of the rows; the struct's own field
// with the same name in Go replaces one of these. The functions compute members of it.
func As[S any](computed ...Computed[S]) Shape {
	return Shape{declaration.Shape{Of: reflect.TypeFor[S](), Computed: plain(computed)}}
}

// Computed is a member of a representation that a Go function computes; Compute makes one.
type Computed[T any] struct{ computed declaration.Computed }

// Compute returns a member that a function computes from a row and the request: the field of the struct
// with that name and the word "computed", or otherwise one after those of the struct. It is read-only, with
// the kind of the function's result; a pointer may be null. The row has all columns of T. Further arguments
// are words of a field's tag: `label:"Age in days" help:"…" digits:"8,2"`.
//
// The call is that of the operation: after a write it reads in the transaction, with its changes. It writes
// nothing. It may read rows for a response about one record; in a list, and if the representation is nested
// in another, that would be a statement for each row, and the request fails with a logged 500. There, use
// Count, Has and Nested, which are read with the rows, or leave the member to Shapes.Retrieve.
func Compute[T, V any](name string, fn func(*Call, *T) V, tag ...string) Computed[T] {
	c := declaration.Computed{Name: name, Tag: strings.Join(tag, " "), Of: reflect.TypeFor[V]()}
	if fn != nil {
		c.Compute = func(call, row, into any) { *into.(*V) = fn(&Call{call.(plan.Call)}, row.(*T)) }
	}
	return Computed[T]{c}
}

func plain[T any](members []Computed[T]) []declaration.Computed {
	var list []declaration.Computed
	for _, m := range members {
		list = append(list, m.computed)
	}
	return list
}

// declare returns the representations for the compiler.
func (s Shapes) declare() declaration.Shapes {
	return declaration.Shapes{List: s.List.shape, Retrieve: s.Retrieve.shape, Create: s.Create.shape, Update: s.Update.shape}
}
