// The slots of relations.

package schema

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/field/notation"
)

// refSlot is a BelongsTo: the key, and the text that represents the other row.
type refSlot struct {
	field  *Field
	number *int64
	text   *string // instead of number, if the keys of the other side are texts; else nil
	shown  string  // value of Field.ShownBy, from the other table
	// hidden means that the reader may not see the other row: the reference is shown as null.
	hidden bool
	// unshown means that the column, of a table that others manage, has a value that is no key: stored, for the driver. It is
	// null for clients.
	unshown bool
	stored  any
}

func newRefSlot(f *Field, p reflect.Value) *refSlot {
	s := &refSlot{field: f}
	s.number, s.text = p.Interface().(interface{ key() (*int64, *string) }).key()
	if !f.Relation.texts() {
		s.text = nil
	}
	return s
}

func (s *refSlot) Scan(src any) error {
	key := KeyOf(src)
	if src != nil && (key == Key{} && src != int64(0) || key.isText() != (s.text != nil)) {
		err := field.BadScan(src, "a key")
		if report := s.field.unshown(); report != nil {
			s.hide(stored(src))
			report.report(err)
			return nil
		}
		return err
	}
	s.refer(key)
	return nil
}

// hide makes the value one that is not shown.
func (s *refSlot) hide(value any) {
	s.refer(Key{})
	s.unshown, s.stored = true, value
}

// isHidden reports whether the slot has a value that it does not show, and code has given it no other one.
func (s *refSlot) isHidden() bool { return s.unshown && s.key() == Key{} }

// refer sets the key. It drops the text, which belongs to another row.
func (s *refSlot) refer(key Key) {
	s.hidden, s.unshown, s.stored = false, false, nil
	switch {
	case key == s.key():
		return
	case s.text != nil:
		*s.text, *s.number = key.text, 0
		if key.empty {
			*s.number = 1
		}
	default:
		*s.number = key.number
	}
	s.shown = ""
}

// key returns the key of the other row, zero for none.
func (s *refSlot) key() Key {
	if s.text != nil {
		return Key{text: *s.text, empty: *s.text == "" && *s.number != 0}
	}
	return Key{number: *s.number}
}

func (s *refSlot) Arg() any {
	key := s.key()
	switch {
	case s.isHidden():
		return nil
	case key != Key{} || s.text == nil && !s.field.Null:
		return key.Arg()
	case s.field.Null:
		return nil
	default:
		return ""
	}
}

func (s *refSlot) Get() any {
	key := s.key()
	if key == (Key{}) {
		return nil
	}
	return key
}

func (s *refSlot) Set(v any) {
	key, _ := v.(Key)
	s.refer(key)
}

func (s *refSlot) Append(b []byte, base string) []byte {
	switch key := s.key(); {
	case key == Key{} || s.hidden:
		return append(b, "null"...)
	case s.field.Show == ShowLink && s.field.Relation.OnShow != nil:
		return AppendLink(b, base, s.field.LinkPath, TextKey(s.shown))
	case s.field.Show == ShowLink:
		return AppendLink(b, base, s.field.LinkPath, key)
	case s.field.Show == ShowField:
		return notation.AppendText(b, s.shown)
	default:
		return s.field.Relation.appendKey(b, key)
	}
}

// labelSlot receives the shown text of a refSlot; NULL without a row.
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

// manySlot is a to-many relation. The database returns its keys in order as one text, "1,2,3"; keys that
// are no numbers, and the shown texts, as a JSON list.
type manySlot struct {
	field   *Field
	numbers *[]int64
	texts   *[]string // instead of numbers, if the keys of the other side are texts; else nil
	shown   []string  // values of Field.ShownBy
}

func newManySlot(f *Field, numbers *[]int64, texts *[]string) *manySlot {
	s := &manySlot{field: f, numbers: numbers, texts: texts}
	if !f.Relation.texts() {
		s.texts = nil
	}
	return s
}

func (s *manySlot) reset() {
	s.shown, *s.numbers = nil, nil
	if s.texts != nil {
		*s.texts = nil
	}
}

func (s *manySlot) Scan(src any) error {
	var text string
	if err := field.ScanText(&text, src); err != nil {
		return err
	}
	if s.texts != nil {
		*s.texts = nil
		return json.Unmarshal([]byte(text), s.texts)
	}
	return s.scanNumbers(text)
}

// textsSlot receives the shown texts of a manySlot.
type textsSlot manySlot

