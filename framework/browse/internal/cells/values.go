// Values of fields, as tables show them.

package cells

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/schema"
)

// many is a list value: its first items, and their number.
type many struct {
	first []any
	total int
}

// ShownValue returns the record's value of a field for a table: nil, a bool, a json.Number, a string in the
// notation of the representation, a many or a nested. It returns a map for a value that tables do not show.
func ShownValue(c *catalog.Catalog, rec *schema.Record, f *schema.Field, base string, zone *time.Location) any {
	if f.IsNested() {
		records, _ := rec.Get(f).([]*schema.Record)
		return nestedValue(c, f, DecodeValue(rec.AppendFieldIn(nil, f, base, zone)), records)
	}
	switch v := rec.Get(f).(type) {
	case nil, bool:
		return v
	case string:
		return typedtext.ValidText(v)
	case int64:
		if f.Relation == nil && !f.ByLink() && (f.Kind.Input.Numeric || f.Kind.Quoted) {
			return json.Number(strconv.FormatInt(v, 10))
		}
	case []schema.Key:
		if f.ShownBy() != nil {
			break // its texts are no keys
		}
		list := many{total: len(v)}
		for _, key := range v[:min(len(v), maxItems)] {
			if f.ByLink() {
				list.first = append(list.first, inputs.Reference(f, key, base))
			} else {
				list.first = append(list.first, wireValue(key.AppendJSON(nil)))
			}
		}
		return list
	}
	return wireValue(rec.AppendFieldIn(nil, f, base, zone))
}

// WrittenValue is ShownValue for a value that was decoded from JSON.
func WrittenValue(c *catalog.Catalog, f *schema.Field, value any) any {
	if f.IsNested() {
		return nestedValue(c, f, value, nil)
	}
	return shownList(value)
}

// wireValue decodes a value of the representation.
func wireValue(text []byte) any { return shownList(DecodeValue(text)) }

// DecodeValue decodes JSON, and returns nil for a text that is none.
func DecodeValue(text []byte) any {
	v, err := notation.DecodeJSON(string(text))
	if err != nil {
		return nil
	}
	return v
}

// shownList cuts a list to the length that a table shows, and returns other values as they are.
func shownList(v any) any {
	if list, ok := v.([]any); ok {
		return many{slices.Clone(list[:min(len(list), maxItems)]), len(list)}
	}
	return v
}

// nestedValue returns the value of a nested member, or nil for none. records are its rows as they were read, or
// nil.
func nestedValue(c *catalog.Catalog, f *schema.Field, value any, records []*schema.Record) any {
	n := nested{among: c, of: f.Derived.Shape, target: c.Serving(f.Derived.Shape), records: records}
	switch v := value.(type) {
	case map[string]any:
		n.rows, n.total = []map[string]any{v}, 1
	case []any:
		n.total, n.many = len(v), true
		for _, item := range v[:min(len(v), maxNested)] {
			values, _ := item.(map[string]any)
			n.rows = append(n.rows, values)
		}
	default:
		return nil
	}
	return n
}
