// The slots of nested rows.

package schema

import (
	"reflect"
	"slices"
	"time"

	"example.com/resourceful/framework/field"
)

// NestedKind returns the kind of a Nested, whose values are other rows.
func NestedKind(f *Field) field.Kind {
	return field.Kind{
		Name:     "nested representation",
		Bind:     func(*field.Spec, reflect.Value) field.Slot { return &nestedSlot{field: f} },
		Metadata: "nested object",
		JSON: func(*field.Spec) map[string]any {
			properties := map[string]any{}
			for _, member := range f.Derived.Shape.Shown {
				properties[member.Wire] = member.JSON()
			}
			object := map[string]any{"type": "object", "properties": properties}
			if f.IsList() {
				return map[string]any{"type": "array", "items": object}
			}
			return object
		},
	}
}

// keptRecords is the number of records that a nested field keeps for the next row.
const keptRecords = 64

// nestedSlot is the other side of a relation: a record for each row. The database returns the rows as JSON,
// each as a list of its columns.
type nestedSlot struct {
	field *Field
	kept  []*Record
	n     int // number of rows
}

func (s *nestedSlot) Scan(src any) error {
	s.n = 0
	if src == nil {
		return nil
	}
	var text string
	if err := field.ScanText(&text, src); err != nil {
		return err
	}
	list := columnList{text: text}
	if !s.field.IsList() {
		return s.scanRow(&list)
	}
	for more := list.open(); more; more = list.more() {
		if err := s.scanRow(&list); err != nil {
			return err
		}
	}
	return list.err
}

// scanRow reads the columns of one row.
func (s *nestedSlot) scanRow(list *columnList) error {
	shape := s.field.Derived.Shape
	if s.n == len(s.kept) {
		s.kept = append(s.kept, shape.New())
	}
	rec := s.kept[s.n]
	dests := rec.Dests(shape.NestedReads(), true)
	more := list.open()
	for _, dest := range dests {
		if !more {
			return list.fail("too few columns of a nested row")
		}
		value := list.value()
		if list.err != nil {
			return list.err
		}
		if err := dest.(interface{ Scan(any) error }).Scan(value); err != nil {
			return err
		}
		more = list.more()
	}
	s.n++
	return list.err
}

func (s *nestedSlot) rows() []*Record { return s.kept[:s.n] }

func (s *nestedSlot) Arg() any { return nil }

func (s *nestedSlot) Get() any {
	if s.n == 0 && !s.field.IsList() {
		return nil
	}
	return s.rows()
}

func (s *nestedSlot) Set(any) { s.reset() }

func (s *nestedSlot) reset() {
	for _, rec := range s.rows() {
		rec.Reset()
	}
	if len(s.kept) > keptRecords {
		s.kept = append([]*Record(nil), s.kept[:keptRecords]...)
	}
	s.n = 0
}

func (s *nestedSlot) Append(b []byte, base string) []byte { return s.AppendIn(b, base, nil) }

func (s *nestedSlot) AppendIn(b []byte, base string, client *time.Location) []byte {
	if !s.field.IsList() {
		if s.n == 0 {
			return append(b, "null"...)
		}
		return s.kept[0].AppendIn(b, base, client)
	}
	b = append(b, '[')
	for i, rec := range s.rows() {
		if i > 0 {
			b = append(b, ',')
		}
		b = rec.AppendIn(b, base, client)
	}
	return append(b, ']')
}

// Size implements field.Sized.
func (s *nestedSlot) Size() (bytes int) {
	for _, rec := range s.rows() {
		bytes += int(rec.Size())
	}
	return bytes
}

// pathSlot is a field of another row, which may be missing or hidden from the reader although the Go type
// has no null.
type pathSlot struct {
	field.Slot
	null bool
}

func (s *pathSlot) Scan(src any) error {
	if s.null = src == nil; s.null {
		s.Set(nil)
		return nil
	}
	return s.Slot.Scan(src)
}

func (s *pathSlot) Arg() any {
	if s.null {
		return nil
	}
	return s.Slot.Arg()
}

func (s *pathSlot) Get() any {
	if s.null {
		return nil
	}
	return s.Slot.Get()
}

func (s *pathSlot) Append(b []byte, base string) []byte { return s.AppendIn(b, base, nil) }

func (s *pathSlot) AppendIn(b []byte, base string, client *time.Location) []byte {
	if s.null {
		return append(b, "null"...)
	}
	return field.AppendIn(b, s.Slot, base, client)
}

// Size implements field.Sized.
func (s *pathSlot) Size() int {
	if sized, ok := s.Slot.(field.Sized); ok {
		return sized.Size()
	}
	return 0
}

// Compute computes the record's computed fields for a request, after the others are read, and those of its
// nested records, whose functions get the call nested.
func (r *Record) Compute(call, nested any) {
	for _, f := range r.Type.computed() {
		switch s := r.slots[f.Index].(type) {
		case *nestedSlot:
			for _, rec := range s.rows() {
				rec.Compute(nested, nested)
			}
		default:
			into := reflect.Value{}
			if f.Own != nil {
				into = r.owned[f.Index]
			} else {
				into = r.value.FieldByIndex(f.GoIndex).Addr()
			}
			if f.made != nil {
				s.Set(r.slotOf(f).Get())
				continue
			}
			f.Derived.Compute(call, r.row, into.Interface())
		}
	}
}

// Computes reports whether records of the type have computed fields, themselves or in nested records.
func (t *Type) Computes() bool { return len(t.computed()) > 0 }

// computed returns the fields with a Go function, and those with nested records that have some.
func (t *Type) computed() []*Field {
	t.compute.Do(func() {
		for _, f := range t.Shown {
			if f.IsComputed() || f.IsNested() && f.Derived.Shape.Computes() {
				t.computes = append(t.computes, f)
			}
		}
	})
	return t.computes
}

// NestedReads returns the fields that are read if the type is nested: the shown ones, all columns for
// computed fields, and held files, which the tag of the outer record depends on.
func (t *Type) NestedReads() []*Field {
	t.read.Do(func() { t.reads = t.nestedReads() })
	return t.reads
}

// CountNested returns the number of NestedReads, for a type that may still get other fields.
func (t *Type) CountNested() int { return len(t.nestedReads()) }

func (t *Type) nestedReads() []*Field {
	reads := t.Reads()
	for _, f := range t.Files() {
		if f.Derived == nil && !slices.Contains(reads, f) {
			reads = append(reads, f)
		}
	}
	return reads
}
