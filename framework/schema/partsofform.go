// Objects and lists in the parts of a form: "frame.wood", "frames[0].wood".

package schema

import (
	"encoding/json"
	"strings"
)

// TextsOfForm returns the texts of a field in a form: by its name, or with indexes after it for a list. An
// object, or a list of objects, in parts becomes one text in JSON, or "" if all parts are empty.
func (f *Field) TextsOfForm(form map[string][]string) (texts []string, sent bool) {
	in := Input{Form: form, Whole: true}
	return in.texts(f)
}

// partsOfForm returns the value of an object, or of a list of objects, in parts, as JSON.
func (f *Field) partsOfForm(in *Input) (text string, sent bool) {
	var value any
	switch {
	case f.Object != nil:
		parts := map[string][]string{}
		for name, texts := range in.Form {
			if inside, ok := strings.CutPrefix(name, f.Wire+"."); ok && inside != "" {
				parts[inside] = texts
			}
		}
		row := FormRow{Texts: parts}
		if sent = len(parts) > 0; sent && (!row.Left() || f.keepsEmpty()) {
			value = f.Object.objectOfForm(parts, "", Create, in.Whole)
		}
	case f.Items != nil:
		list := []any{}
		for _, row := range RowsOfForm(in.Form, f.Wire) {
			if sent = true; !row.Left() {
				list = append(list, f.Items.objectOfForm(row.Texts, "", Create, in.Whole))
			}
		}
		if len(list) > 0 {
			value = list
		}
	}
	if value == nil {
		return "", sent
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		return "", sent
	}
	return string(encoded), sent
}

// keepsEmpty reports whether an object with only empty inputs exists: it is required, or has only unticked
// boxes.
func (f *Field) keepsEmpty() bool {
	ticks, others := false, false
	for _, member := range f.Object.Fields {
		ticks = ticks || member.Kind.Input.Tick
		others = others || !member.Kind.Input.Tick && member.Required()
	}
	return !f.Null && (f.Required() || ticks && !others)
}

// hasParts reports whether a form may send the field in parts.
func (f *Field) hasParts() bool { return f.Object != nil || f.Items != nil }
