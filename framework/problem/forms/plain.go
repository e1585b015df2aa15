// Package forms has the ways in which a service tells of a problem: as Django REST framework does,
// as problem details (RFC 9457), and within one member. A set lists one, or any other
// plan.ErrorForm.
package forms

import (
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/problem"
)

// Plain tells of refusals as Django REST framework does: {"detail": "Not found."}, and for an
// input that breaks rules its messages by field, {"title": ["This field is required."]}.
type Plain struct{}

// Status implements plan.ErrorForm: that of the code.
func (Plain) Status(p *problem.Error) int { return p.Code.Status() }

// AppendBody implements plan.ErrorForm.
func (Plain) AppendBody(dst []byte, p *problem.Error) []byte {
	if len(p.Fields) == 0 {
		return append(field.AppendText(append(dst, `{"detail":`...), p.Detail), '}')
	}
	return appendFields(dst, p.Fields)
}

// ContentType implements plan.ErrorForm.
func (Plain) ContentType(of string) string { return of }

// String implements plan.ErrorForm: nothing is to be said of what every set has.
func (Plain) String() string { return "" }

// appendFields appends messages as an object of lists.
func appendFields(dst []byte, fields problem.Fields) []byte {
	dst = append(dst, '{')
	for i, f := range fields {
		dst = append(field.AppendText(comma(dst, i), f.Path), ':', '[')
		for j, m := range f.Messages {
			dst = field.AppendText(comma(dst, j), m)
		}
		dst = append(dst, ']')
	}
	return append(dst, '}')
}

func comma(b []byte, i int) []byte {
	if i > 0 {
		return append(b, ',')
	}
	return b
}
