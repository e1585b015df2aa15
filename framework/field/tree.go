// Trees of JSON: parsed, written, measured, and checked for texts that no database can store.

package field

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// decodeJSON decodes a JSON document as a tree with json.Number for numbers.
func decodeJSON(text string) (v any, err error) {
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

// appendValue writes a tree as JSON, with the members of objects sorted by name.
func appendValue(b []byte, v any) []byte { return (&Tree{}).append(b, v) }

// append writes a value of the tree as JSON.
func (o *Tree) append(b []byte, v any) []byte {
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
			b = o.append(b, item)
		}
		return append(b, ']')
	case map[string]any:
		b = append(b, '{')
		for i, name := range o.namesOf(v) {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(AppendText(b, name), ':')
			b = o.append(b, v[name])
		}
		return append(b, '}')
	}
	text, err := json.Marshal(v) // a value from the team's code
	if err != nil {
		return append(b, "null"...)
	}
	return append(b, text...)
}

func sizeOf(v any) (bytes int) {
	switch v := v.(type) {
	case string:
		return len(v)
	case json.Number:
		return len(v)
	case []any:
		for _, item := range v {
			bytes += 16 + sizeOf(item)
		}
	case map[string]any:
		for name, item := range v {
			bytes += 32 + len(name) + sizeOf(item)
		}
	}
	return bytes
}

// depth returns the largest depth of lists and objects in a value.
func depth(v any) (levels int) {
	switch v := v.(type) {
	case Tree:
		return depth(v.Value)
	case []any:
		for _, item := range v {
			levels = max(levels, depth(item))
		}
		return levels + 1
	case map[string]any:
		for _, item := range v {
			levels = max(levels, depth(item))
		}
		return levels + 1
	}
	return 0
}

// unstorableIn returns the messages for the first text in a tree that a database cannot store.
func unstorableIn(v any) []string {
	switch v := v.(type) {
	case string:
		if !Storable(v) {
			return unstorable(v)
		}
	case []any:
		for _, item := range v {
			if messages := unstorableIn(item); messages != nil {
				return messages
			}
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			for _, part := range [...]any{name, v[name]} {
				if messages := unstorableIn(part); messages != nil {
					return messages
				}
			}
		}
	}
	return nil
}
