// Keys that are shown as the addresses of their records.

package schema

import (
	"reflect"

	"example.com/resourceful/framework/field"
)

// linkSlot is a key that is shown as the address of its record.
type linkSlot struct {
	field.Slot
	by    field.Slot // slot of the field in the address
	kind  *field.Key
	field *Field
}

func (s *linkSlot) Append(b []byte, base string) []byte {
	b = s.appendRecord(b, base)
	if s.field.File == nil && !s.field.IsFile() {
		return b
	}
	return append(append(b[:len(b)-1], s.field.Wire...), '/', '"')
}

// appendRecord appends the address of the record.
func (s *linkSlot) appendRecord(b []byte, base string) []byte {
	if !s.kind.Numbered || s.field.LinkBy != nil {
		return AppendLink(b, base, s.field.LinkPath, KeyOf(s.by.Arg()))
	}
	b = append(append(append(b, '"'), base...), s.field.LinkPath...)
	return append(s.by.Append(b, base), '/', '"') // KeyOf would allocate
}

// AppendLink appends the address of a record as a JSON string. base is "scheme://host" and must
// need no escapes.
func AppendLink(b []byte, base, path string, key Key) []byte {
	b = append(append(append(b, '"'), base...), path...)
	return append(key.AppendPath(b), '/', '"')
}

// bindLinks connects the addresses of a record with its key, or with the field that addresses contain.
func (r *Record) bindLinks() {
	for i, f := range r.Type.Fields {
		link, ok := r.slots[i].(*linkSlot)
		file, isFile := r.slots[i].(*fileSlot)
		if isFile && !f.Hidden() {
			link = &linkSlot{}
			file.link, ok = link, true
		}
		if !ok {
			continue
		}
		if f.IsAddress() || isFile {
			key := r.slots[r.Type.Key.Index]
			*link = linkSlot{Slot: key, by: key, kind: r.Type.Key.AsKey, field: f}
		}
		if f.IsAddress() && f.File != nil {
			r.slots[i] = &contentSlot{link, r.slots[f.File.Index]}
		}
		if f.LinkBy != nil {
			link.by = r.slots[f.LinkBy.Index]
		}
	}
}

// AddressKind returns the kind of an Address, whose value comes from the record's key: see bindLinks.
func AddressKind() field.Kind {
	return field.Kind{
		Name: "address",
		Bind: func(*field.Spec, reflect.Value) field.Slot { return &linkSlot{} },
		JSON: func(*field.Spec) map[string]any { return map[string]any{"type": "string", "format": "uri"} },
	}
}
