package schema

import (
	"fmt"
	"reflect"
	"time"
)

// CopyValue is a new *T with the values of the record, good when the record is used for another row.
func (r *Record) CopyValue() any {
	p := reflect.New(r.Type.Go)
	p.Elem().Set(r.value)
	return p.Interface()
}

// StoreValue gives a row, a *T, the values of the record.
func (r *Record) StoreValue(row any) { reflect.ValueOf(row).Elem().Set(r.value) }

// CopyTo gives another record of the type the values of this one, columns and many-to-many relations.
// They share nothing: what is changed in the one stays as it is in the other.
func (r *Record) CopyTo(to *Record) {
	to.Reset()
	for i, f := range r.Type.Fields {
		if f.Column != "" || f.IsManyToMany() {
			to.slots[i].Set(clone(r.slots[i].Get()))
		}
	}
}

// CloneChanges are changes whose values share nothing with those.
func CloneChanges(changes []Change) []Change {
	clones := make([]Change, len(changes))
	for i, c := range changes {
		clones[i] = Change{c.Field, clone(c.Value)}
	}
	return clones
}

// clone is a value whose slices and maps are new.
func clone(v any) any {
	x := reflect.ValueOf(v)
	switch {
	case x.Kind() == reflect.Slice && !x.IsNil():
		return reflect.AppendSlice(reflect.MakeSlice(x.Type(), 0, x.Len()), x).Interface()
	case x.Kind() == reflect.Map && !x.IsNil():
		m := reflect.MakeMapWithSize(x.Type(), x.Len())
		for _, key := range x.MapKeys() {
			m.SetMapIndex(key, x.MapIndex(key))
		}
		return m.Interface()
	default:
		return v
	}
}

// SetKey gives the record the key of a row.
func (r *Record) SetKey(key Key) error {
	return r.slots[r.Type.Key.Index].Scan(key.Arg())
}

// FillMoving sets the fields that are zero and have a default that is made anew for each row, such as
// the current time.
func (r *Record) FillMoving(now time.Time) {
	for _, f := range r.Type.Fields {
		if f.Moving != nil && f.own == nil && r.value.FieldByIndex(f.index).IsZero() {
			r.Set(f, f.Moving.Value(now))
		}
	}
}

// FieldsAt returns the fields of a row, a *T, that pointers point at.
func (t *Type) FieldsAt(row any, pointers []any) ([]*Field, error) {
	fields := make([]*Field, len(pointers))
	value := reflect.ValueOf(row)
	for i, p := range pointers {
		if reflect.TypeOf(p) == nil || reflect.TypeOf(p).Kind() != reflect.Pointer {
			return nil, fmt.Errorf("%v (%T) is no pointer to a field of %s; write &row.Field", p, p, t.Go.Name())
		}
		if fields[i] = t.At(value, p); fields[i] == nil {
			return nil, fmt.Errorf("the %T points at no field of the %s that is written; write &row.Field", p, t.Go.Name())
		}
	}
	return fields, nil
}
