// Meaningless parts of requests.

package plan

import "strings"

// RequestRules determine which meaningless parts of a request are tolerated. The zero value refuses all of
// them; Django REST framework tolerates all.
type RequestRules struct {
	// IgnoreUnknown ignores unknown parameters of a list, unknown orders and members, and unknown fields of
	// a body.
	IgnoreUnknown bool
	// LastOfRepeated takes the last of the values of a parameter that has one value.
	LastOfRepeated bool
	// LastOfEqualKeys takes the last value of a repeated key of an object in JSON or YAML, and reads U+FFFD
	// for invalid UTF-8 in a form. JSON and YAML with invalid UTF-8 are always refused, and in a form the
	// last value always counts.
	LastOfEqualKeys bool
	// IgnoreSizes ignores sizes and offsets of pages that are no numbers, or are negative or 0.
	IgnoreSizes bool
	// ParamsInOptions lists the parameters in the responses to OPTIONS, unlike Django REST framework.
	ParamsInOptions bool
	// AllowByRequester lists in the header Allow the methods that the rules permit to the requester, for a
	// record on that record: those of the names in "_actions". By default it has all methods of the path,
	// for any requester, as in Django REST framework. Every response has it so: after a write about the
	// record as written, and a 405 too. A refusal before the authentication has that of the path.
	AllowByRequester bool
}

// words describes the tolerated parts, "" for none.
func (r RequestRules) words() string {
	var words []string
	if r.IgnoreUnknown {
		words = append(words, "unknown parameters and fields are ignored")
	}
	if r.LastOfRepeated {
		words = append(words, "the last of repeated values is used")
	}
	if r.LastOfEqualKeys {
		words = append(words, "the last of equal keys is used")
	}
	if r.IgnoreSizes {
		words = append(words, "invalid sizes of pages are ignored")
	}
	if r.ParamsInOptions {
		words = append(words, "parameters listed in OPTIONS")
	}
	if r.AllowByRequester {
		words = append(words, "Allow lists what the requester may do")
	}
	return strings.Join(words, ", ")
}
