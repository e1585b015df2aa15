// Representations with some members of another.

package schema

import (
	"cmp"
	"reflect"

	"example.com/resourceful/framework/field"
)

// Choose returns the type with other members: some of its fields, or replacements from Nest, in the order
// of the representation. Everything else is that of the type.
func (t *Type) Choose(shown []*Field) *Type {
	v := &Type{Name: t.Name, Go: t.Go, Table: t.Table, Key: t.Key, Owner: t.Owner, Row: t.RowType(), NoKey: t.NoKey}
	v.Fields = append(v.Fields, t.Fields...)
	for _, f := range shown {
		v.Fields[f.Index] = f
		v.Show(f)
	}
	return v
}

// Nest returns a relation, or a Nested, as a replacement that shows the other side in a representation.
func (f *Field) Nest(shape *Type) *Field {
	along := cmp.Or(f.Of, f)
	if f.Derived != nil {
		along = f.Derived.Along
	}
	n := &Field{
		Spec:  field.Spec{Go: f.Go, Type: reflect.TypeFor[Nested[struct{}]](), Null: along.IsToOne() || along.IsHasOne(), Messages: map[string]string{}},
		Index: f.Index, Wire: f.Wire, Label: f.Label, Help: f.Help, Group: f.Group, ReadOnly: true, Path: f.Path,
		Derived: &Derived{Form: FormNested, Target: shape.Go, Along: along, Shape: shape},
		Own:     reflect.TypeFor[struct{}](),
	}
	if f.Derived != nil {
		n.Derived.OrderBy, n.Derived.Desc = f.Derived.OrderBy, f.Derived.Desc
	}
	kind := NestedKind(n)
	if n.Kind = &kind; n.IsList() {
		kind.Metadata = "field"
	}
	return n
}
