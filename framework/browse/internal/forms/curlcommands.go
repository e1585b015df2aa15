// Commands of curl and HTTPie that read a page or send its forms.

package forms

import (
	"bytes"
	"encoding/json"

	"example.com/resourceful/framework/browse/internal/codesamples"
	"example.com/resourceful/framework/browse/internal/layout"
)

// OwnCalls returns commands that request the content of the page or, on the page of a write, that read its
// address, with a title.
func OwnCalls(answer *layout.Answer) (title string, calls []codesamples.Call) {
	switch {
	case answer.Options || answer.Method == "OPTIONS":
		return "Call it from a program", ReadCalls(answer, "OPTIONS")
	case answer.Method == "GET" || answer.Method == "HEAD":
		return "Call it from a program", ReadCalls(answer, "GET")
	}
	return "Read this address from a program", ReadCalls(answer, "GET")
}

// ReadCalls returns commands for a method without a body. They ask for the password.
func ReadCalls(answer *layout.Answer, method string) []codesamples.Call {
	address := answer.Base + layout.PlainPath(answer)
	if query := layout.PlainQuery(answer.Query); query != "" && (method == "GET" || method == answer.Method) {
		address += "?" + query
	}
	req := codesamples.Request{Method: method, Address: address, User: basicUser(answer)}
	if len(answer.Body) > 0 && len(answer.Formats) > 0 && answer.Shown.Name != answer.Formats[0].Name { // in the shown format
		req.Accept = answer.Shown.MediaType
	}
	return []codesamples.Call{{Name: "curl", Text: req.Curl()}, {Name: "HTTPie", Text: req.HTTPie()}}
}

// writeCalls returns commands that send the same data as the form. A long body is in a file.
func writeCalls(answer *layout.Answer, f *Form, method string, body []byte) []codesamples.Call {
	req := codesamples.Request{Method: method, Address: answer.Base + f.Action, User: basicUser(answer), Body: body, FromFile: len(body) > maxSample}
	name := ""
	if method != f.Method {
		name = ", " + method + " changes only the fields that are sent"
	}
	return []codesamples.Call{{Name: answer.Language.SayWord("curl" + name), Text: req.Curl()}, {Name: answer.Language.SayWord("HTTPie" + name), Text: req.HTTPie()}}
}

// basicUser returns the user name for Basic, where the service accepts it; "" for nobody.
func basicUser(answer *layout.Answer) string {
	if answer.User == nil || answer.NoBasic {
		return ""
	}
	return answer.User.Username
}

func indent(body []byte) []byte {
	var b bytes.Buffer
	if err := json.Indent(&b, body, "", "    "); err != nil {
		return body
	}
	return b.Bytes()
}
