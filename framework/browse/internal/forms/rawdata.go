// The JSON that a program sends instead of a form.

package forms

import (
	"strings"

	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/plan"
)

// maxSample is the length up to which a sample body is in the command; longer ones are in a file.
const maxSample = 4 << 10

// secrets returns the labels of the fields that sample leaves out.
func (f *Form) secrets() string {
	var labels []string
	for _, in := range f.Fields {
		if in.Secret || in.Input == "file" {
			labels = append(labels, in.Label)
		}
	}
	return strings.Join(labels, ", ")
}

// sample returns the JSON that a program sends instead of the form, or nil for a form without fields. It
// has no secrets, because shells keep a history of commands.
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

// enclosed puts a body into the envelope of the resource; nil stays nil.
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
