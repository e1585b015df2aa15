// Fields that rules hide from some requesters.

package schema

import "slices"

// Sending describes what requesters may still do with a hidden field.
type Sending struct {
	Read           bool
	Create, Change bool // they may send it
	// Refused means that a sent value is refused, in a create and in a change; otherwise it is ignored. It
	// does not apply to fields that they may not read.
	RefusedCreate, RefusedChange bool
}

// Conceal hides a field from clients, in a plan made only for them. Those who may not read it get no
// representation with it, and those who may not write it cannot send it. The rows keep it.
func (t *Type) Conceal(f *Field, may Sending) {
	f.RefusesCreate = may.Read && !may.Create && may.RefusedCreate && f.Writable()
	f.RefusesChange = may.Read && !may.Change && may.RefusedChange && f.Writable() && !f.CreateOnly
	f.needed = f.needed || f.Required() && !may.Create
	switch change := (may.Change || f.RefusesChange) && !f.CreateOnly; {
	case !may.Create && !change:
		f.ReadOnly = true
	case !may.Create:
		f.ChangeOnly = true
	case !change:
		f.CreateOnly = f.Writable()
	}
	if may.Read || f.Concealed {
		return
	}
	f.Concealed, f.remembered, f.secret = true, !f.Hidden(), f.Wire
	f.WriteOnly = f.WriteOnly || f.Writable()
	t.Shown, t.keys = nil, nil
	for _, f := range t.Fields {
		if !f.Hidden() {
			t.Show(f)
		}
	}
}

// concealed and guarded are fields that other fields must not reveal.
func concealed(f *Field) bool { return f.Concealed }
func guarded(f *Field) bool   { return f.Guarded }

// tellsOf reports whether a field reveals a field for which kept holds: it is read from it, or is a part of
// it.
func (f *Field) tellsOf(kept func(*Field) bool) bool {
	if f.File != nil && kept(f.File) || f.leadsBack(kept) {
		return true
	}
	d := f.Derived
	if d == nil {
		return false
	}
	for _, step := range d.Steps {
		if kept(step) || step.leadsBack(kept) {
			return true
		}
	}
	return d.End != nil && kept(d.End) || d.Along != nil && (kept(d.Along) || d.Along.leadsBack(kept))
}

// leadsBack reports whether the field is the other side of a relation for which kept holds: of a reference,
// or of the same pairs.
func (f *Field) leadsBack(kept func(*Field) bool) bool {
	if f.Relation == nil {
		return false
	}
	if !f.IsManyToMany() || f.Relation.Type == nil {
		return f.Relation.By != nil && kept(f.Relation.By)
	}
	return slices.ContainsFunc(f.Relation.Type.Fields, func(other *Field) bool {
		return kept(other) && other.IsManyToMany() && other.Relation.Through == f.Relation.Through
	})
}

// Guard marks the fields of the type that reveal a guarded one, and reports whether it has marked any.
// Fields of other types may reveal these.
func (t *Type) Guard() (marked bool) {
	for _, f := range t.Fields {
		if !f.Guarded && (f.Of != nil && f.Of.Guarded || f.tellsOf(guarded)) {
			f.Guarded, marked = true, true
		}
	}
	return marked
}

// ConcealDerived hides the fields that reveal a hidden one: its representations, and fields that are read
// from it or are a part of it. A representation of a field that clients may not send cannot be sent either.
func (t *Type) ConcealDerived() {
	for _, f := range t.Fields {
		switch {
		case f.Of != nil && f.Of.Concealed:
			t.Conceal(f, Sending{Create: f.Of.WritableIn(true), Change: f.Of.WritableIn(false)})
		case f.tellsOf(concealed):
			t.Conceal(f, Sending{})
		case f.Of != nil && f.Writable() && (f.Of.ReadOnly || f.Of.CreateOnly || f.Of.ChangeOnly || f.Of.RefusesChange):
			t.Conceal(f, Sending{
				Read: true, Create: f.Of.WritableIn(true), Change: f.Of.WritableIn(false) && !f.Of.RefusesChange,
				RefusedCreate: f.Of.RefusesCreate, RefusedChange: f.Of.RefusesChange,
			})
		}
	}
}

// Lacks reports whether a create needs fields that clients may not send.
func (t *Type) Lacks() bool {
	return slices.ContainsFunc(t.Fields, func(f *Field) bool { return f.needed })
}

// Forget removes the names of hidden fields that clients cannot send, once the declarations are compiled:
// for clients these fields do not exist.
func (t *Type) Forget() {
	for _, f := range t.Fields {
		if f.Concealed && !f.Writable() {
			f.Wire = ""
		}
	}
}
