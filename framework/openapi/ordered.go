// JSON whose objects keep the order of their members, read back.

package openapi

import (
	"bytes"
	"encoding/json"
	"strings"
)

// decodeOrdered reads JSON: objects keep the order of their members.
func decodeOrdered(text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return decodeNext(d)
}

func decodeNext(d *json.Decoder) (any, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('{'):
		o := newObject()
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			value, err := decodeNext(d)
			if err != nil {
				return nil, err
			}
			text := name.(string) // as JSON has it
			o.names = append(o.names, text)
			o.values[text] = value
		}
		_, err := d.Token()
		return o, err
	case json.Delim('['):
		items := []any{}
		for d.More() {
			item, err := decodeNext(d)
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

// at returns the value below the names; nil for none.
func at(v any, names ...string) any {
	for _, name := range names {
		o, is := v.(*object)
		if !is {
			return nil
		}
		v = o.values[name]
	}
	return v
}

func textAt(v any, names ...string) string {
	text, _ := at(v, names...).(string)
	return text
}

// membersAt is the object below the names, an empty one for nothing.
func membersAt(v any, names ...string) *object {
	if o, is := at(v, names...).(*object); is {
		return o
	}
	return newObject()
}

func list(v any) []any {
	items, _ := v.([]any)
	return items
}

// refName is the schema that a reference names, "" for none.
func refName(s any) string {
	name, is := strings.CutPrefix(textAt(s, "$ref"), "#/components/schemas/")
	if !is {
		return ""
	}
	return name
}