func (s *textsSlot) Scan(src any) error {
	var text string
	if err := field.ScanText(&text, src); err != nil {
		return err
	}
	s.shown = nil
	return json.Unmarshal([]byte(text), &s.shown)
}

func (s *manySlot) scanNumbers(text string) error {
	ids := (*s.numbers)[:0]
	if s.field.IsManyToMany() || ids == nil { // the team's code may keep the slice; HasMany has its own
		ids = make([]int64, 0, strings.Count(text, ",")+1)
	}
	for text != "" {
		var part string
		part, text, _ = strings.Cut(text, ",")
		id, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			err = fmt.Errorf("keys of %s: %w", s.field.Go, err)
			if report := s.field.Relation.Type.Key.unshown(); report != nil { // of a table that others manage
				report.report(err)
				continue
			}
			return err
		}
		ids = append(ids, id)
	}
	*s.numbers = ids
	return nil
}

func (s *manySlot) Arg() any { return nil }

func (s *manySlot) Get() any {
	if none := s.texts != nil && *s.texts == nil || s.texts == nil && *s.numbers == nil; none {
		return []Key(nil)
	}
	keys := make([]Key, s.len())
	for i := range keys {
		keys[i] = s.at(i)
	}
	return keys
}

func (s *manySlot) len() int {
	if s.texts != nil {
		return len(*s.texts)
	}
	return len(*s.numbers)
}

func (s *manySlot) at(i int) Key {
	if s.texts != nil {
		return TextKey((*s.texts)[i])
	}
	return NumberKey((*s.numbers)[i])
}

func (s *manySlot) Set(v any) {
	keys, _ := v.([]Key)
	if s.texts != nil {
		*s.texts = nil
		if keys != nil {
			*s.texts = make([]string, 0, len(keys))
		}
		for _, key := range keys {
			*s.texts = append(*s.texts, key.text)
		}
		return
	}
	*s.numbers = nil
	if keys != nil {
		*s.numbers = make([]int64, len(keys))
	}
	for i, key := range keys {
		(*s.numbers)[i] = key.number
	}
}

func (s *manySlot) Append(b []byte, base string) []byte {
	if s.field.IsHasOne() {
		return s.appendOne(b, base)
	}
	b = append(b, '[')
	n := len(b)
	comma := func() {
		if len(b) > n {
			b = append(b, ',')
		}
	}
	link := s.field.Show == ShowLink
	if s.field.ShownBy() != nil {
		for _, text := range s.shown {
			if comma(); link {
				b = AppendLink(b, base, s.field.LinkPath, TextKey(text))
			} else {
				b = notation.AppendText(b, text)
			}
		}
		return append(b, ']')
	}
	for i := range s.len() {
		if comma(); link {
			b = AppendLink(b, base, s.field.LinkPath, s.at(i))
		} else {
			b = s.field.Relation.appendKey(b, s.at(i))
		}
	}
	return append(b, ']')
}

// appendOne appends the row of a HasOne.
func (s *manySlot) appendOne(b []byte, base string) []byte {
	link, shown := s.field.Show == ShowLink, s.field.ShownBy() != nil
	switch {
	case shown && len(s.shown) == 0, !shown && s.len() == 0:
		return append(b, "null"...)
	case shown && link:
		return AppendLink(b, base, s.field.LinkPath, TextKey(s.shown[0]))
	case shown:
		return notation.AppendText(b, s.shown[0])
	case link:
		return AppendLink(b, base, s.field.LinkPath, s.at(0))
	default:
		return s.field.Relation.appendKey(b, s.at(0))
	}
}

// unshown returns the reports for a field of a row, of a representation, or at the end of a path; nil for none.
func (f *Field) unshown() *Unshown {
	switch {
	case f.Derived != nil && f.Derived.Form == FormPath && f.Derived.End != nil:
		return f.Derived.End.unshown()
	case f.Of != nil:
		return f.Of.unshown()
	}
	return f.Unshown
}

// bind binds the field to the value at p.
func (f *Field) bind(p reflect.Value) field.Slot {
	s := f.Slot(p)
	if report := f.unshown(); report != nil && f.Relation == nil && !f.IsFile() {
		s = lenient(s, p, report)
	}
	if f.IsFile() {
		return &fileSlot{Slot: s, null: f.Null}
	}
	if f.Derived != nil && f.Derived.Form == FormPath && p.Elem().Kind() != reflect.Pointer {
		return &pathSlot{Slot: s}
	}
	if f.Relation == nil && f.Show == ShowLink && !f.IsAddress() {
		return &linkSlot{Slot: s, by: s, kind: f.AsKey, field: f}
	}
	return s
}
