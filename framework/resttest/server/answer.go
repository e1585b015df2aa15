// The text of an answer, to the byte.

package server

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// Text returns the whole response to the byte: status, all headers and body. Only the values that differ
// from run to run, the token and the end of a session's cookie, are left out.
func (s Step) Text() string {
	var b strings.Builder
	answer := s.Answer.Result()
	fmt.Fprintf(&b, "%d\n", answer.StatusCode)
	for _, name := range slices.Sorted(maps.Keys(answer.Header)) {
		for _, value := range answer.Header[name] {
			if name == "Set-Cookie" {
				value = scrubCookie(value)
			}
			b.WriteString(name + ": " + value + "\n")
		}
	}
	b.WriteString("\n")
	if s.Request.Method != http.MethodHead {
		b.Write(s.Answer.Body.Bytes())
	}
	return b.String()
}
