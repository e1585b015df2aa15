// Writing a document as JSON and YAML.

package openapi

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"example.com/resourceful/framework/media"
)

// JSON returns the document as JSON, indented.
func (d *Document) JSON() []byte { return indented(d) }

// YAML returns the document as YAML.
func (d *Document) YAML() ([]byte, error) { return media.AppendYAML(nil, compact(d)) }

// JSON returns the schema as JSON, indented.
func (s *Schema) JSON() []byte { return indented(s) }

// MarshalJSON implements json.Marshaler.
func (s *Schema) MarshalJSON() ([]byte, error) { return compact(s), nil }

func compact(v any) []byte { return appendValue(nil, reflect.ValueOf(v)) }

func indented(v any) []byte { return append(media.Indent(nil, compact(v), 2), '\n') }

// Encode returns a value of a document as compact JSON, in which < and & stand for themselves.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// appender is a type of a document that is written in its own way.
type appender interface {
	appendJSON(dst []byte) []byte
}

func appendValue(dst []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Invalid:
		return append(dst, "null"...)
	case reflect.String:
		if v.Type() == reflect.TypeFor[json.Number]() {
			return append(dst, v.String()...)
		}
		return appendText(dst, v.String())
	case reflect.Pointer, reflect.Interface:
		return appendValue(dst, v.Elem())
	}
	if a, is := v.Interface().(appender); is {
		return a.appendJSON(dst)
	}
	switch v.Kind() {
	case reflect.Struct:
		return appendMembers(dst, membersOf(v))
	case reflect.Slice:
		dst = append(dst, '[')
		for i := range v.Len() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendValue(dst, v.Index(i))
		}
		return append(dst, ']')
	}
	return appendScalar(dst, v.Interface())
}

// appendText appends a text, mostly one that stands for itself.
func appendText(dst []byte, text string) []byte {
	if strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }) >= 0 {
		return appendScalar(dst, text)
	}
	return append(append(append(dst, '"'), text...), '"')
}

func appendScalar(dst []byte, value any) []byte {
	encoded, err := Encode(value)
	if err != nil { // a text, a number or a truth value
		panic(err)
	}
	return append(dst, encoded...)
}

func appendMembers(dst []byte, members []member) []byte {
	dst = append(dst, '{')
	for i, m := range members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendValue(append(appendText(dst, m.name), ':'), m.value)
	}
	return append(dst, '}')
}

func (m Map[V]) appendJSON(dst []byte) []byte {
	members := make([]member, len(m.names))
	for i, name := range m.names {
		members[i] = member{name, reflect.ValueOf(m.values[name])}
	}
	return appendMembers(dst, members)
}

func (s Schema) appendJSON(dst []byte) []byte {
	if s.Bool != nil {
		return strconv.AppendBool(dst, *s.Bool)
	}
	return appendMembers(dst, membersOf(reflect.ValueOf(s)))
}

func (t Types) appendJSON(dst []byte) []byte {
	if len(t) == 1 {
		return appendText(dst, t[0])
	}
	return appendValue(dst, reflect.ValueOf([]string(t)))
}

// member is a member of an object.
type member struct {
	name  string
	value reflect.Value
}

// membersOf returns the members of an object in the order in which they are written.
func membersOf(object reflect.Value) (list []member) {
	for i, f := range layoutOf(object.Type()) {
		switch value := object.Field(i); {
		case f.option == "methods":
			for method, o := range value.Interface().(Map[*Operation]).All() {
				list = append(list, member{method, reflect.ValueOf(o)})
			}
		case f.name != "" && (f.option == "always" || isPresent(value)):
			list = append(list, member{f.name, value})
		}
	}
	extra := object.FieldByName("Extra").Interface().(Extra)
	for _, name := range slices.Sorted(maps.Keys(extra.Others)) {
		list = append(list, member{name, reflect.ValueOf(extra.Others[name])})
	}
	if extra.order != nil {
		rank := func(m member) int {
			if i := slices.Index(extra.order, m.name); i >= 0 {
				return i
			}
			return len(extra.order)
		}
		slices.SortStableFunc(list, func(a, b member) int { return rank(a) - rank(b) })
	}
	return list
}

// tagged says which member a field is, with the name "" for none, and how it is written.
type tagged struct{ name, option string }

// layouts are the columns of the types of a document, which are found once.
var layouts sync.Map

func layoutOf(t reflect.Type) []tagged {
	if known, is := layouts.Load(t); is {
		return known.([]tagged)
	}
	fields := make([]tagged, t.NumField())
	for i := range fields {
		fields[i].name, fields[i].option, _ = strings.Cut(strings.TrimPrefix(t.Field(i).Tag.Get("openapi"), "-"), ",")
	}
	layouts.Store(t, fields)
	return fields
}

// isPresent reports whether an object has a member. A list or an object without anything is present if it is not nil.
func isPresent(f reflect.Value) bool {
	switch f.Kind() {
	case reflect.Struct:
		m, is := f.Interface().(interface{ isNil() bool })
		return !is || !m.isNil()
	default:
		return !f.IsZero()
	}
}
