// The form that a fault kept from being done, to be sent again.

package failures

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/frame"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// Resend is a form that a fault of ours kept from being done, as it was sent. It goes to the
// address of the page.
type Resend struct {
	Hidden []inputs.SentField // such as _method
	Fields []*inputs.Input
	Once   bool // it is done no more than once, however often it is sent
}

// Prepare fills in what the page says around the fields.
func (r *Resend) Prepare(a *frame.Answer) {
	r.Once = a.Status >= 500 && HasKey(r.Hidden)
	for i, in := range r.Fields {
		in.ID = "again-" + strconv.Itoa(i+1) // several fields may have one name, and that any letters
		in.Search = ""                       // it would come back without the others
	}
}

// HasKey reports whether a form is done no more than once.
func HasKey(fields []inputs.SentField) bool {
	return slices.ContainsFunc(fields, func(s inputs.SentField) bool { return s.Name == pageapi.KeyField })
}

// resendFields are the inputs of a form that is to be sent again, made only of what was sent. To
// somebody who may not have been allowed to send it, they tell nothing of the resource.
func resendFields(b *forms.Builder, a *Failure) (fields []*inputs.Input) {
	switch {
	case b.Form.Raw != nil:
		return []*inputs.Input{{Name: pageapi.ContentField, Label: "Content", Input: "textarea", Text: a.Raw.Content}}
	case b.Action == plan.Destroy:
		return nil
	case !b.Writes():
		return unknownFields(b)
	}
	input := b.Resource.Shapes.Update
	if b.Action == plan.Create {
		input = b.Resource.Shapes.Create
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
func unknownFields(b *forms.Builder) (fields []*inputs.Input) {
	for _, name := range slices.Sorted(maps.Keys(b.Form.Posted)) {
		if strings.HasPrefix(name, "_") {
			continue
		}
		for _, text := range b.Form.Posted[name] {
			in := &inputs.Input{Name: name, Label: name, Input: "text", Text: text}
			if strings.Contains(text, "\n") {
				in.Input = "textarea"
			}
			if b.WriteOnly(name) {
				in.Secret, in.Retype, in.Text = true, text != "", ""
			}
			fields = append(fields, in)
		}
	}
	return fields
}

// resendField is the input for a field as the form of the resource has it, but that no related rows
// are offered beside those that were chosen.
func resendField(b *forms.Builder, f *schema.Field) *inputs.Input {
	in := inputs.New(f)
	texts, _ := f.TextsOfForm(b.Form.Posted)
	in.Required, in.Field = false, nil // as it was sent, whatever that was
	if in.Secret {
		in.Retype, texts = strings.Join(texts, "") != "", nil
	}
	if f.Relation == nil {
		_ = b.Fill(in, catalog.RowField(f), texts, "") // asks nobody
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
