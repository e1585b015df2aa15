package browse

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"example.com/resourceful/framework/schema"
)

// What pages make of a field by its kind stands in this file and nowhere else.

// controls are the inputs of the kinds: the type of an <input>, or select, multiselect or checkbox.
var controls = [...]string{
	schema.Text: "text", schema.Integer: "number", schema.Number: "number", schema.Boolean: "checkbox",
	schema.Timestamp: "datetime-local", schema.Day: "date",
	schema.ToOne: "select", schema.HasRows: "text", schema.ManyRows: "multiselect",
}

// controlOf is the input for a field.
func controlOf(f *schema.Field) string {
	switch {
	case f.WriteOnly && controls[f.Kind] == "text":
		return "password"
	case f.Choices != nil || threeWay(f):
		return "select"
	case f.Multiline:
		return "textarea"
	case f.Format != "":
		return f.Format
	}
	return controls[f.Kind]
}

// threeWay reports whether a boolean has a third answer, which a checkbox cannot give: it may be
// null, or is write-only and may stay as it is.
func threeWay(f *schema.Field) bool { return f.IsTruth() && (f.Null || f.WriteOnly) }

// refersToOne and refersToMany report whether a field refers to another record, and to any number of
// them that a form may choose.
func refersToOne(f *schema.Field) bool { return f.Relation != nil && !f.Kind.ToMany() }

func refersToMany(f *schema.Field) bool {
	return f.Relation != nil && controls[f.Kind] == "multiselect"
}

// emptyIsUnsent reports whether a form does not send the field at all where it is empty.
func emptyIsUnsent(f *schema.Field) bool { return f.IsTruth() || refersToMany(f) }

// sortsByName reports whether the texts of a field may be put in the order of their letters.
func sortsByName(f *schema.Field) bool { return controls[f.Kind] == "text" }

// typeName is what the table of fields says that a field is.
func typeName(f *schema.Field) string {
	switch {
	case f.Choices != nil:
		return "choice"
	case f.ByLink() && f.Kind.ToMany():
		return "addresses"
	case f.ByLink():
		return "address"
	case f.Format != "":
		return f.Format
	}
	return f.Kind.String()
}

// formTexts are the record's value of a field as a form sends it.
func formTexts(f *schema.Field, rec *schema.Record, base string) []string {
	if rec.Hidden(f) {
		return nil
	}
	switch v := rec.Get(f).(type) {
	case nil:
		return nil
	case []int64:
		texts := make([]string, len(v))
		for i, id := range v {
			texts[i] = reference(f, id, base)
		}
		return texts
	case int64:
		if refersToOne(f) && f.Show == schema.ShowField {
			return []string{rec.Shown(f)}
		}
		return []string{reference(f, v, base)}
	case float64:
		return []string{strconv.FormatFloat(v, 'f', -1, 64)}
	case time.Time:
		return []string{v.UTC().Format("2006-01-02T15:04:05.999999")}
	default:
		return []string{fmt.Sprint(v)}
	}
}

// reference is the key of a related record as a client sends it; of another integer, the integer.
func reference(f *schema.Field, id int64, base string) string {
	text := strconv.FormatInt(id, 10)
	if f.Relation != nil && f.ByLink() {
		return base + f.LinkPath + text + "/"
	}
	return text
}

// many is a value of several: the first of them, and how many there are.
type many struct {
	first []any
	total int
}

// shownValue is the record's value of a field for a table: nil, a bool, a json.Number, a string as the
// representation has it, a many, or a map for what a table does not show.
func shownValue(rec *schema.Record, f *schema.Field, base string) any {
	switch v := rec.Get(f).(type) {
	case nil, bool:
		return v
	case string:
		return validText(v)
	case int64:
		if f.Relation == nil && !f.ByLink() {
			return json.Number(strconv.FormatInt(v, 10))
		}
	case []int64:
		if f.Show == schema.ShowField {
			break // its texts are no keys
		}
		list := many{total: len(v)}
		for _, id := range v[:min(len(v), maxItems)] {
			if f.ByLink() {
				list.first = append(list.first, reference(f, id, base))
			} else {
				list.first = append(list.first, json.Number(strconv.FormatInt(id, 10)))
			}
		}
		return list
	}
	return wireValue(rec.AppendField(nil, f, base))
}

// wireValue is a value as the representation has it.
func wireValue(text []byte) any {
	var v any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return nil
	}
	return shownList(v)
}

// shownList is a value whose list, if it is one, is cut to what a table shows.
func shownList(v any) any {
	if list, ok := v.([]any); ok {
		return many{slices.Clone(list[:min(len(list), maxItems)]), len(list)}
	}
	return v
}

// validText is a text with a mark for each byte that is no character.
func validText(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return string([]rune(text))
}

// isTrue and isFalse report whether a text is one that binding reads as true, and as false.
func isTrue(text string) bool {
	return slices.Contains([]string{"true", "t", "yes", "y", "on", "1"}, strings.ToLower(text))
}

func isFalse(text string) bool {
	return slices.Contains([]string{"false", "f", "no", "n", "off", "0"}, strings.ToLower(text))
}
