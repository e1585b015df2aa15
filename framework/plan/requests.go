// What requests may have that means nothing.

package plan

import "strings"

// RequestRules say what a request may have that means nothing. The zero value refuses all of it; Django
// REST framework lets all of it pass.
type RequestRules struct {
	// IgnoreUnknown passes over parameters that the list does not have, over orders and members that it
	// does not know, and over fields of a body that the operation does not know.
	IgnoreUnknown bool
	// LastOfRepeated takes the last of the values of a parameter that has one value.
	LastOfRepeated bool
	// LastOfEqualKeys takes the last of the values that an object in JSON or YAML has under one key, and reads
	// U+FFFD for invalid UTF-8 in a form. JSON and YAML that are no UTF-8 are refused in any case, and of a
	// form the last value counts in any case.
	LastOfEqualKeys bool
	// ParamsInOptions lists the parameters in the responses to OPTIONS, which Django REST framework does not.
	ParamsInOptions bool
	// AllowByRequester lists in the header Allow the methods that the rules let the requester use, of a record
	// on that record: those of which "_actions" has the names. By default it has all methods of the path,
	// whoever asks, as that of Django REST framework has. Every answer has it so: that of a write about the
	// record as written, and a 405 too. A refusal before it is known who asks has that of the path.
	AllowByRequester bool
}

// words say what the rules let pass, "" for nothing.
func (r RequestRules) words() string {
	var words []string
	if r.IgnoreUnknown {
		words = append(words, "what is unknown is ignored")
	}
	if r.LastOfRepeated {
		words = append(words, "of a repeated value the last counts")
	}
	if r.LastOfEqualKeys {
		words = append(words, "of equal keys the last counts")
	}
	if r.ParamsInOptions {
		words = append(words, "parameters listed in OPTIONS")
	}
	if r.AllowByRequester {
		words = append(words, "Allow as who asks may")
	}
	return strings.Join(words, ", ")
}
