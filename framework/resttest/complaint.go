// Complaints: the reports of Conformance about one answer, and the texts in them.

package resttest

import (
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"example.com/resourceful/framework/resttest/server"
)

// complaint reports one fault of a response: the demand, "" if the fault states it, and the fault.
type complaint func(want, fault string, args ...any)

// complaints returns a function that reports the faults of a response, with the rule for the requester.
func (m *matrix) complaints(a server.Answer, rule string) complaint {
	return func(want, fault string, args ...any) {
		m.Helper()
		server.Failure{Fault: fmt.Sprintf(fault, args...), Asked: a, Want: want, Rule: rule}.Report(m)
	}
}

// statusText is a status with its name.
func statusText(status int) string {
	return strings.TrimSpace(fmt.Sprint(status, " ", http.StatusText(status)))
}

// end returns the end of a text.
func end(text string, n int) string {
	if len(text) <= n {
		return text
	}
	from := len(text) - n
	for from < len(text) && !utf8.RuneStart(text[from]) {
		from++
	}
	return fmt.Sprintf("(%d bytes) …%s", len(text), text[from:])
}
