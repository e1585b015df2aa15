// Reading a document.

package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
)

// Read reads a document in JSON. An error says where the text is none of OpenAPI 3.
func Read(text []byte) (*Document, error) {
	v, err := decode(text)
	if err != nil {
		return nil, fmt.Errorf("the document is not JSON: %w", err)
	}
	d := &Document{}
	if err := fill(reflect.ValueOf(d).Elem(), v, "the document"); err != nil {
		return nil, err
	}
	switch {
	case d.Paths.isNil():
		return nil, errors.New("the document has no paths; write it with the command openapi")
	case !strings.HasPrefix(d.OpenAPI, "3."):
		return nil, fmt.Errorf("the document is of OpenAPI %q, and not of 3.0 or 3.1", d.OpenAPI)
	}
	if to := lostRef(v, v); to != "" {
		return nil, fmt.Errorf("the document refers to %s, which is none of its components", to)
	}
	return d, nil
}

// lostRef returns the first reference in a part of a document that leads to none of its components; "" for none.
func lostRef(document, part any) string {
	var inner []any
	switch v := part.(type) {
	case Map[any]:
		if to, is := v.Get("$ref").(string); is && !hasComponent(document, to) {
			return to
		}
		for _, value := range v.All() {
			inner = append(inner, value)
		}
	case []any:
		inner = v
	}
	for _, value := range inner {
		if to := lostRef(document, value); to != "" {
			return to
		}
	}
	return ""
}

func hasComponent(document any, ref string) bool {
	path, is := strings.CutPrefix(ref, "#/components/")
	for _, name := range strings.Split("components/"+path, "/") {
		o, _ := document.(Map[any])
		document = o.Get(name)
	}
	return is && document != nil
}

// decode reads JSON. Objects are of type Map[any], numbers of type json.Number.
func decode(text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	v, err := decodeNext(d, 0)
	switch {
	case err == io.EOF:
		return nil, io.ErrUnexpectedEOF
	case err != nil:
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("something stands behind the value")
	}
	return v, nil
}

// maxDepth is how deep objects and lists may stand in each other.
const maxDepth = 1000

func decodeNext(d *json.Decoder, depth int) (any, error) {
	if depth > maxDepth {
		return nil, errors.New("objects and lists stand too deep in each other")
	}
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('{'):
		o := Map[any]{values: map[string]any{}}
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			value, err := decodeNext(d, depth+1)
			if err != nil {
				return nil, err
			}
			o.Set(name.(string), value) // as JSON has it
		}
		_, err := d.Token()
		return o, err
	case json.Delim('['):
		items := []any{}
		for d.More() {
			item, err := decodeNext(d, depth+1)
			if err != nil {
				return nil, err
			}
			items = append(items, item)
		}
		_, err := d.Token()
		return items, err
	}
	return t, nil
}

// filler is a type of a document that is read in its own way.
type filler interface {
	fill(from any, at string) error
}

// fill sets a part of a document to a value of JSON, or to one that is of its type already. at is its place.
func fill(to reflect.Value, from any, at string) error {
	if from != nil && reflect.TypeOf(from).AssignableTo(to.Type()) {
		to.Set(reflect.ValueOf(from))
		return nil
	}
	if f, is := to.Addr().Interface().(filler); is {
		return f.fill(from, at)
	}
	switch to.Kind() {
	case reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		return fill(to.Elem(), from, at)
	case reflect.Interface: // null
		return nil
	case reflect.Struct:
		o, err := want[Map[any]](from, at)
		if err != nil {
			return err
		}
		return fillObject(to, o, at)
	case reflect.Slice:
		items, err := want[[]any](from, at)
		if err != nil {
			return err
		}
		to.Set(reflect.MakeSlice(to.Type(), len(items), len(items)))
		for i, item := range items {
			if err := fill(to.Index(i), item, fmt.Sprintf("%s[%d]", at, i)); err != nil {
				return err
			}
		}
		return nil
	case reflect.Int64:
		n, err := want[json.Number](from, at)
		if err != nil {
			return err
		}
		i, err := n.Int64()
		to.SetInt(i)
		return err
	case reflect.Bool:
		b, err := want[bool](from, at)
		to.SetBool(b)
		return err
	}
	text, err := want[string](from, at)
	to.SetString(text)
	return err
}

// fillObject sets the fields of an object to its members of their names. The others, and those that are null, are Others.
func fillObject(to reflect.Value, members Map[any], at string) error {
	extra := Extra{order: slices.Clone(members.Names())}
	for name, value := range members.All() {
		f := fieldOf(to, name)
		if !f.IsValid() || value == nil {
			if extra.Others == nil {
				extra.Others = map[string]any{}
			}
			extra.Others[name] = value
			continue
		}
		if m, is := f.Addr().Interface().(*Map[*Operation]); is && to.Type() == reflect.TypeFor[PathItem]() {
			o := &Operation{}
			if err := fill(reflect.ValueOf(o).Elem(), value, at+"."+name); err != nil {
				return err
			}
			m.Set(name, o)
			continue
		}
		if err := fill(f, value, at+"."+name); err != nil {
			return err
		}
	}
	to.FieldByName("Extra").Set(reflect.ValueOf(extra))
	return nil
}

// methods are those that a path may have.
var methods = strings.Fields("get put post delete options head patch trace")

// fieldOf returns the field of the member of a name; no value for none.
func fieldOf(object reflect.Value, name string) reflect.Value {
	for i, f := range layoutOf(object.Type()) {
		if f.name == name && name != "" || f.option == "methods" && slices.Contains(methods, name) {
			return object.Field(i)
		}
	}
	return reflect.Value{}
}

// want returns a value of the type that is wanted at a place.
func want[T any](from any, at string) (T, error) {
	v, is := from.(T)
	if !is {
		words := func(v any) string {
			switch v.(type) {
			case nil:
				return "null"
			case string:
				return "a text"
			case json.Number:
				return "a number"
			case bool:
				return "true or false"
			case []any:
				return "a list"
			}
			return "an object"
		}
		return v, fmt.Errorf("%s: got %s, want %s", at, words(from), words(any(v)))
	}
	return v, nil
}

func (m *Map[V]) fill(from any, at string) error {
	o, err := want[Map[any]](from, at)
	if err != nil {
		return err
	}
	*m = Map[V]{values: map[string]V{}}
	for name, value := range o.All() {
		var v V
		if err := fill(reflect.ValueOf(&v).Elem(), value, at+"."+name); err != nil {
			return err
		}
		m.Set(name, v)
	}
	return nil
}

func (s *Schema) fill(from any, at string) error {
	if b, is := from.(bool); is {
		s.Bool = &b
		return nil
	}
	o, err := want[Map[any]](from, at)
	if err != nil {
		return err
	}
	return fillObject(reflect.ValueOf(s).Elem(), o, at)
}

func (t *Types) fill(from any, at string) error {
	if text, is := from.(string); is {
		*t = Types{text}
		return nil
	}
	return fill(reflect.ValueOf((*[]string)(t)).Elem(), from, at)
}
