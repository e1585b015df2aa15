// One value of a type, with every field bound.

package schema

import (
	"fmt"
	"reflect"
	"time"

	"example.com/resourceful/framework/field"
)

// Record is one struct value of a Type with every field bound, so that it can be scanned, filled and
// written without look-ups. It must not be used by two goroutines at once.
type Record struct {
	Type  *Type
	row   any // *T
	value reflect.Value
	slots []field.Slot
	dests []any // reused by Dests
	// owned are the values beside the struct, by Field.Index; nil without any.
	owned []reflect.Value
}

// New returns a record of a new struct with zero values.
func (t *Type) New() *Record {
	p := reflect.New(t.Go)
	r := &Record{Type: t, row: p.Interface(), value: p.Elem(), slots: make([]field.Slot, len(t.Fields))}
	for i, f := range t.Fields {
		if f.Own != nil {
			r.own(f)
			continue
		}
		r.slots[i] = f.bind(p.Elem().FieldByIndex(f.GoIndex).Addr())
	}
	r.bindFiles()
	r.bindLinks()
	return r
}

// own binds a field to a value beside the struct.
func (r *Record) own(f *Field) {
	if r.owned == nil {
		r.owned = make([]reflect.Value, len(r.slots))
	}
	r.owned[f.Index] = reflect.New(f.Own)
	r.slots[f.Index] = f.bind(r.owned[f.Index])
}

// Acquire returns a zeroed record, perhaps a released one.
func (t *Type) Acquire() *Record {
	if r, ok := t.pool.Get().(*Record); ok {
		return r
	}
	return t.New()
}

// Release zeroes a record and keeps it for Acquire. The caller must not use it or its Value again.
func (r *Record) Release() {
	r.Reset()
	r.Type.pool.Put(r)
}

// Reset zeroes the struct.
func (r *Record) Reset() {
	r.value.SetZero()
	for _, v := range r.owned {
		if v.IsValid() {
			v.Elem().SetZero()
		}
	}
	for _, s := range r.slots {
		switch s := s.(type) {
		case *nestedSlot:
			s.reset()
		case *lenientSlot:
			s.hides, s.hidden = false, nil
		case *pathSlot:
			s.null = false
		case *refSlot:
			s.shown, s.hidden, s.unshown, s.stored = "", false, false, nil
		case *manySlot:
			s.reset()
		}
	}
}

// Value returns the struct itself, a *T.
func (r *Record) Value() any { return r.row }

// Assign copies the struct that a *T points at; both share what it points at. Related rows that are shown
// are not copied.
func (r *Record) Assign(row any) {
	r.Reset()
	r.value.Set(reflect.ValueOf(row).Elem())
}

// Key returns the record's key, which is zero before there is one.
func (r *Record) Key() Key {
	key := KeyOf(r.slots[r.Type.Key.Index].Arg())
	if key == r.Type.NoKey {
		return Key{}
	}
	return key
}

// OwnerID returns the key of the record's owner, 0 for none.
func (r *Record) OwnerID() int64 {
	if r.Type.Owner == nil {
		return 0
	}
	key, _ := r.slots[r.Type.Owner.Index].Get().(Key)
	return key.Number()
}

// Column returns the value of the field at an index of Type.Fields, in the form of the column: int64,
// float64, bool, string or nil.
func (r *Record) Column(index int) any { return r.slots[index].Arg() }

// Get returns the bound value of a field; Key (to-one), []Key (to-many) or nil.
func (r *Record) Get(f *Field) any { return r.slotOf(f).Get() }

// Set sets a field to a bound value; nil clears it.
func (r *Record) Set(f *Field, v any) { r.slots[f.Index].Set(v) }

// Apply applies changes.
func (r *Record) Apply(changes []Change) {
	for _, c := range changes {
		r.slots[c.Field.Index].Set(c.Value)
	}
}

