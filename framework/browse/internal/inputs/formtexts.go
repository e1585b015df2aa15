// Values of fields as texts of forms, and the HTML control of each.

package inputs

import (
	"cmp"
	"encoding/json"
	"strconv"
	"time"

	"example.com/resourceful/framework/schema"
)

// ControlOf returns the kind of control for a field.
func ControlOf(f *schema.Field) string {
	switch {
	case f.WriteOnly && f.Kind.FreeText:
		return "password"
	case f.Kind.Input.Many:
		return "multiselect"
	case f.Choices != nil || ThreeWay(f, f.WriteOnly):
		return "select"
	case f.Multiline:
		return "textarea"
	case f.Format != "":
		return f.Format
	}
	return cmp.Or(f.Kind.Input.Control, "text")
}

// ThreeWay reports whether a boolean has a third answer, which a checkbox cannot give: null, or the
// unchanged value of a write-only field.
func ThreeWay(f *schema.Field, hidden bool) bool { return f.Kind.Input.Tick && (f.Null || hidden) }

// EmptyIsUnsent reports whether a form leaves out the field if its input is empty.
func EmptyIsUnsent(f *schema.Field) bool {
	return f.Kind.Input.Tick || f.Kind.Input.Many || f.IsManyToMany()
}

// TypeName returns the type of a field in the table of fields.
func TypeName(f *schema.Field) string {
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

// FormTexts returns the record's value of a field as a form sends it.
func FormTexts(f *schema.Field, rec *schema.Record, base string, zone *time.Location) []string {
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
		return Texts(keys, func(key schema.Key) string { return Reference(f, key, base) })
	case f.IsToOne() && f.Show == schema.ShowField:
		return []string{rec.Shown(f)}
	case f.IsToOne() && f.ShownBy() != nil:
		return []string{Reference(f, schema.TextKey(rec.Shown(f)), base)}
	case f.IsToOne():
		return []string{Reference(f, v.(schema.Key), base)}
	}
	if list, several := v.([]any); several && f.Kind.Input.Many {
		return Texts(list, f.Item.In(zone).Text)
	}
	return []string{f.In(zone).Text(v)}
}

// Reference returns the key of a related record as a client sends it.
func Reference(f *schema.Field, key schema.Key, base string) string {
	if f.ByLink() {
		return base + f.LinkPath + key.Path() + "/"
	}
	return key.String()
}

// SentText returns a value of JSON as the text of an input.
func SentText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		return strconv.FormatBool(v)
	}
	text, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(text)
}

// WireTexts returns a value of a representation as a form sends it.
func WireTexts(f *schema.Field, value any, zone *time.Location) []string {
	list, several := value.([]any)
	switch {
	case value == nil:
		return nil
	case several && (f.Kind.Input.Many || f.IsManyToMany()):
		return Texts(list, SentText)
	case f.Relation == nil && !f.IsNested():
		if bound, messages, parts := f.ParseParts(value); messages == nil && parts == nil {
			return []string{f.In(zone).Text(bound)}
		}
	}
	return []string{SentText(value)}
}

// Texts returns the text of each item.
func Texts[T any](list []T, text func(T) string) []string {
	texts := make([]string, len(list))
	for i, item := range list {
		texts[i] = text(item)
	}
	return texts
}

// Last returns the last value, or "" for none.
func Last(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[len(values)-1]
}
