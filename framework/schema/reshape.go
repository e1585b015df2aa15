// Representations with other members, for versions of a service.

package schema

import (
	"cmp"
	"reflect"
	"slices"

	"example.com/resourceful/framework/problem"
)

// Reshape is a version's change of all representations of a struct. Members have their declared names.
type Reshape struct {
	Names    map[string]string // new names of members
	Gone     map[string]bool   // members that the version lacks
	Defaults map[string]string // defaults of members, as in a tag
	Made     []*Made           // members that replace others, which are gone too, or are added

	lost map[string]bool // see Lose
}

// Lose removes members that cannot be made for the requesters of the plan: a create that needs one of them
// is refused.
func (r *Reshape) Lose(members []string) {
	for _, name := range members {
		if r.lost == nil {
			r.lost = map[string]bool{}
		}
		r.Gone[name], r.lost[name] = true, true
	}
}

// Reshaping makes representations with other names of members, or other members. It is for start-up, and
// makes each representation once.
type Reshaping struct {
	// Of are the changes, by the Go type of the rows, or of a struct of input or output that is no row.
	Of map[reflect.Type]*Reshape
	// Fields are the replacements of fields in the new representations.
	Fields map[*Field]*Field

	types map[*Type]*Type
}

// NewReshaping returns a reshaping.
func NewReshaping(of map[reflect.Type]*Reshape) *Reshaping {
	return &Reshaping{Of: of, Fields: map[*Field]*Field{}, types: map[*Type]*Type{}}
}

// of returns the changes of a type.
func (r *Reshaping) of(t *Type) *Reshape {
	if changes := r.Of[t.RowType().Go]; changes != nil {
		return changes
	}
	return &Reshape{}
}

// Name returns the new name of a member of a type, and whether clients know it.
func (r *Reshaping) Name(t *Type, member string) (name string, known bool) {
	changes := r.of(t)
	return cmp.Or(changes.Names[member], member), !changes.Gone[member]
}

// Told returns the path of messages about a member: the first member made from it, if it is gone, or the
// whole.
func (r *Reshaping) Told(t *Type, member string) string {
	name, known := r.Name(t, member)
	if known {
		return name
	}
	for _, m := range r.of(t).Made {
		if i := slices.Index(m.Of, member); i >= 0 {
			return m.Members[min(i, len(m.Members)-1)].Wire
		}
	}
	return problem.NonField
}

// Field returns the replacement of a field, or the field itself without a change.
func (r *Reshaping) Field(f *Field) *Field { return cmp.Or(r.Fields[f], f) }

// Type returns the changed representation, including nested ones, or t itself without changes.
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
	v := &Type{Name: t.Name, Go: t.Go, Table: t.Table, Unmanaged: t.Unmanaged, Version: t.Version, Row: t.Row, NoKey: t.NoKey}
	if t.Key != nil {
		v.Row = t.RowType()
	}
	for _, f := range t.Fields {
		v.Fields = append(v.Fields, r.field(v, t, f))
	}
	for _, f := range v.Fields {
		f.LinkBy, f.File = v.inPlace(t, f.LinkBy), v.inPlace(t, f.File)
	}
	v.Key, v.Owner, v.Version = v.inPlace(t, t.Key), v.inPlace(t, t.Owner), v.inPlace(t, t.Version)
	r.make(v, t)
	r.types[t] = v
	return v
}

// inPlace returns the replacement of a field of another type; other fields stay, and nil is nil.
func (t *Type) inPlace(of *Type, f *Field) *Field {
	if f == nil || f.Index >= len(of.Fields) || of.Fields[f.Index] != f {
		return f
	}
	return t.Fields[f.Index]
}

// changes reports whether a member is changed, or nests a changed one.
func (r *Reshaping) changes(t *Type) bool {
	changes := r.of(t)
	_, changed := r.Of[t.RowType().Go]
	if changed && len(changes.Made) > 0 {
		return true
	}
	for _, f := range t.Fields {
		_, given := changes.Defaults[f.Wire]
		if changes.Names[f.Wire] != "" || changes.Gone[f.Wire] || given || f.IsNested() && f.Derived.Shape != nil && r.changes(f.Derived.Shape) {
			return true
		}
	}
	return false
}

// field returns a field of t for v.
func (r *Reshaping) field(v, t *Type, f *Field) *Field {
	c := *f
	changes := r.of(t)
	if name := changes.Names[f.Wire]; name != "" {
		if c.Wire = name; f.Label == Label(f.Wire) {
			c.Label = Label(name)
		}
	}
	if text, given := changes.Defaults[f.Wire]; given && f.Writable() {
		c.Moving, c.Optional = nil, false
		c.SetDefault(text)
	}
	if changes.Gone[f.Wire] {
		c.needed = c.needed || changes.lost[f.Wire] && f.Required()
		c.Wire = ""
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
		bound := NestedKind(&c)
		kind.Bind, kind.JSON = bound.Bind, bound.JSON
		c.Derived, c.Kind = &derived, &kind
	}
	r.Fields[f] = &c
	return &c
}

// make adds the members made from others to a representation, and shows its members: replacements at the
// place of the replaced ones.
func (r *Reshaping) make(v, t *Type) {
	for _, m := range r.of(t).Made {
		v.addMade(m)
	}
	shown := map[*madeGroup]bool{}
	show := func(g *madeGroup) {
		for _, f := range g.members {
			if !shown[g] && !f.Hidden() {
				v.Show(f)
			}
		}
		shown[g] = true
	}
	for _, f := range t.Shown {
		was := v.Fields[f.Index]
		for _, g := range v.made {
			if slices.Contains(g.sent, was) {
				show(g)
			}
		}
		if !was.Hidden() {
			v.Show(was)
		}
	}
	for _, g := range v.made {
		if len(g.of) == 0 {
			show(g)
		}
	}
}

// List returns the replacements of fields.
func (r *Reshaping) List(fields []*Field) []*Field {
	list := make([]*Field, len(fields))
	for i, f := range fields {
		list[i] = r.Field(f)
	}
	return list
}

// IsWireName reports whether a text can be the name of a member.
func IsWireName(s string) bool { return isWire(s) }
