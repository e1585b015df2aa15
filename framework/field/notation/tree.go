// Trees of JSON: parsed, written, measured, and checked for texts that no database can store.

package notation

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// DecodeJSON decodes a JSON document as a tree with json.Number for numbers.
func DecodeJSON(text string) (v any, err error) {
	switch text { // most columns have these values
	case "[]":
		return []any{}, nil
	case "{}":
		return map[string]any{}, nil
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err = d.Decode(&v); err == nil && d.More() {
		err = fmt.Errorf("there is more than one document")
	}
	return v, err
}

// AppendValue writes a tree as JSON, with the members of objects sorted by name.
func AppendValue(b []byte, v any) []byte { return (&Tree{}).Append(b, v) }

// Append writes a value of the tree as JSON.
func (o *Tree) Append(b []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		return AppendText(b, v)
	case json.Number:
		return append(b, v...)
	case []any:
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = o.Append(b, item)
		}
		return append(b, ']')
	case map[string]any:
		b = append(b, '{')
		for i, name := range o.namesOf(v) {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(AppendText(b, name), ':')
			b = o.Append(b, v[name])
		}
		return append(b, '}')
	}
	text, err := json.Marshal(v) // a value from the team's code
	if err != nil {
		return append(b, "null"...)
	}
	return append(b, text...)
}

// SizeOf returns the number of bytes of the texts and names in a tree.
func SizeOf(v any) (bytes int) {
	switch v := v.(type) {
	case string:
		return len(v)
	case json.Number:
		return len(v)
	case []any:
		for _, item := range v {
			bytes += 16 + SizeOf(item)
		}
	case map[string]any:
		for name, item := range v {
			bytes += 32 + len(name) + SizeOf(item)
		}
	}
	return bytes
}

// Depth returns the largest depth of lists and objects in a value.
func Depth(v any) (levels int) {
	switch v := v.(type) {
	case Tree:
		return Depth(v.Value)
	case []any:
		for _, item := range v {
			levels = max(levels, Depth(item))
		}
		return levels + 1
	case map[string]any:
		for _, item := range v {
			levels = max(levels, Depth(item))
		}
		return levels + 1
	}
	return 0
}

// UnstorableIn returns the messages for the first text in a tree that a database cannot store.
func UnstorableIn(v any) []string {
	switch v := v.(type) {
	case string:
		if !Storable(v) {
			return Unstorable(v)
		}
	case []any:
		for _, item := range v {
			if messages := UnstorableIn(item); messages != nil {
				return messages
			}
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			for _, part := range [...]any{name, v[name]} {
				if messages := UnstorableIn(part); messages != nil {
					return messages
				}
			}
		}
	}
	return nil
}
