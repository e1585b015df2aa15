// Members of a version that Go functions convert from and to other members.

package schema

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/problem"
)

// Made are members that a version has instead of others, or beside them.
type Made struct {
	// Of are the wire names of the members that they replace; none for an added member.
	Of []string
	// Members describe them: see structs.NewMember.
	Members []*Field
	// Read returns their values from the values of Of, or from a pointer to the row if Of is empty.
	Read func(values []any) []any
	// Write returns the values of Of from theirs; nil if sent values are ignored. An error is a message for
	// the client.
	Write func(values []any) ([]any, error)
}

// madeGroup are the members of one Made in one representation.
type madeGroup struct {
	*Made
	row     *Type    // type of the rows
	of      []*Field // fields of the rows
	sent    []*Field // fields of the representation that they replace
	told    []*Field // the same for messages to clients
	members []*Field
}

// IsMade reports whether a function makes the member from others, for a version.
func (f *Field) IsMade() bool { return f.made != nil }

// MadeOf returns the fields of the row that a member of a version is made from.
func (f *Field) MadeOf() []*Field {
	if f.made == nil {
		return nil
	}
	return f.made.of
}

// valuesOf returns the members' values of a record of the rows, or of the representation.
func (g *madeGroup) valuesOf(r *Record) []any {
	if r.Type.Go == g.row.Go {
		return g.valuesIn(r)
	}
	row := g.row.Acquire()
	defer row.Release()
	for _, f := range r.Type.Fields {
		if f.Of != nil && f.Of.Own == nil && f.Of.Column != "" {
			row.Set(f.Of, r.slots[f.Index].Get())
		}
	}
	return g.valuesIn(row)
}

// valuesIn returns the members' values of a record with the struct of the row.
func (g *madeGroup) valuesIn(r *Record) []any {
	if len(g.of) == 0 {
		return g.Read([]any{r.row})
	}
	values := make([]any, len(g.of))
	for i, of := range g.of {
		values[i] = r.value.FieldByIndex(of.GoIndex).Interface()
	}
	return g.Read(values)
}

// slot returns a slot of one of the members with a value of its Go type.
func (f *Field) slot(value any) field.Slot {
	p := reflect.New(f.Own)
	if value != nil {
		p.Elem().Set(reflect.ValueOf(value))
	}
	return f.bind(p)
}

// slotOf returns the slot of a field, or for a made member one with its current value.
func (r *Record) slotOf(f *Field) field.Slot {
	if f.made == nil {
		return r.slots[f.Index]
	}
	return f.slot(f.made.valuesOf(r)[f.place])
}

// unmake replaces the changes of made members by the changes of the members behind them.
func (g *madeGroup) unmake(in *Input, mode Mode, changes []Change, problems *problem.Fields) []Change {
	sent, wrong := make([]*Change, len(g.members)), false
	var others []Change
	for i := range changes {
		if c := &changes[i]; c.Field.made == g {
			sent[c.Field.place] = c
		} else {
			others = append(others, *c)
		}
	}
	for _, f := range g.members {
		wrong = wrong || problems.Get(f.Wire) != nil
	}
	if wrong || len(others) == len(changes) || g.fixed(in) {
		return others
	}
	values, known := g.before(in, mode)
	for i, f := range g.members {
		switch c := sent[i]; {
		case c == nil && !known:
			problems.Tell(f.Wire, "required", "This field is required.")
			wrong = true
		case c != nil:
			p := reflect.New(f.Own)
			f.bind(p).Set(c.Value)
			values[i] = p.Elem().Interface()
		}
	}
	if wrong {
		return others
	}
	return append(others, g.write(in, values, problems)...)
}

// fixed reports whether one of the members behind them is read-only for the record.
func (g *madeGroup) fixed(in *Input) bool {
	return in.ReadOnly != nil && slices.ContainsFunc(g.of, in.ReadOnly)
}

// before returns the members' values before the input: those of the changed record, or the defaults of a
// new one. known is false if they depend on whether the row is new.
func (g *madeGroup) before(in *Input, mode Mode) (values []any, known bool) {
	row := g.row.Acquire()
	defer row.Release()
	switch {
	case in.Was != nil:
		for _, of := range g.of {
			row.Set(of, in.Was(of))
		}
	case mode != Create:
		return make([]any, len(g.members)), false
	default:
		row.FillAs(g.row, time.Time{})
	}
	return g.valuesIn(row), true
}

// write returns the changes of the members behind them, checked by their rules.
func (g *madeGroup) write(in *Input, values []any, problems *problem.Fields) (changes []Change) {
	made, err := g.Write(values)
	if err != nil {
		g.tell(err, problems)
		return nil
	}
	row := g.row.Acquire()
	defer row.Release()
	for i, of := range g.of {
		if made[i] != nil {
			row.value.FieldByIndex(of.GoIndex).Set(reflect.ValueOf(made[i]))
		}
		value, told := plainValue(row.slots[of.Index]), g.told[i]
		if value == nil && of.Null {
			changes = append(changes, Change{Field: g.sent[i], As: told})
			continue
		}
		bound, messages, parts := told.ParseParts(value)
		if messages != nil || parts != nil {
			in.refuse(problems, told, value, messages, parts)
			continue
		}
		changes = append(changes, Change{Field: g.sent[i], Value: bound, As: told})
	}
	return changes
}

// tell adds a refusal of the team's function to the members that it names, or to the first.
func (g *madeGroup) tell(err error, problems *problem.Fields) {
	if refusal, ok := errors.AsType[*problem.Error](err); ok && len(refusal.Fields) > 0 {
		*problems = append(*problems, refusal.Fields...)
		return
	}
	problems.Tell(g.members[0].Wire, "invalid", err.Error())
}

// plainValue returns a value as a client would send it.
func plainValue(s field.Slot) (value any) {
	d := json.NewDecoder(bytes.NewReader(s.Append(nil, "")))
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		return nil
	}
	return value
}

// addMade adds the members of a Made to a representation that has all the members behind them.
func (t *Type) addMade(m *Made) {
	g := &madeGroup{Made: m, row: t.RowType()}
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

// CheckMade returns the reason why members cannot be made from those of a row type.
func CheckMade(t *Type, m *Made, types []reflect.Type) (mistake string) {
	for i, name := range m.Of {
		f := t.ByWire(name)
		if f == nil || f.Derived != nil || f.Relation != nil || f.Column == "" || f.Own != nil || f == t.Key || f.IsFile() || f.Kind.Seal != nil {
			return fmt.Sprintf("%q is not a plain value of %s; name a member that is a column, and neither the key, a relation, a file nor a password", name, cmp.Or(t.Go.Name(), t.Name))
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
