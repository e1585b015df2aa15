// The form of a request that failed, to be sent again.

package refusedform

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// Resend is the form of a request that failed by a fault of the server, as it was sent. Its address is the
// page's.
type Resend struct {
	Hidden []inputs.SentField // fields such as _method
	Fields []*inputs.Input
	Once   bool // the service applies it once, however often it is sent
}

// Prepare fills in the inputs' ids, and whether the form is applied only once.
func (r *Resend) Prepare(answer *layout.Answer) {
	r.Once = answer.Status >= 500 && HasKey(r.Hidden)
	for i, in := range r.Fields {
		in.ID = "again-" + strconv.Itoa(i+1) // several fields may share a name, with any characters
		in.Search = ""                       // a search would return without the other fields
	}
}

// HasKey reports whether a form has a key, so that it is applied only once.
func HasKey(fields []inputs.SentField) bool {
	return slices.ContainsFunc(fields, func(s inputs.SentField) bool { return s.Name == pageapi.KeyField })
}

// resendFields returns the inputs of a form to be sent again, made only of the sent values. They reveal
// nothing of the resource to requesters without its permission.
func resendFields(b *forms.Builder, failure *Failure) (fields []*inputs.Input) {
	switch {
	case b.Form.Raw != nil:
		return []*inputs.Input{{Name: pageapi.ContentField, Label: "Content", Input: "textarea", Text: failure.Raw.Content}}
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

// unknownFields returns inputs for a form whose operation is not known.
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

// resendField returns the resource's input for a field, with the chosen related rows as its only options.
func resendField(b *forms.Builder, f *schema.Field) *inputs.Input {
	in := inputs.New(f)
	texts, _ := f.TextsOfForm(b.Form.Posted)
	in.Required, in.Field = false, nil // the value stays as it was sent
	if in.Secret {
		in.Retype, texts = strings.Join(texts, "") != "", nil
	}
	if f.Relation == nil {
		_ = b.Fill(in, catalog.RowField(f), texts, "") // without a relation it reads no rows
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
