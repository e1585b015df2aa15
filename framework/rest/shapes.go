// Representations of rows.

package rest

import (
	"reflect"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/schema"
)

// Count is the number of rows of T that are related to this row: that refer to it, or that a
// ManyToMany of either side joins to it. Rows that the requester may not see do not count. The words sort and
// filter of its tag let clients order by it, and ask for it with the look-ups of whole numbers: filter=gte.
type Count[T any] = schema.Count[T]

// Has says whether the requester is related to this row by T: where T are the accounts, whether his is
// among those related, and else whether he is the one that such a row of T refers to. It is false for an
// anonymous requester.
type Has[T any] = schema.Has[T]

// Nested shows the rows of a relation as T represents them, each an object: one or null for a BelongsTo, a list
// for a HasMany or ManyToMany. T is the type of the rows or another struct with some of their columns and
// relations; it goes as deep as declared. Rows that the requester may not see are null, or left out.
type Nested[T any] = schema.Nested[T]

// Address shows the address of the record, beside a key that is shown as it is.
type Address = schema.Address

// Shapes are the representations of a resource by operation. The zero value of each takes the row's
// own struct.
//
// What the row's struct does not show, no representation does. What clients send as a representation
// keeps the rules of the row: whatever is readonly, createonly, the owner or given by the path there
// stays so, and the row's validate rules and choices are tried beside its own, which may be narrower.
// Which members are required, and their defaults, each representation says for itself; where it has no
// default for a column, the row's holds.
type Shapes struct {
	List     Shape // each row of the list
	Retrieve Shape // a record, also as the answer to a create or change
	Create   Shape // what a create is given
	Update   Shape // what a replace or modify is given
}

// Shape is a struct that represents rows; As makes one.
type Shape struct{ shape declaration.Shape }

// As is the representation of rows by a struct: each of its fields is a column or relation of the row,
// which it shows in its own way, or is read from other rows, as Count and Nested are. Of a row nothing
// else is read. A struct that it embeds contributes its fields, such as that of the rows; its own field of
// the same name in Go stands in the place of one of these. The functions compute members of it.
func As[S any](computed ...Computed[S]) Shape {
	return Shape{declaration.Shape{Of: reflect.TypeFor[S](), Computed: plain(computed)}}
}

// Computed is a member of a representation that a Go function computes; Compute makes one.
type Computed[T any] struct{ computed declaration.Computed }

// Compute is a member that a function gives of a row and the request: the field of the struct with that
// name and the word "computed", else one after those of the struct. It is read-only, of the kind of the
// function's result; a pointer may be null. The row has all columns of T.
// Further words are those of a field's tag: `label:"Age in days" help:"…" digits:"8,2"`.
//
// The call is that of the operation: after a write it reads in the transaction, with what that has changed.
// It writes nothing. Rows may be read for the one record of an answer; in a list, and where the
// representation is nested in another, that would be a statement for each row, and the request fails with
// a logged 500. There Count, Has and Nested read with the rows; or leave the member to Shapes.Retrieve.
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

// declare is the representations as they are compiled.
func (s Shapes) declare() declaration.Shapes {
	return declaration.Shapes{List: s.List.shape, Retrieve: s.Retrieve.shape, Create: s.Create.shape, Update: s.Update.shape}
}
