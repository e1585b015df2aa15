// The typed values of a form, as texts.

package forms

import (
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/schema"
)

// SentTexts returns the sent value of a field, as texts.
func (b *Builder) SentTexts(f *schema.Field) (texts []string, sent bool) {
	if b.Sent.Form != nil {
		texts, sent = f.TextsOfForm(b.Sent.Form)
		return texts, sent || inputs.EmptyIsUnsent(f)
	}
	object, _ := b.Sent.Value.(map[string]any)
	value, sent := object[f.Wire]
	if !sent {
		return nil, false
	}
	if list, ok := value.([]any); ok {
		texts = make([]string, len(list))
		for i, item := range list {
			texts[i] = inputs.SentText(item)
		}
		return texts, true
	}
	return []string{inputs.SentText(value)}, true
}
