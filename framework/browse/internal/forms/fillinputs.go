// Filling inputs with the values of fields.

package forms

import (
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// Fill puts texts into the input for a field. search is the search text for the rows that a relation may
// refer to.
func (b *Builder) Fill(in *inputs.Input, f *schema.Field, texts []string, search string) error {
	if len(texts) > 0 {
		in.Text = texts[len(texts)-1]
	}
	if f.Item != nil && len(texts) > 1 {
		in.Text = strings.Join(slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return text == "" }), "\n")
	}
	switch {
	case inputs.ThreeWay(f, in.Hidden || in.Secret):
		in.FillThreeWay(f)
	case f.Kind.Input.Tick:
		in.Checked, _ = field.Truth(in.Text)
	case f.Kind.Input.Many:
		for _, c := range f.Item.Choices {
			in.Options = append(in.Options, inputs.Option{Value: c.Value, Label: c.Label})
		}
		in.KeepChosen(texts...)
	case f.Choices != nil:
		in.FillChoices(f)
	case f.Relation != nil:
		return b.relationOptions(in, f, texts, search)
	}
	return nil
}
