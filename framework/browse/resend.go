// The form that a fault kept from being done, to be sent again.

package browse

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// resend is a form that a fault of ours kept from being done, as it was sent. It goes to the
// address of the page.
type resend struct {
	Hidden []inputs.SentField // such as _method
	Fields []*inputs.Input
	Once   bool // it is done no more than once, however often it is sent
}

// prepare fills in what the page says around the fields.
func (r *resend) prepare(a *answer) {
	r.Once = a.Status >= 500 && hasKey(r.Hidden)
	for i, in := range r.Fields {
		in.ID = "again-" + strconv.Itoa(i+1) // several fields may have one name, and that any letters
		in.Search = ""                       // it would come back without the others
	}
}

// hasKey reports whether a form is done no more than once.
func hasKey(fields []inputs.SentField) bool {
	return slices.ContainsFunc(fields, func(s inputs.SentField) bool { return s.Name == pageapi.KeyField })
}

// resendFields are the inputs of a form that is to be sent again, made of what was sent alone. To
// somebody who may not have been allowed to send it, they tell nothing of the resource.
func resendFields(b *builder, a *failure) (fields []*inputs.Input) {
	switch {
	case b.Form.Raw != nil:
		return []*inputs.Input{{Name: pageapi.ContentField, Label: "Content", Input: "textarea", Text: a.Raw.Content}}
	case b.Action == plan.Destroy:
		return nil
	case !b.writes():
		return unknownFields(b)
	}
	input := b.resource.Shapes.Update
	if b.Action == plan.Create {
		input = b.resource.Shapes.Create
	}
	for _, f := range input.Type.Fields {
		_, sent := f.TextsOfForm(b.Form.Posted)
		if f.Writable() && (sent || f.IsManyToMany() || inputs.ControlOf(f) == "checkbox") {
			fields = append(fields, resendField(b, f))
		}
	}
	return fields
}

// unknownFields are the inputs of a form of which it is not known what it is for.
func unknownFields(b *builder) (fields []*inputs.Input) {
	for _, name := range slices.Sorted(maps.Keys(b.Form.Posted)) {
		if strings.HasPrefix(name, "_") {
			continue
		}
		for _, text := range b.Form.Posted[name] {
			in := &inputs.Input{Name: name, Label: name, Input: "text", Text: text}
			if strings.Contains(text, "\n") {
				in.Input = "textarea"
			}
			if b.writeOnly(name) {
				in.Secret, in.Retype, in.Text = true, text != "", ""
			}
			fields = append(fields, in)
		}
	}
	return fields
}

// resendField is the input for a field as the form of the resource has it, but that no related rows
// are offered beside those that were chosen.
func resendField(b *builder, f *schema.Field) *inputs.Input {
	in := inputs.New(f)
	texts, _ := f.TextsOfForm(b.Form.Posted)
	in.Required, in.Field = false, nil // as it was sent, whatever that was
	if in.Secret {
		in.Retype, texts = strings.Join(texts, "") != "", nil
	}
	if f.Relation == nil {
		_ = b.fill(in, catalog.RowField(f), texts, "") // asks nobody
		return in
	}
	if len(texts) > 0 {
		in.Text = texts[len(texts)-1]
	}
	if f.IsToOne() {
		in.OfferNothing(f.Null)
	}
	in.KeepChosen(texts...)
	return in
}
