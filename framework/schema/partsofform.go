// Objects and lists that a form says by parts: "frame.wood", "frames[0].wood".

package schema

import (
	"encoding/json"
	"strings"
)

// TextsOfForm are the texts of a form for a field: those of its name, or of a list with an index behind it. An object, and
// a list of objects, that the form says by parts are one text in JSON, the empty one where all parts are empty.
func (f *Field) TextsOfForm(form map[string][]string) (texts []string, sent bool) {
	in := Input{Form: form}
	return in.texts(f)
}

// partsOfForm is the value of an object, or of a list of objects, that a form says by parts, as JSON.
func (f *Field) partsOfForm(form map[string][]string) (text string, sent bool) {
	var value any
	switch {
	case f.Object != nil:
		parts := map[string][]string{}
		for name, texts := range form {
			if inside, ok := strings.CutPrefix(name, f.Wire+"."); ok && inside != "" {
				parts[inside] = texts
			}
		}
		row := FormRow{Texts: parts}
		if sent = len(parts) > 0; sent && (!row.Left() || f.keepsEmpty()) {
			value = f.Object.objectOfForm(parts, "", true)
		}
	case f.Items != nil:
		list := []any{}
		for _, row := range RowsOfForm(form, f.Wire) {
			if sent = true; !row.Left() {
				list = append(list, f.Items.objectOfForm(row.Texts, "", true))
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

// keepsEmpty reports whether an object all of whose inputs are empty is one: it has to be there, or boxes without a tick
// are all that there is to say of it.
func (f *Field) keepsEmpty() bool {
	ticks, others := false, false
	for _, member := range f.Object.Fields {
		ticks = ticks || member.Kind.Input.Tick
		others = others || !member.Kind.Input.Tick && member.Required()
	}
	return !f.Null && (f.Required() || ticks && !others)
}

// hasParts reports whether a form may say the field by parts.
func (f *Field) hasParts() bool { return f.Object != nil || f.Items != nil }
