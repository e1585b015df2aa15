// Fields that rules keep from some requesters.

package schema

import "slices"

// Conceal keeps a field from clients, in the type of a plan that is theirs alone: those who may not read it are shown
// no representation with it, and those who may not write it cannot send it. The rows have it as before.
func (t *Type) Conceal(f *Field, read, write bool) {
	if !write {
		f.needed = f.needed || f.Required()
		f.ReadOnly = true
	}
	if read || f.Concealed {
		return
	}
	f.Concealed, f.remembered, f.secret = true, !f.Hidden(), f.Wire
	f.WriteOnly = f.WriteOnly || f.Writable()
	t.Shown, t.keys = nil, nil
	for _, f := range t.Fields {
		if !f.Hidden() {
			t.show(f)
		}
	}
}

// ofConcealed reports whether a field shows something of a concealed one: it is read from that, or a part of it.
func (f *Field) ofConcealed() bool {
	if f.File != nil && f.File.Concealed {
		return true
	}
	d := f.Derived
	if d == nil {
		return false
	}
	for _, step := range d.Steps {
		if step.Concealed {
			return true
		}
	}
	return d.End != nil && d.End.Concealed || d.Along != nil && d.Along.Concealed
}

// ConcealDerived conceals what shows something of a concealed field: what represents it, is read from it, or is a part
// of it. What represents one that clients may not send cannot be sent either.
func (t *Type) ConcealDerived() {
	for _, f := range t.Fields {
		switch {
		case f.Of != nil && f.Of.Concealed:
			t.Conceal(f, false, f.Of.Writable())
		case f.ofConcealed():
			t.Conceal(f, false, false)
		case f.Of != nil && f.Writable() && f.Of.ReadOnly:
			t.Conceal(f, true, false)
		}
	}
}

// Lacks reports whether clients may not send what a create as the type needs of them.
func (t *Type) Lacks() bool {
	return slices.ContainsFunc(t.Fields, func(f *Field) bool { return f.needed })
}

// Forget takes the names from concealed fields that clients cannot send, once the declarations are compiled: for
// clients there are no such fields.
func (t *Type) Forget() {
	for _, f := range t.Fields {
		if f.Concealed && !f.Writable() {
			f.Wire = ""
		}
	}
}
