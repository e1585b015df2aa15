// The form of errors.

package plan

import "example.com/resourceful/framework/problem"

// ErrorForm is how the service tells of a refusal: with which status, and in which words around those
// of the problem. It is a value that a set lists, which any number of requests use at once; a third
// party writes one like those of framework/rest.
type ErrorForm interface {
	// Status is that of the response, from 400 to 599.
	Status(p *problem.Error) int
	// AppendBody appends the body as compact JSON, an object, or for the items of a list also a list. Every
	// format of the set is made of it.
	AppendBody(dst []byte, p *problem.Error) []byte
	// ContentType is the header of a refusal in a format that has another for everything else, which
	// it returns where there is nothing to change.
	ContentType(of string) string
	// String names the form in the text of the plan.
	String() string
}

// DescribedForm is an ErrorForm that says what its bodies are, for the document of the service. Bodies of others are any
// value there.
type DescribedForm interface {
	ErrorForm
	// Schemas are the JSON Schemas of what AppendBody makes: of a refusal without messages about values, and of one of
	// the code problem.Invalid or problem.Malformed, which may have some.
	Schemas() (refusal, input map[string]any)
}