// Dests returns the destinations of a row's columns if the fields are read in this order, valid until the
// next call. If shown is true, a reference that shows a field of the other side takes two columns, its key
// and that field, and the keys of a to-many relation that shows one are not read.
func (r *Record) Dests(fields []*Field, shown bool) []any {
	dst := r.dests[:0]
	for _, f := range fields {
		s := r.slots[f.Index]
		if !shown || f.Relation == nil || f.Relation.OnShow == nil {
			dst = append(dst, s)
			continue
		}
		switch s := s.(type) {
		case *manySlot:
			dst = append(dst, (*textsSlot)(s))
		case *refSlot:
			dst = append(dst, s, (*labelSlot)(s))
		default:
			dst = append(dst, s)
		}
	}
	r.dests = dst
	return dst
}

// HiddenDests appends the destinations for whether the reader may not see the other rows of references.
// These columns come after those of Dests.
func (r *Record) HiddenDests(dst []any, refs []*Field) []any {
	for _, f := range refs {
		if ref, ok := r.slots[f.Index].(*refSlot); ok {
			dst = append(dst, (*hiddenSlot)(ref))
		}
	}
	return dst
}

// Size returns the size of the record's texts in bytes, including those of other rows that it shows. All
// other values are small.
func (r *Record) Size() (bytes int64) {
	for _, s := range r.slots {
		switch s := s.(type) {
		case field.Sized:
			bytes += int64(s.Size())
		case *refSlot:
			bytes += int64(len(s.shown) + len(s.key().text))
		case *manySlot:
			bytes += int64(8 * s.len())
			for i := range s.len() {
				bytes += int64(len(s.at(i).text))
			}
			for _, text := range s.shown {
				bytes += int64(len(text))
			}
		}
	}
	return bytes
}

// Hidden reports whether a reference is shown as null because the reader may not see the other row.
func (r *Record) Hidden(f *Field) bool {
	ref, ok := r.slotOf(f).(*refSlot)
	return ok && ref.hidden
}

// Append writes the record's representation in compact JSON. base is "scheme://host" for links.
func (r *Record) Append(b []byte, base string) []byte { return r.AppendIn(b, base, nil) }

// AppendIn is Append for a client in a time zone; nil is UTC.
func (r *Record) AppendIn(b []byte, base string, client *time.Location) []byte {
	t := r.Type
	for i, f := range t.Shown {
		b = append(b, t.keys[i]...)
		if client == nil {
			b = r.slots[f.Index].Append(b, base)
		} else {
			b = field.AppendIn(b, r.slots[f.Index], base, client)
		}
	}
	if len(t.Shown) == 0 {
		b = append(b, '{')
	}
	return append(b, '}')
}

// AppendField writes the value of one field in JSON.
func (r *Record) AppendField(b []byte, f *Field, base string) []byte {
	return r.slotOf(f).Append(b, base)
}

// AppendFieldIn is AppendField for a client in a time zone; nil is UTC.
func (r *Record) AppendFieldIn(b []byte, f *Field, base string, client *time.Location) []byte {
	return field.AppendIn(b, r.slotOf(f), base, client)
}

// Shown returns the text that represents a BelongsTo, if a representation was read.
func (r *Record) Shown(f *Field) string {
	if ref, ok := r.slots[f.Index].(*refSlot); ok && !ref.hidden {
		return ref.shown
	}
	return ""
}

// CopyValue returns a new *T with the values of the record, which stays valid when the record is reused.
func (r *Record) CopyValue() any {
	p := reflect.New(r.Type.Go)
	p.Elem().Set(r.value)
	return p.Interface()
}

// StoreValue copies the values of the record into a row, a *T.
func (r *Record) StoreValue(row any) { reflect.ValueOf(row).Elem().Set(r.value) }

// StoreFilled copies the values of columns that the database fills into a row, a *T.
func (r *Record) StoreFilled(row any) {
	for _, f := range r.Type.Fields {
		if f.Filled && f.Own == nil {
			reflect.ValueOf(row).Elem().FieldByIndex(f.GoIndex).Set(r.value.FieldByIndex(f.GoIndex))
		}
	}
}

