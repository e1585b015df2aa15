// Representations with other names of their members, for versions of a service.

package schema

import (
	"cmp"
	"reflect"
)

// Reshaping makes representations whose members have other names than those that are declared. It is for start-up,
// and makes one of each.
type Reshaping struct {
	// Names are the other names of members, by the Go type of the rows, or of a struct that is sent or answered and is
	// no row, and by the name that is declared.
	Names map[reflect.Type]map[string]string
	// Fields are the fields in the place of others in what was made.
	Fields map[*Field]*Field

	types map[*Type]*Type
}

// NewReshaping returns a reshaping by other names of members.
func NewReshaping(names map[reflect.Type]map[string]string) *Reshaping {
	return &Reshaping{Names: names, Fields: map[*Field]*Field{}, types: map[*Type]*Type{}}
}

// NamesOf are the other names of the members of a type, by those that are declared; nil for none.
func (r *Reshaping) NamesOf(t *Type) map[string]string { return r.Names[t.row().Go] }

// Field is what stands in the place of a field: itself, where nothing was changed.
func (r *Reshaping) Field(f *Field) *Field { return cmp.Or(r.Fields[f], f) }

// Type is the representation with the other names, of all that it nests too; t itself where it has none of them.
func (r *Reshaping) Type(t *Type) *Type {
	if t == nil {
		return nil
	}
	if made := r.types[t]; made != nil {
		return made
	}
	r.types[t] = t
	if !r.changes(t) {
		return t
	}
	v := &Type{Name: t.Name, Go: t.Go, Table: t.Table, Version: t.Version, Row: t.Row, noKey: t.noKey}
	if t.Key != nil {
		v.Row = t.row()
	}
	for _, f := range t.Fields {
		v.Fields = append(v.Fields, r.field(v, t, f))
	}
	for _, f := range v.Fields {
		f.LinkBy, f.File = v.inPlace(t, f.LinkBy), v.inPlace(t, f.File)
	}
	for _, f := range t.Shown {
		v.show(v.Fields[f.Index])
	}
	v.Key, v.Owner, v.Version = v.inPlace(t, t.Key), v.inPlace(t, t.Owner), v.inPlace(t, t.Version)
	r.types[t] = v
	return v
}

// inPlace is the field in the place of one of another type; a field of no such type stays, and nil is nil.
func (t *Type) inPlace(of *Type, f *Field) *Field {
	if f == nil || f.Index >= len(of.Fields) || of.Fields[f.Index] != f {
		return f
	}
	return t.Fields[f.Index]
}

// changes reports whether a member has another name, or nests one that has.
func (r *Reshaping) changes(t *Type) bool {
	names := r.NamesOf(t)
	for _, f := range t.Fields {
		if names[f.Wire] != "" || f.IsNested() && f.Derived.Shape != nil && r.changes(f.Derived.Shape) {
			return true
		}
	}
	return false
}

// field is a field of t in v.
func (r *Reshaping) field(v, t *Type, f *Field) *Field {
	c := *f
	if name := r.NamesOf(t)[f.Wire]; name != "" {
		if c.Wire = name; f.Label == label(f.Wire) {
			c.Label = label(name)
		}
	}
	if t.Row == nil && v.Row != nil && f.Derived == nil {
		c.Of = f
	}
	if f.IsNested() && f.Derived.Shape != nil {
		derived, kind := *f.Derived, *f.Kind
		derived.Shape = r.Type(f.Derived.Shape)
		if derived.OrderBy != nil {
			derived.OrderBy = r.Field(derived.OrderBy)
		}
		bound := nestedKind(&c)
		kind.Bind, kind.JSON = bound.Bind, bound.JSON
		c.Derived, c.Kind = &derived, &kind
	}
	r.Fields[f] = &c
	return &c
}

// List are the fields in the place of others.
func (r *Reshaping) List(fields []*Field) []*Field {
	list := make([]*Field, len(fields))
	for i, f := range fields {
		list[i] = r.Field(f)
	}
	return list
}

// IsWireName reports whether a text can be the name of a member.
func IsWireName(s string) bool { return isWire(s) }
