// Integers as texts in JSON, for clients whose numbers are floats.

package field

import "reflect"

// Quote makes clients read the integers of a field as texts, which JavaScript does not round: those of the
// field itself, or of a list. They may send texts or numbers. It reports whether the values are integers.
func (s *Spec) Quote() bool {
	if s.Item != nil {
		return s.Item.Quote()
	}
	if s.Kind.Name != Integer().Name || s.Type == nil || !isInteger(s.Type.Kind()) {
		return false
	}
	k, bind := *s.Kind, s.Kind.Bind
	k.Quoted, k.Input.Numeric = true, false
	k.Bind = func(s *Spec, p reflect.Value) Slot { return &quotedSlot{bind(s, p)} }
	k.Inside = func(s *Spec) *Inside {
		inside := insideInteger(s)
		inside.JSON = "string"
		return inside
	}
	k.JSON = func(s *Spec) map[string]any {
		if least, _ := bounds(s.Type); least == 0 {
			return map[string]any{"type": "string", "format": "int64", "pattern": `^[0-9]{1,19}$`}
		}
		return map[string]any{"type": "string", "format": "int64", "pattern": `^-?[0-9]{1,19}$`}
	}
	s.Kind = &k
	return true
}

// quotedSlot is the slot of an integer that is a text in JSON.
type quotedSlot struct{ Slot }

func (s *quotedSlot) Append(b []byte, base string) []byte {
	return append(s.Slot.Append(append(b, '"'), base), '"')
}