// CopyTo copies the values into another record of the type, columns and many-to-many relations. They share
// nothing.
func (r *Record) CopyTo(to *Record) {
	to.Reset()
	for _, f := range r.Type.Fields {
		if f.Column != "" || f.IsManyToMany() {
			r.CopyField(to, f)
		}
	}
}

// CopyField copies the value of a field into another record of the type. They share nothing.
func (r *Record) CopyField(to *Record, f *Field) {
	to.slots[f.Index].Set(clone(r.slots[f.Index].Get()))
	switch s := r.slots[f.Index].(type) {
	case *lenientSlot:
		if s.isHidden() {
			to.slots[f.Index].(*lenientSlot).hide(s.hidden)
		}
	case *refSlot:
		if s.isHidden() {
			to.slots[f.Index].(*refSlot).hide(s.stored)
		}
	}
}

// CloneChanges returns changes with copied values.
func CloneChanges(changes []Change) []Change {
	clones := make([]Change, len(changes))
	for i, c := range changes {
		clones[i] = Change{Field: c.Field, Value: clone(c.Value), As: c.As}
	}
	return clones
}

// clone returns a value with new slices and maps.
func clone(v any) any {
	x := reflect.ValueOf(v)
	switch {
	case x.Kind() == reflect.Slice && !x.IsNil():
		list := reflect.AppendSlice(reflect.MakeSlice(x.Type(), 0, x.Len()), x)
		for i := range list.Len() {
			if item := list.Index(i); item.Kind() == reflect.Interface && !item.IsNil() {
				item.Set(reflect.ValueOf(clone(item.Interface())))
			}
		}
		return list.Interface()
	case x.Kind() == reflect.Map && !x.IsNil():
		m := reflect.MakeMapWithSize(x.Type(), x.Len())
		for _, key := range x.MapKeys() {
			item := x.MapIndex(key)
			if item.Kind() == reflect.Interface && !item.IsNil() {
				item = reflect.ValueOf(clone(item.Interface()))
			}
			m.SetMapIndex(key, item)
		}
		return m.Interface()
	default:
		return v
	}
}

// SetKey sets the record's key.
func (r *Record) SetKey(key Key) error {
	return r.slots[r.Type.Key.Index].Scan(key.Arg())
}

// FillMoving sets the zero fields whose default is computed for each row, such as the current time.
func (r *Record) FillMoving(now time.Time) {
	for _, f := range r.Type.Fields {
		if f.Moving != nil && f.Own == nil && r.value.FieldByIndex(f.GoIndex).IsZero() {
			r.Set(f, f.Moving.Value(now))
		}
	}
}

// FieldsAt returns the fields of a row, a *T, at pointers.
func (t *Type) FieldsAt(row any, pointers []any) ([]*Field, error) {
	fields := make([]*Field, len(pointers))
	value := reflect.ValueOf(row)
	for i, p := range pointers {
		if reflect.TypeOf(p) == nil || reflect.TypeOf(p).Kind() != reflect.Pointer {
			return nil, fmt.Errorf("%v (%T) is not a pointer to a field of %s; write &row.Field", p, p, t.Go.Name())
		}
		if fields[i] = t.At(value, p); fields[i] == nil {
			return nil, fmt.Errorf("the %T points at no field of the %s that is written; write &row.Field", p, t.Go.Name())
		}
	}
	return fields, nil
}

// Version returns how often the row was stored, 0 if its type does not count that.
func (r *Record) Version() int64 {
	if r == nil || r.Type.Version == nil {
		return 0
	}
	n, _ := r.Get(r.Type.Version).(int64)
	return n
}

// Stored is Column for storing the value and for finding it: also of a value that the field cannot show.
func (r *Record) Stored(index int) any {
	switch s := r.slots[index].(type) {
	case *lenientSlot:
		if s.isHidden() {
			return s.hidden
		}
	case *refSlot:
		if s.isHidden() {
			return s.stored
		}
	}
	return r.Column(index)
}
