// The JSON that a program would send instead of a form.

package forms

import (
	"strings"

	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/plan"
)

// maxSample is how long an example of a body may be before it goes into a file.
const maxSample = 4 << 10

// secrets are the fields that sample leaves out, for people.
func (f *Form) secrets() string {
	var labels []string
	for _, in := range f.Fields {
		if in.Secret || in.Input == "file" {
			labels = append(labels, in.Label)
		}
	}
	return strings.Join(labels, ", ")
}

// sample is the JSON that a program would send instead of the form, nil for a form without fields.
// It has no secrets: shells keep what people type.
func (f *Form) sample() []byte {
	if len(f.Fields) == 0 {
		return nil
	}
	b := []byte{'{'}
	for _, in := range f.Fields {
		if in.Secret || in.Input == "file" {
			continue
		}
		if len(b) > 1 {
			b = append(b, ", "...)
		}
		b = append(inputs.AppendJSON(b, in.Name), ": "...)
		b = inputs.AppendJSON(b, in.SampleValue())
	}
	return append(b, '}')
}

// enclosed is a body in the envelope that the resource wants it in; nil for none.
func enclosed(body []byte, of *plan.Resource) []byte {
	if body == nil || of == nil || of.Envelope == nil {
		return body
	}
	path := of.Envelope.InputPath()
	for i := len(path) - 1; i >= 0; i-- {
		b := append(inputs.AppendJSON([]byte{'{'}, path[i]), ": "...)
		body = append(append(b, body...), '}')
	}
	return body
}
