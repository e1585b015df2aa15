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
func OwnCalls(a *layout.Answer) (title string, calls []codesamples.Call) {
	switch {
	case a.Options || a.Method == "OPTIONS":
		return "Call it from a program", ReadCalls(a, "OPTIONS")
	case a.Method == "GET" || a.Method == "HEAD":
		return "Call it from a program", ReadCalls(a, "GET")
	}
	return "Read this address from a program", ReadCalls(a, "GET")
}

// ReadCalls returns commands for a method without a body. They ask for the password.
func ReadCalls(a *layout.Answer, method string) []codesamples.Call {
	address := a.Base + layout.PlainPath(a)
	if query := layout.PlainQuery(a.Query); query != "" && (method == "GET" || method == a.Method) {
		address += "?" + query
	}
	q := codesamples.Request{Method: method, Address: address, User: basicUser(a)}
	if len(a.Body) > 0 && len(a.Formats) > 0 && a.Shown.Name != a.Formats[0].Name { // in the shown format
		q.Accept = a.Shown.MediaType
	}
	return []codesamples.Call{{Name: "curl", Text: q.Curl()}, {Name: "HTTPie", Text: q.HTTPie()}}
}

// writeCalls returns commands that send the same data as the form. A long body is in a file.
func writeCalls(a *layout.Answer, f *Form, method string, body []byte) []codesamples.Call {
	q := codesamples.Request{Method: method, Address: a.Base + f.Action, User: basicUser(a), Body: body, FromFile: len(body) > maxSample}
	name := ""
	if method != f.Method {
		name = ", " + method + " changes only the fields that are sent"
	}
	return []codesamples.Call{{Name: a.Language.SayWord("curl" + name), Text: q.Curl()}, {Name: a.Language.SayWord("HTTPie" + name), Text: q.HTTPie()}}
}

// basicUser returns the user name for Basic, where the service accepts it; "" for nobody.
func basicUser(a *layout.Answer) string {
	if a.User == nil || a.NoBasic {
		return ""
	}
	return a.User.Username
}

func indent(body []byte) []byte {
	var b bytes.Buffer
	if err := json.Indent(&b, body, "", "    "); err != nil {
		return body
	}
	return b.Bytes()
}
