package schema

import (
	"reflect"
	"slices"
)

// copied is a field of the row as one that is not shown, with a value beside the struct.
func (t *Type) copied(f *Field) *Field {
	c := *f
	c.Index, c.Wire, c.index, c.own = len(t.Fields), "", nil, f.Type
	if f.Null && f.Relation == nil {
		c.own = reflect.PointerTo(f.Type)
	}
	t.Fields = append(t.Fields, &c)
	return &c
}

// Hold gives a representation a field of the row that it does not show, where it has none for it. It
// returns the field.
func (t *Type) Hold(of *Field) *Field {
	if of == nil {
		return nil
	}
	f := t.FieldOf(of)
	if f == nil {
		f = t.copied(of)
		f.Of = of
	}
	return f
}

// FieldOf is the field of a representation that stands for one of the row, of a row that field itself;
// nil for none.
func (t *Type) FieldOf(of *Field) *Field {
	for _, f := range t.Fields {
		if f == of || f.Of == of {
			return f
		}
	}
	return nil
}

// Reads are the fields that a representation of the type reads: those that it shows and, where Go
// functions compute of it, all columns.
func (t *Type) Reads() []*Field {
	reads := slices.Clone(t.Shown)
	if key := t.Key; key != nil && key.LinkBy != nil && !slices.Contains(reads, key.LinkBy) {
		reads = append(reads, key.LinkBy)
	}
	if slices.ContainsFunc(t.Fields, (*Field).IsComputed) {
		for _, f := range t.Columns() {
			if !slices.Contains(reads, f) {
				reads = append(reads, f)
			}
		}
	}
	return slices.DeleteFunc(reads, (*Field).IsComputed)
}

// ByWire returns the field of a wire name, nil for none. It is for start-up.
func (t *Type) ByWire(name string) *Field {
	for _, f := range t.Fields {
		if f.Wire == name && name != "" {
			return f
		}
	}
	return nil
}

// ByColumn returns the field of a column, nil for none. It is for start-up.
func (t *Type) ByColumn(name string) *Field {
	for _, f := range t.Fields {
		if f.Column == name && name != "" {
			return f
		}
	}
	return nil
}

// At returns the field that a pointer into a struct value of the type points at, nil for none.
// It lets code name a field in Go, checked by the compiler.
func (t *Type) At(row reflect.Value, field any) *Field {
	want := reflect.ValueOf(field).Pointer()
	for _, f := range t.Fields {
		if f.own != nil {
			continue
		}
		p := row.Elem().FieldByIndex(f.index).Addr()
		if p.Pointer() == want && p.Type() == reflect.TypeOf(field) {
			return f
		}
	}
	return nil
}

// Columns are the fields that are stored in the table itself, the key first.
func (t *Type) Columns() []*Field {
	columns := []*Field{t.Key}
	for _, f := range t.Fields {
		if f.Column != "" && f != t.Key {
			columns = append(columns, f)
		}
	}
	return columns
}
