// Filling inputs with the values of fields: one input, or one for each member of an object and each item of a list.

package forms

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// Fill puts texts into the input for a field. search is the search text for the rows that a relation may
// refer to.
func (b *Builder) Fill(in *inputs.Input, f *schema.Field, texts []string, search string) error {
	in.Text = inputs.Last(texts)
	if f.Item != nil && len(texts) > 1 {
		in.Text = strings.Join(slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return text == "" }), "\n")
	}
	switch {
	case f.Kind.Input.Tick && in.Input == "select":
		in.FillThreeWay(f)
	case f.Kind.Input.Tick:
		in.Checked, _ = field.Truth(in.Text)
	case f.Kind.Input.Many:
		in.Offer(f.Item.Choices)
		in.KeepChosen(texts...)
	case f.Choices != nil:
		in.Offer(f.Choices)
		in.OfferNothing(f.Null || f.Optional) // browsers select the first option where none is
		in.KeepChosen(in.Text)
	case f.Relation != nil:
		return b.relationOptions(in, f, texts, search)
	}
	return nil
}

// fillAt fills an input or its parts, with the mistakes under a path; "" for a value that was not typed.
func (b *Builder) fillAt(in *inputs.Input, f *schema.Field, texts []string, search, path string) error {
	in.Zone, in.Words = b.Zone, b.Language
	if path != "" {
		in.Errors = inputs.FieldErrors(b.Problems, path)
	}
	if err := b.Fill(in, f, texts, search); err != nil {
		return err
	}
	return b.split(in, f, path, texts)
}

// within returns the path of messages about a member of a value; "" stays "".
func within(path, member string) string {
	if path == "" {
		return ""
	}
	return path + "." + member
}

// filtered returns the values that the list around a form is filtered by, so that a new record is in the list; nil for none,
// and for several of a field that takes one.
func (b *Builder) filtered(f *schema.Field) []string {
	if b.Action != plan.List || b.Method != http.MethodGet {
		return nil
	}
	query := layout.ListQuery{All: pageapi.QueryParams(b.Request.URL.RawQuery)}
	for _, p := range b.Resource.Params {
		if !catalog.FiltersOwn(p) || p.Field != f || p.Lookup != field.Equal && p.Lookup != field.In {
			continue
		}
		texts := query.Texts(p)
		if len(texts) == 0 || len(texts) > 1 && !f.IsManyToMany() {
			continue
		}
		c := Choices{Field: f, ByKey: true}
		for i, text := range texts {
			switch keys := c.chosen(texts[i : i+1]); {
			case p.Me && text == plan.Me && b.User != nil && f.Show == schema.ShowField:
				texts[i] = b.User.Username
			case len(keys) == 1 && f.ByLink():
				texts[i] = inputs.Reference(f, keys[0], b.Base)
			}
		}
		return texts
	}
	return nil
}

// currentFile returns the record's file in a field, or nil where it has none or does not show it.
func (b *Builder) currentFile(f *schema.Field, rec *schema.Record, typed bool) *inputs.CurrentFile {
	href := rec.Link(f, b.Base)
	if href == "" {
		return nil
	}
	file := &inputs.CurrentFile{Name: cmp.Or(rec.FileOf(f).Name, f.Label), Href: strings.TrimPrefix(href, b.Base), Image: f.Kind.File == field.ImageFile, Clears: f.Null}
	file.Cleared = typed && slices.Contains(b.Form.Posted[schema.ClearName], f.Wire)
	return file
}

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
	var err error
	in.Members, in.Errors, err = b.memberInputs(f.Object, in.Name, path, values, in.Required)
	return err
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
		var err error
		if row.Fields, row.Errors, err = b.memberInputs(f.Items, name, at, values, i < len(list)); err != nil {
			return err
		}
		rows.List = append(rows.List, row)
	}
	in.Nested = rows
	if path != "" {
		in.Errors = slices.Clone(b.Problems.Get(path))
	}
	return nil
}

// memberInputs returns the inputs of an object's members under a name, and the messages under a path that belong to none
// of them. A required object starts with the defaults of its members.
func (b *Builder) memberInputs(t *schema.Type, name, path string, values map[string]any, there bool) (fields []*inputs.Input, messages []string, err error) {
	names := map[string]bool{}
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
	if path != "" {
		messages = inputs.RowErrors(b.Problems, path, names)
	}
	return fields, messages, nil
}
