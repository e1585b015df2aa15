package schema

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field"
)

// refSlot is a BelongsTo: the key, and the text by which the other row is shown.
type refSlot struct {
	field *Field
	id    *int64
	shown string // ShowField: read from the other table
	// hidden says that the reader may not see the other row: it is shown as if there were none.
	hidden bool
}

func (s *refSlot) Scan(src any) error {
	switch src := src.(type) {
	case nil:
		s.refer(Key{})
	case int64:
		s.refer(NumberKey(src))
	default:
		return field.BadScan(src, "a key")
	}
	return nil
}

// refer changes the key. A text that was read for another row must not be shown for this one.
func (s *refSlot) refer(key Key) {
	s.hidden = false
	if key != s.key() {
		*s.id, s.shown = key.Number(), ""
	}
}

// key is the key of the other row, zero for none.
func (s *refSlot) key() Key { return NumberKey(*s.id) }

func (s *refSlot) Arg() any {
	key := s.key()
	if key.IsZero() && s.field.Null {
		return nil
	}
	return key.Arg()
}

func (s *refSlot) Get() any {
	if key := s.key(); !key.IsZero() {
		return key
	}
	return nil
}

func (s *refSlot) Set(v any) {
	key, _ := v.(Key)
	s.refer(key)
}

func (s *refSlot) Append(b []byte, base string) []byte {
	switch key := s.key(); {
	case key.IsZero() || s.hidden:
		return append(b, "null"...)
	case s.field.Show == ShowLink:
		return AppendLink(b, base, s.field.LinkPath, key)
	case s.field.Show == ShowField:
		return field.AppendText(b, s.shown)
	default:
		return key.AppendJSON(b)
	}
}

// labelSlot receives the shown text of a refSlot; NULL where nothing is referred to.
type labelSlot refSlot

func (s *labelSlot) Scan(src any) error {
	if src == nil {
		s.shown = ""
		return nil
	}
	return field.ScanText(&s.shown, src)
}

// hiddenSlot receives whether the other row of a refSlot is hidden.
type hiddenSlot refSlot

func (s *hiddenSlot) Scan(src any) error { return field.ScanBool(&s.hidden, src) }

// manySlot is a to-many relation. The database gives its keys in order as one text, "1,2,3", or
// the shown texts as a JSON list.
type manySlot struct {
	field *Field
	ids   *[]int64
	shown []string
}

func (s *manySlot) Scan(src any) error {
	var text string
	if err := field.ScanText(&text, src); err != nil {
		return err
	}
	if s.field.Show == ShowField {
		s.shown = nil
		return json.Unmarshal([]byte(text), &s.shown)
	}
	ids := (*s.ids)[:0]
	if s.field.IsManyToMany() || ids == nil { // the team may keep the slice; HasMany keeps its own
		ids = make([]int64, 0, strings.Count(text, ",")+1)
	}
	for text != "" {
		var part string
		part, text, _ = strings.Cut(text, ",")
		id, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return fmt.Errorf("keys of %s: %w", s.field.Go, err)
		}
		ids = append(ids, id)
	}
	*s.ids = ids
	return nil
}
func (s *manySlot) Arg() any { return nil }

func (s *manySlot) Get() any {
	if *s.ids == nil {
		return []Key(nil)
	}
	keys := make([]Key, len(*s.ids))
	for i, id := range *s.ids {
		keys[i] = NumberKey(id)
	}
	return keys
}

func (s *manySlot) Set(v any) {
	keys, _ := v.([]Key)
	*s.ids = nil
	if keys != nil {
		*s.ids = make([]int64, len(keys))
	}
	for i, key := range keys {
		(*s.ids)[i] = key.Number()
	}
}

func (s *manySlot) Append(b []byte, base string) []byte {
	b = append(b, '[')
	n := len(b)
	comma := func() {
		if len(b) > n {
			b = append(b, ',')
		}
	}
	if s.field.Show == ShowField {
		for _, text := range s.shown {
			comma()
			b = field.AppendText(b, text)
		}
		return append(b, ']')
	}
	for _, id := range *s.ids {
		comma()
		if s.field.Show == ShowLink {
			b = AppendLink(b, base, s.field.LinkPath, NumberKey(id))
		} else {
			b = NumberKey(id).AppendJSON(b)
		}
	}
	return append(b, ']')
}

// AppendLink appends the address of a record as a JSON string. base is "scheme://host" and must
// need no escapes.
func AppendLink(b []byte, base, path string, key Key) []byte {
	b = append(append(append(b, '"'), base...), path...)
	return append(key.Append(b), '/', '"')
}

// bind binds the field to the value that p points at.
func (f *Field) bind(p reflect.Value) field.Slot {
	s := f.Slot(p)
	if f.Derived != nil && f.Derived.Form == FormPath && p.Elem().Kind() != reflect.Pointer {
		return &pathSlot{Slot: s}
	}
	if f.Relation == nil && f.Show == ShowLink {
		return &linkSlot{Slot: s, field: f}
	}
	return s
}

// linkSlot is a key that is shown as the address of its record.
type linkSlot struct {
	field.Slot
	field *Field
}

func (s *linkSlot) Append(b []byte, base string) []byte {
	b = append(append(append(b, '"'), base...), s.field.LinkPath...)
	return append(s.Slot.Append(b, base), '/', '"')
}
