// The media type of problem details (RFC 9457), for refusals beside JSON.

package media

import "strings"

// TypeProblem is the media type of problem details in JSON. In negotiation it counts as JSON.
const TypeProblem = "application/problem+json"

// WantsProblem reports whether an Accept header names problem details, with at least the weight of other
// JSON. A wildcard does not name them.
func WantsProblem(accept string) bool {
	if !strings.Contains(strings.ToLower(accept), "problem") {
		return false
	}
	formats := [...]Format{{MediaType: TypeProblem}, {MediaType: typeJSON}}
	var best [len(formats)]mediaRange
	named := 0
	for element := ""; accept != ""; {
		element, accept = cutQuoted(accept, ',')
		element = trim(element)
		consider(element, formats[1:], best[1:])
		if typ, _ := cutQuoted(element, ';'); strings.EqualFold(trim(typ), TypeProblem) {
			consider(element, formats[:1], best[:1])
			named++
		}
	}
	return named > 0 && best[0].quality > 0 && best[0].quality >= best[1].quality
}
