package browse

import (
	"bytes"
	"encoding/json"
)

// An object is a JSON object in its order.
type object []member

type member struct {
	name  string
	value any
}

func (o object) get(name string) any {
	for _, m := range o {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// decode reads JSON into nil, bool, json.Number, string, []any and object. The service wrote it
// itself; what cannot be read is nil.
func decode(body []byte) any {
	if len(body) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	v, err := decodeValue(d)
	if err != nil {
		return nil
	}
	return v
}

func decodeValue(d *json.Decoder) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('['):
		list := []any{}
		for d.More() {
			item, err := decodeValue(d)
			if err != nil {
				return nil, err
			}
			list = append(list, item)
		}
		_, err = d.Token()
		return list, err
	case json.Delim('{'):
		o := object{}
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			value, err := decodeValue(d)
			if err != nil {
				return nil, err
			}
			text, _ := name.(string)
			o = append(o, member{text, value})
		}
		_, err = d.Token()
		return o, err
	}
	return token, nil
}
