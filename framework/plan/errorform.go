// The form of errors.

package plan

import "example.com/resourceful/framework/problem"

// ErrorForm determines the form of a refusal: its status, and the body around the texts of the problem. It
// is a value that a set lists, for concurrent use by any number of requests; third parties may write others
// like those of framework/rest.
type ErrorForm interface {
	// Status returns the status of the response, from 400 to 599.
	Status(p *problem.Error) int
	// AppendBody appends the body as compact JSON, an object, or for the items of a list also a list. Every
	// format of the set is converted from it.
	AppendBody(dst []byte, p *problem.Error) []byte
	// ContentType returns the header of a refusal in a format with a separate one for refusals, or
	// otherwise of unchanged.
	ContentType(of string) string
	// String returns the form's name in the text of the plan.
	String() string
}

// DescribedForm is an ErrorForm that describes its bodies, for the document of the service. Bodies of other
// forms are any value there.
type DescribedForm interface {
	ErrorForm
	// Schemas returns the JSON Schemas of AppendBody's results: for a refusal without messages about
	// values, and for one with the code problem.Invalid or problem.Malformed, which may have some.
	Schemas() (refusal, input map[string]any)
}
