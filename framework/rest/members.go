// The option Members: members of representations that clients choose.

package rest

import (
	"reflect"

	"example.com/resourceful/framework/rest/internal/declaration"
)

// Members determine what clients may choose of the representations in a list. The zero value offers
// nothing.
type Members struct {
	// Fields offers ?fields=id,title, which shows these members, and ?omit=body, which shows all others.
	// Members of nested ones have a dot before them: author.name.
	Fields bool
	// Expand offers ?expand=project, which shows the records of relations instead of their keys.
	Expand []Expansion
	// Records offers the same on records. Otherwise their query is ignored.
	Records bool
}

// Expansion is a relation whose records clients may request; Expand and ExpandAs make one.
type Expansion struct{ expansion declaration.Expansion }

// Expand permits clients to nest the records of a relation, in the representation of their resource's list.
// A path continues from a relation that is nested or can be expanded itself: "parent.project".
func Expand(path string) Expansion { return Expansion{declaration.Expansion{Path: path}} }

// ExpandAs permits clients to nest the records of a relation in the representation T, as [Nested] does.
func ExpandAs[T any](path string) Expansion {
	return Expansion{declaration.Expansion{Path: path, As: reflect.TypeFor[T]()}}
}

// declare returns the declaration of the members, for the compiler.
func (m Members) declare() declaration.Members {
	expand := convert(m.Expand, func(e Expansion) declaration.Expansion { return e.expansion })
	return declaration.Members{Fields: m.Fields, Expand: expand, Records: m.Records}
}
