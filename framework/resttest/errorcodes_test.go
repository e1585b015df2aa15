// A form of errors that a team writes.

package resttest_test

import (
	"encoding/json"
	"strings"

	"example.com/resourceful/framework/problem"
)

// errorCodes is a form of errors as a team writes one: a word for programs beside the words for people, and 418
// for requests of missing records.
type errorCodes struct{}

func (errorCodes) String() string               { return "codes" }
func (errorCodes) ContentType(of string) string { return of }

func (errorCodes) Status(p *problem.Error) int {
	if p.Code == problem.NotFound {
		return 418
	}
	return p.Code.Status()
}

func (errorCodes) AppendBody(dst []byte, p *problem.Error) []byte {
	body := struct {
		Code     string            `json:"code"`
		Message  string            `json:"message,omitempty"`
		Messages map[string]string `json:"messages,omitempty"`
	}{Code: "other", Message: p.Detail, Messages: map[string]string{}}
	switch p.Code {
	case problem.Invalid:
		body.Code = "invalid"
	case problem.NotFound:
		body.Code = "gone"
	}
	if strings.Contains(p.Error(), "panic") {
		panic("a mistake in a team's form")
	}
	for _, f := range p.Fields {
		body.Messages[f.Path] = strings.Join(f.Messages, " ")
	}
	text, err := json.Marshal(body)
	if err != nil {
		return append(dst, `{}`...)
	}
	return append(dst, text...)
}
