package serve

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// inputKind is the HTML input for a field.
func inputKind(f *schema.Field) string {
	switch {
	case f.WriteOnly && f.Kind.FreeText:
		return "password"
	case f.Choices != nil || threeWay(f):
		return "select"
	case f.Multiline:
		return "textarea"
	case f.Format != "":
		return f.Format
	}
	return cmp.Or(f.Kind.Input.Control, "text")
}

// threeWay reports whether a boolean has a third answer, which a checkbox cannot give: it may be
// null, or is write-only and may stay as it is.
func threeWay(f *schema.Field) bool { return f.Kind.Input.Tick && (f.Null || f.WriteOnly) }

// nothing is the label of the option that chooses none.
const nothing = "---------"

// fill puts values, as texts, into the input for a field. search is what was searched for among
// the rows that a relation may refer to.
func (x *exchange) fill(in *FormField, f *schema.Field, texts []string, search string) error {
	if len(texts) > 0 {
		in.Text = texts[len(texts)-1]
	}
	switch {
	case threeWay(f):
		fillThreeWay(in, f)
	case f.Kind.Input.Tick:
		in.Checked, _ = field.Truth(in.Text)
	case f.Choices != nil:
		fillChoices(in, f)
	case f.Relation != nil:
		return x.relationOptions(in, f, texts, search)
	}
	return nil
}

func fillThreeWay(in *FormField, f *schema.Field) {
	third := "Not known"
	if !f.Null {
		third = nothing
	}
	if truth, ok := field.Truth(in.Text); ok {
		in.Text = strconv.FormatBool(truth)
	}
	in.Options = []Option{{Label: third}, {Value: "true", Label: "Yes"}, {Value: "false", Label: "No"}}
	keepChosen(in, in.Text)
}

// fillChoices offers the choices of the plan. Where none is chosen the form says so: a browser
// would choose the first for somebody who has not.
func fillChoices(in *FormField, f *schema.Field) {
	for _, c := range f.Choices {
		in.Options = append(in.Options, Option{Value: c.Value, Label: c.Label})
	}
	offerNothing(in, f.Null || f.Optional)
	keepChosen(in, in.Text)
}

// offerNothing puts an empty option first where the field may be empty, and where it is.
func offerNothing(in *FormField, may bool) {
	has := slices.ContainsFunc(in.Options, func(o Option) bool { return o.Value == "" })
	if !has && (may || in.Text == "") {
		in.Options = append([]Option{{Label: nothing}}, in.Options...)
	}
}

// keepChosen selects the options with the texts. A text that is not offered, such as an alias or
// a record that the requester may not see, stays selected: a form that is sent without a change
// changes nothing.
func keepChosen(in *FormField, texts ...string) {
	var kept []Option
	for _, text := range texts {
		i := slices.IndexFunc(in.Options, func(o Option) bool { return o.Value == text })
		if i >= 0 {
			in.Options[i].Selected = true
		} else if !slices.ContainsFunc(kept, func(o Option) bool { return o.Value == text }) {
			kept = append(kept, Option{text, text, true})
		}
	}
	in.Options = append(kept, in.Options...)
}

// texts are the record's value of a field as a form sends it.
func (x *exchange) texts(f *schema.Field, rec *schema.Record) []string {
	if rec.Hidden(f) {
		return nil
	}
	v := rec.Get(f)
	switch keys, _ := v.([]int64); {
	case v == nil:
		return nil
	case f.IsToMany():
		texts := make([]string, len(keys))
		for i, id := range keys {
			texts[i] = x.reference(f, id)
		}
		return texts
	case f.IsToOne() && f.Show == schema.ShowField:
		return []string{rec.Shown(f)}
	case f.IsToOne():
		return []string{x.reference(f, v.(int64))}
	}
	return []string{f.Text(v)}
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
		if f.Kind.Input.Tick || f.IsManyToMany() {
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
