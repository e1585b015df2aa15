// The address of a record, as a member of its representation.

package schema

import (
	"fmt"
	"reflect"

	"example.com/resourceful/framework/field"
)

// addressKind is the kind of an Address, whose value is made of the record's key: see bindLinks.
func addressKind() field.Kind {
	return field.Kind{
		Name: "address",
		Bind: func(*field.Spec, reflect.Value) field.Slot { return &linkSlot{} },
		JSON: func(*field.Spec) map[string]any { return map[string]any{"type": "string", "format": "uri"} },
	}
}

// linkSelf gives an Address what it has of the key.
func linkSelf(t *Type, f *Field, report func(msg string)) {
	switch {
	case t.Key == nil: // a mistake, which is reported
	case t.Key.Show == ShowLink && t.Key.Wire != "":
		report(fmt.Sprintf(`%s.%s shows the address already; leave this field out`, t.Go.Name(), t.Key.Go))
	default:
		f.AsKey = t.Key.AsKey
	}
}

// bindLinks lets the addresses of a record be made of its key, or of what addresses name it by.
func (r *Record) bindLinks() {
	for i, f := range r.Type.Fields {
		link, ok := r.slots[i].(*linkSlot)
		if !ok {
			continue
		}
		if f.IsAddress() {
			key := r.slots[r.Type.Key.Index]
			*link = linkSlot{Slot: key, by: key, field: f}
		}
		if f.LinkBy != nil {
			link.by = r.slots[f.LinkBy.Index]
		}
	}
}
