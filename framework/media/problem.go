// Problem details of RFC 9457: a media type for refusals beside that of JSON.

package media

import "strings"

// TypeProblem is the media type of problem details in JSON. In negotiation it stands for JSON.
const TypeProblem = "application/problem+json"

// WantsProblem reports whether an Accept header names problem details, and wants them no less than other JSON. A
// wildcard does not name them.
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
