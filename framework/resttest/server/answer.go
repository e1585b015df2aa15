// The text of an answer, to the byte.

package server

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// Text is the whole answer to the byte: status, all headers and body. Only what differs from run
// to run, the token and the end of a session's cookie, is left out.
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
