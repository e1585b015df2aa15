// The inputs of an object or a list: one for each member, item, or member of an item.

package forms

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/schema"
)

// partName is the name of a hidden field of an object, so that an object with only unticked boxes is still
// sent.
const partName = "_part"

// split gives an object an input for each member, and a list an input for each item, if inputs can hold the
// value: all but texts of several lines. texts are the texts of a single input for it, and path is the path
// of messages; "" for a value that was not typed.
func (b *Builder) split(in *inputs.Input, f *schema.Field, path string, texts []string) error {
	switch {
	case in.Secret || in.Hidden || in.Input != "textarea":
		return nil
	case f.Object != nil:
		return b.splitObject(in, f, path)
	case f.Items != nil:
		return b.splitObjects(in, f, path)
	case f.Item != nil && splits(f):
		b.splitList(in, f, path, texts)
	}
	return nil
}

// splits reports whether inputs of one line, or selects, can hold the items of a list.
func splits(f *schema.Field) bool {
	kind := f.Item.Kind
	return kind.Form == nil && kind.Members == nil && !kind.Input.Tick && kind.Input.Control != "textarea" && kind.Input.Control != "file" && !f.Multiline
}

// splitList gives a list an input for each item, and an empty one if the list may have another.
func (b *Builder) splitList(in *inputs.Input, f *schema.Field, path string, texts []string) {
	if len(texts) == 1 && strings.HasPrefix(texts[0], "[") {
		return // an item needs JSON
	}
	var items []string
	for _, text := range texts {
		for line := range strings.SplitSeq(text, "\n") {
			if line = strings.TrimSuffix(line, "\r"); line != "" {
				items = append(items, line)
			}
		}
	}
	if len(items) > maxRowInputs {
		return
	}
	if path != "" {
		in.Errors = slices.Clone(b.Problems.Get(path))
	}
	control := cmp.Or(f.Item.Format, f.Item.Kind.Input.Control, "text")
	if f.Item.Format == "" && f.Item.Choices != nil {
		control = "select"
	}
	more := f.MaxLength == 0 || len(items) < f.MaxLength
	for i := 0; i < len(items) || i == len(items) && more; i++ {
		item := &inputs.Input{Name: in.Name, Label: fmt.Sprintf("%s %d", in.Label, i+1), Input: control, MaxLength: f.Item.MaxLength, Min: f.Item.Min, Max: f.Item.Max}
		if i < len(items) {
			item.Text = items[i]
			if path != "" {
				item.Errors = slices.Clone(b.Problems.Get(schema.RowPath(path, i)))
			}
		}
		if f.Item.Choices != nil {
			item.Offer(f.Item.Choices)
			item.OfferNothing(true)
			item.KeepChosen(item.Text)
		}
		in.Items = append(in.Items, item)
	}
}

// splitObject gives an object an input for each member.
func (b *Builder) splitObject(in *inputs.Input, f *schema.Field, path string) error {
	values := map[string]any{}
	if strings.TrimSpace(in.Text) != "" {
		decoded, is := f.Kind.Form(&f.Spec, []string{in.Text}).(map[string]any)
		if !is {
			return nil // typed JSON stays as it is
		}
		values = decoded
	}
	members, names, err := b.memberInputs(f.Object, in.Name, path, values, in.Required)
	if err != nil {
		return err
	}
	in.Members = members
	if path != "" {
		in.Errors = inputs.RowErrors(b.Problems, path, names)
	}
	return nil
}

// splitObjects gives a list of objects a group of inputs for each object, and one for a new one.
func (b *Builder) splitObjects(in *inputs.Input, f *schema.Field, path string) error {
	var list []any
	if strings.TrimSpace(in.Text) != "" {
		decoded, is := f.Kind.Form(&f.Spec, []string{in.Text}).([]any)
		if !is || len(decoded) > maxRowInputs {
			return nil
		}
		list = decoded
	}
	rows := &inputs.RowInputs{}
	more := f.MaxLength == 0 || len(list) < f.MaxLength
	for i := 0; i < len(list) || i == len(list) && more; i++ {
		name, at := schema.RowPath(in.Name, i), ""
		row := &inputs.RowInput{Title: fmt.Sprintf("%s %d", in.Label, i+1)}
		values := map[string]any{}
		if i < len(list) {
			var is bool
			if values, is = list[i].(map[string]any); !is {
				return nil
			}
			row.Remove, row.Hidden = name+"."+schema.RemoveName, []inputs.SentField{{Name: name + "." + partName, Text: "true"}}
			if path != "" {
				at = schema.RowPath(path, i)
			}
		}
		members, names, err := b.memberInputs(f.Items, name, at, values, i < len(list))
		if err != nil {
			return err
		}
		row.Fields = members
		if at != "" {
			row.Errors = inputs.RowErrors(b.Problems, at, names)
		}
		rows.List = append(rows.List, row)
	}
	in.Nested = rows
	if path != "" {
		in.Errors = slices.Clone(b.Problems.Get(path))
	}
	return nil
}

// memberInputs returns the inputs of an object's members under a name, and their names. A required object
// starts with the defaults of its members.
func (b *Builder) memberInputs(t *schema.Type, name, path string, values map[string]any, there bool) (fields []*inputs.Input, names map[string]bool, err error) {
	names = map[string]bool{}
	for _, f := range t.Fields {
		in := inputs.New(f)
		in.Name, in.Required = name+"."+f.Wire, in.Required && there
		texts := inputs.WireTexts(f, values[f.Wire], b.Zone)
		if there && path == "" && len(values) == 0 && f.HasDefault && f.Default != nil {
			texts = []string{f.In(b.Zone).Text(f.Default)}
		}
		if err := b.fillAt(in, f, texts, "", within(path, f.Wire)); err != nil {
			return nil, nil, err
		}
		names[f.Wire] = true
		fields = append(fields, in)
	}
	return fields, names, nil
}
