// Values of fields as texts of forms and as cells of tables.

package browse

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"example.com/resourceful/framework/browse/internal/marks"
	"example.com/resourceful/framework/schema"
)

// What pages make of a field by its kind stands in this file and nowhere else.

// controlOf is the input for a field.
func controlOf(f *schema.Field) string {
	switch {
	case f.WriteOnly && f.Kind.FreeText:
		return "password"
	case f.Kind.Input.Many:
		return "multiselect"
	case f.Choices != nil || threeWay(f, f.WriteOnly):
		return "select"
	case f.Multiline:
		return "textarea"
	case f.Format != "":
		return f.Format
	}
	return cmp.Or(f.Kind.Input.Control, "text")
}

// threeWay reports whether a boolean has a third answer, which a checkbox cannot give: it may be
// null, or is never shown and may stay as it is.
func threeWay(f *schema.Field, hidden bool) bool { return f.Kind.Input.Tick && (f.Null || hidden) }

// emptyIsUnsent reports whether a form does not send the field at all where it is empty.
func emptyIsUnsent(f *schema.Field) bool {
	return f.Kind.Input.Tick || f.Kind.Input.Many || f.IsManyToMany()
}

// typeName is what the table of fields says that a field is.
func typeName(f *schema.Field) string {
	switch {
	case f.Choices != nil:
		return "choice"
	case f.ByLink() && f.IsToMany():
		return "addresses"
	case f.ByLink():
		return "address"
	case f.Format != "":
		return f.Format
	}
	return f.Kind.String()
}

// formTexts are the record's value of a field as a form sends it.
func formTexts(f *schema.Field, rec *schema.Record, base string, zone *time.Location) []string {
	if rec.Hidden(f) {
		return nil
	}
	v := rec.Get(f)
	switch keys, _ := v.([]schema.Key); {
	case v == nil:
		return nil
	case f.IsToMany() && f.ShownBy() != nil:
		var texts []string
		_ = json.Unmarshal(rec.AppendField(nil, f, base), &texts) // it is a list of texts
		return texts
	case f.IsToMany():
		texts := make([]string, len(keys))
		for i, key := range keys {
			texts[i] = reference(f, key, base)
		}
		return texts
	case f.IsToOne() && f.Show == schema.ShowField:
		return []string{rec.Shown(f)}
	case f.IsToOne() && f.ShownBy() != nil:
		return []string{reference(f, schema.TextKey(rec.Shown(f)), base)}
	case f.IsToOne():
		return []string{reference(f, v.(schema.Key), base)}
	}
	if list, several := v.([]any); several && f.Kind.Input.Many {
		texts := make([]string, len(list))
		for i, item := range list {
			texts[i] = f.Item.In(zone).Text(item)
		}
		return texts
	}
	return []string{f.In(zone).Text(v)}
}

// reference is the key of a related record as a client sends it.
func reference(f *schema.Field, key schema.Key, base string) string {
	if f.ByLink() {
		return base + f.LinkPath + key.Path() + "/"
	}
	return key.String()
}

// many is a value of several: the first of them, and how many there are.
type many struct {
	first []any
	total int
}

// shownValue is the record's value of a field for a table: nil, a bool, a json.Number, a string as
// the representation has it, a many, a nested, or a map for what a table does not show.
func (p *Pages) shownValue(rec *schema.Record, f *schema.Field, base string, zone *time.Location) any {
	if f.IsNested() {
		return p.nestedValue(f, decodeValue(rec.AppendFieldIn(nil, f, base, zone)))
	}
	switch v := rec.Get(f).(type) {
	case nil, bool:
		return v
	case string:
		return marks.ValidText(v)
	case int64:
		if f.Relation == nil && !f.ByLink() && f.Kind.Input.Numeric {
			return json.Number(strconv.FormatInt(v, 10))
		}
	case []schema.Key:
		if f.ShownBy() != nil {
			break // its texts are no keys
		}
		list := many{total: len(v)}
		for _, key := range v[:min(len(v), maxItems)] {
			if f.ByLink() {
				list.first = append(list.first, reference(f, key, base))
			} else {
				list.first = append(list.first, wireValue(key.AppendJSON(nil)))
			}
		}
		return list
	}
	return wireValue(rec.AppendFieldIn(nil, f, base, zone))
}

// writtenValue is shownValue of a value that was written as JSON and decoded.
func (p *Pages) writtenValue(f *schema.Field, value any) any {
	if f.IsNested() {
		return p.nestedValue(f, value)
	}
	return shownList(value)
}

// wireValue is a value as the representation has it.
func wireValue(text []byte) any { return shownList(decodeValue(text)) }

// decodeValue decodes JSON, nil where it is none.
func decodeValue(text []byte) any {
	var v any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return nil
	}
	return v
}

// shownList is a value whose list, if it is one, is cut to what a table shows.
func shownList(v any) any {
	if list, ok := v.([]any); ok {
		return many{slices.Clone(list[:min(len(list), maxItems)]), len(list)}
	}
	return v
}
