// Compiling the members that Go functions make of others.

package schema

import (
	"cmp"
	"fmt"
	"reflect"

	"example.com/resourceful/framework/field"
)

// NewMember is a member of a version, of a Go type; the tag says what its kind needs.
func NewMember(name string, of reflect.Type, tag reflect.StructTag, kinds []field.Kind, report func(msg string)) *Field {
	t := &Type{}
	t.AddComputed(name, of, tag, nil, kinds, report)
	f := t.ByWire(name)
	if f != nil {
		f.Blank = true // what the value may be, the members say of which it is made
	}
	return f
}

// addMade gives a representation the members of a Made, where it has all those of which they are made.
func (t *Type) addMade(m *Made) {
	g := &madeGroup{Made: m, row: t.row()}
	readOnly, createOnly, changeOnly, writeOnly, optional, guarded := m.Write == nil, false, false, false, true, false
	for i, name := range m.Of {
		of := g.row.ByWire(name)
		f := t.FieldOf(of)
		if f == nil || f.Of == nil {
			return
		}
		g.of, g.sent = append(g.of, of), append(g.sent, f)
		readOnly, createOnly, writeOnly = readOnly || of.ReadOnly, createOnly || of.CreateOnly, writeOnly || of.WriteOnly
		changeOnly, guarded = changeOnly || of.ChangeOnly, guarded || of.Guarded
		optional = optional && !of.Required()
		told := *f
		told.Wire = m.Members[min(i, len(m.Members)-1)].Wire
		g.told = append(g.told, &told)
	}
	if len(m.Of) == 0 && t.Go != g.row.Go {
		for _, f := range g.row.Columns() {
			t.Hold(f)
		}
	}
	for i, member := range m.Members {
		c := *member
		c.Index, c.made, c.place = len(t.Fields), g, i
		c.ReadOnly, c.CreateOnly, c.WriteOnly, c.Optional = readOnly, createOnly && !readOnly, writeOnly && !readOnly, optional
		c.ChangeOnly, c.Guarded = changeOnly && !readOnly && !createOnly, guarded
		t.Fields = append(t.Fields, &c)
		g.members = append(g.members, &c)
	}
	t.made = append(t.made, g)
}

// CheckMade reports why members cannot be made of those of a type of rows.
func CheckMade(t *Type, m *Made, types []reflect.Type) (mistake string) {
	for i, name := range m.Of {
		f := t.ByWire(name)
		if f == nil || f.Derived != nil || f.Relation != nil || f.Column == "" || f.own != nil || f == t.Key || f.IsFile() || f.Kind.Seal != nil {
			return fmt.Sprintf("%q is no plain value of %s; name a member that is a column, and neither the key, a relation, a file nor a password", name, cmp.Or(t.Go.Name(), t.Name))
		}
		have := f.Type
		if f.Null {
			have = reflect.PointerTo(have)
		}
		if have != types[i] {
			return fmt.Sprintf("%q is %s, and the functions have %s; make them agree", name, have, types[i])
		}
	}
	return ""
}
