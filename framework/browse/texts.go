// Values of fields, as texts of forms.

package browse

import (
	"cmp"
	"encoding/json"
	"strconv"
	"time"

	"example.com/resourceful/framework/schema"
)

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

func sentText(v any) string {
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

// wireTexts are a value of a representation as a form sends it.
func wireTexts(f *schema.Field, value any, zone *time.Location) []string {
	list, several := value.([]any)
	switch {
	case value == nil:
		return nil
	case several && (f.Kind.Input.Many || f.IsManyToMany()):
		texts := make([]string, len(list))
		for i, item := range list {
			texts[i] = sentText(item)
		}
		return texts
	case f.Relation == nil && !f.IsNested():
		if bound, messages, parts := f.ParseParts(value); messages == nil && parts == nil {
			return []string{f.In(zone).Text(bound)}
		}
	}
	return []string{sentText(value)}
}

func last(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[len(values)-1]
}
