// Writing a document as JSON and YAML.

package openapi

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

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
	if !v.IsValid() {
		return append(dst, "null"...)
	}
	if a, is := v.Interface().(appender); is {
		return a.appendJSON(dst)
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return appendValue(dst, v.Elem())
	case reflect.Struct:
		return membersOf(v).appendJSON(dst)
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
	encoded, err := Encode(v.Interface())
	if err != nil { // a text, a number or a truth value
		panic(err)
	}
	return append(dst, encoded...)
}

func (m Map[V]) appendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	for i, name := range m.names {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendValue(dst, reflect.ValueOf(name)), ':')
		dst = appendValue(dst, reflect.ValueOf(m.values[name]))
	}
	return append(dst, '}')
}

func (s Schema) appendJSON(dst []byte) []byte {
	if s.Bool != nil {
		return appendValue(dst, reflect.ValueOf(*s.Bool))
	}
	return s.members().appendJSON(dst)
}

func (t Types) appendJSON(dst []byte) []byte {
	if len(t) == 1 {
		return appendValue(dst, reflect.ValueOf(t[0]))
	}
	return appendValue(dst, reflect.ValueOf([]string(t)))
}

// membersOf returns the members of an object in the order in which they are written.
func membersOf(object reflect.Value) Map[any] {
	var m Map[any]
	for i := range object.NumField() {
		f := object.Field(i)
		switch name, option := fieldName(object.Type().Field(i)); {
		case option == "methods":
			for method, o := range f.Interface().(Map[*Operation]).All() {
				m.Set(method, o)
			}
		case name != "" && (option == "always" || isPresent(f)):
			m.Set(name, f.Interface())
		}
	}
	extra := object.FieldByName("Extra").Interface().(Extra)
	for _, name := range slices.Sorted(maps.Keys(extra.Others)) {
		m.Set(name, extra.Others[name])
	}
	if extra.order != nil {
		rank := func(name string) int {
			if i := slices.Index(extra.order, name); i >= 0 {
				return i
			}
			return len(extra.order)
		}
		slices.SortStableFunc(m.names, func(a, b string) int { return rank(a) - rank(b) })
	}
	return m
}

// fieldName returns the name of the member that a field is, "" for none, and how it is written.
func fieldName(f reflect.StructField) (name, option string) {
	name, option, _ = strings.Cut(f.Tag.Get("openapi"), ",")
	return strings.TrimPrefix(name, "-"), option
}

// isPresent reports whether an object has a member. A list or an object without anything is present if it is not nil.
func isPresent(f reflect.Value) bool {
	if m, is := f.Interface().(interface{ isNil() bool }); is {
		return !m.isNil()
	}
	return f.Kind() == reflect.Struct || !f.IsZero()
}
