// JSON whose objects keep the order of their members.

package notation

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

// Orders are the names of objects in order, by their maps, which it keeps alive: an address is that of one map.
type Orders = map[unsafe.Pointer][]string

// Tree is a tree of JSON. An object without an entry in Orders is sorted by name.
type Tree struct {
	Value  any
	Orders Orders
}

// DecodeOrdered decodes a JSON document with the order of its objects. The last of equal names counts.
func DecodeOrdered(text string) (o Tree, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	o.Orders = Orders{}
	if o.Value, err = o.decode(d, false); err == nil && d.More() {
		err = fmt.Errorf("there is more than one document")
	}
	return o, err
}

// decode decodes the next value. A strict one has no name twice.
func (o *Tree) decode(d *json.Decoder, strict bool) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('['):
		list := []any{}
		for d.More() {
			item, err := o.decode(d, strict)
			if err != nil {
				return nil, err
			}
			list = append(list, item)
		}
		_, err = d.Token()
		return list, err
	case json.Delim('{'):
		object, names := map[string]any{}, []string(nil)
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			switch _, twice := object[name.(string)]; {
			case !twice:
				names = append(names, name.(string))
			case strict:
				return nil, fmt.Errorf("the name %.100q is there twice", name)
			}
			if object[name.(string)], err = o.decode(d, strict); err != nil {
				return nil, err
			}
		}
		o.Orders[reflect.ValueOf(object).UnsafePointer()] = names
		_, err = d.Token()
		return object, err
	}
	return token, nil
}

// MarshalJSON implements json.Marshaler.
func (o Tree) MarshalJSON() ([]byte, error) { return o.Append(nil, o.Value), nil }

// namesOf returns the names of an object in order.
func (o *Tree) namesOf(object map[string]any) []string {
	lacks := func(name string) bool { _, has := object[name]; return !has }
	if names := o.Orders[reflect.ValueOf(object).UnsafePointer()]; len(names) == len(object) && !slices.ContainsFunc(names, lacks) {
		return names
	}
	return slices.Sorted(maps.Keys(object))
}
