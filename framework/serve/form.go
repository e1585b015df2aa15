package serve

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/schema"
)

// inputKind is the HTML input for a field.
func inputKind(f *schema.Field) string {
	switch {
	case f.WriteOnly && f.Kind == schema.Text:
		return "password"
	case f.Choices != nil || f.Kind == schema.ToOne || threeWay(f):
		return "select"
	case f.Multiline:
		return "textarea"
	case f.Format != "":
		return f.Format
	}
	switch f.Kind {
	case schema.Boolean:
		return "checkbox"
	case schema.ManyRows:
		return "multiselect"
	case schema.Integer, schema.Number:
		return "number"
	case schema.Day:
		return "date"
	case schema.Timestamp:
		return "datetime-local"
	default:
		return "text"
	}
}

// threeWay reports whether a boolean has a third answer, which a checkbox cannot give: it may be
// null, or is write-only and may stay as it is.
func threeWay(f *schema.Field) bool { return f.Kind == schema.Boolean && (f.Null || f.WriteOnly) }

// isTrue reports whether a text is one that binding reads as true.
func isTrue(text string) bool {
	return slices.Contains([]string{"true", "t", "yes", "y", "on", "1"}, strings.ToLower(text))
}

// nothing is the label of the option that chooses none.
const nothing = "---------"

// fill puts values, as texts, into the input for a field. search is what was searched for among
// the rows that a relation may refer to.
func (x *exchange) fill(field *FormField, f *schema.Field, texts []string, search string) error {
	if len(texts) > 0 {
		field.Text = texts[len(texts)-1]
	}
	switch {
	case threeWay(f):
		fillThreeWay(field, f)
	case f.Kind == schema.Boolean:
		field.Checked = isTrue(field.Text)
	case f.Choices != nil:
		fillChoices(field, f)
	case f.Kind == schema.ToOne || f.Kind == schema.ManyRows:
		return x.relationOptions(field, f, texts, search)
	}
	return nil
}

func fillThreeWay(field *FormField, f *schema.Field) {
	third := "Not known"
	if !f.Null {
		third = nothing
	}
	switch {
	case field.Text == "":
	case isTrue(field.Text):
		field.Text = "true"
	case slices.Contains([]string{"false", "f", "no", "n", "off", "0"}, strings.ToLower(field.Text)):
		field.Text = "false"
	}
	field.Options = []Option{{Label: third}, {Value: "true", Label: "Yes"}, {Value: "false", Label: "No"}}
	keepChosen(field, field.Text)
}

// fillChoices offers the choices of the plan. Where none is chosen the form says so: a browser
// would choose the first for somebody who has not.
func fillChoices(field *FormField, f *schema.Field) {
	for _, c := range f.Choices {
		field.Options = append(field.Options, Option{Value: c.Value, Label: c.Label})
	}
	offerNothing(field, f.Null || f.Optional)
	keepChosen(field, field.Text)
}

// offerNothing puts an empty option first where the field may be empty, and where it is.
func offerNothing(field *FormField, may bool) {
	has := slices.ContainsFunc(field.Options, func(o Option) bool { return o.Value == "" })
	if !has && (may || field.Text == "") {
		field.Options = append([]Option{{Label: nothing}}, field.Options...)
	}
}

// keepChosen selects the options with the texts. A text that is not offered, such as an alias or
// a record that the requester may not see, stays selected: a form that is sent without a change
// changes nothing.
func keepChosen(field *FormField, texts ...string) {
	var kept []Option
	for _, text := range texts {
		i := slices.IndexFunc(field.Options, func(o Option) bool { return o.Value == text })
		if i >= 0 {
			field.Options[i].Selected = true
		} else if !slices.ContainsFunc(kept, func(o Option) bool { return o.Value == text }) {
			kept = append(kept, Option{text, text, true})
		}
	}
	field.Options = append(kept, field.Options...)
}

// texts are the record's value of a field as a form sends it.
func (x *exchange) texts(f *schema.Field, rec *schema.Record) []string {
	if rec.Hidden(f) {
		return nil
	}
	switch v := rec.Get(f).(type) {
	case nil:
		return nil
	case []int64:
		texts := make([]string, len(v))
		for i, id := range v {
			texts[i] = x.reference(f, id)
		}
		return texts
	case int64:
		if f.Kind == schema.ToOne && v == 0 {
			return nil
		}
		if f.Kind == schema.ToOne && f.Show == schema.ShowField {
			return []string{rec.Shown(f)}
		}
		return []string{x.reference(f, v)}
	case float64:
		return []string{strconv.FormatFloat(v, 'f', -1, 64)}
	case time.Time:
		return []string{v.UTC().Format("2006-01-02T15:04:05.999999")}
	default:
		return []string{fmt.Sprint(v)}
	}
}

func (x *exchange) reference(f *schema.Field, id int64) string {
	text := strconv.FormatInt(id, 10)
	if f.Relation != nil && f.Show == schema.ShowLink {
		return x.base + f.LinkPath + text + "/"
	}
	return text
}

// typed is what the client sent for a field, as texts.
func (x *exchange) typed(f *schema.Field) ([]string, bool) {
	if x.body.Form != nil {
		texts, sent := x.body.Form[f.Wire]
		if f.Kind == schema.Boolean || f.Kind == schema.ManyRows {
			return texts, true
		}
		return texts, sent
	}
	object, _ := x.body.Value.(map[string]any)
	value, sent := object[f.Wire]
	if !sent {
		return nil, false
	}
	if list, ok := value.([]any); ok {
		texts := make([]string, len(list))
		for i, item := range list {
			texts[i] = typedText(item)
		}
		return texts, true
	}
	return []string{typedText(value)}, true
}

func typedText(v any) string {
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
