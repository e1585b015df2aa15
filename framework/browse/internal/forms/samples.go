// What programs send: samples of requests that read a page or send its forms, and their JSON.

package forms

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/codesamples"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/plan"
)

// OwnCalls returns samples that request the content of the page or, on the page of a write, that read its
// address, with a title.
func OwnCalls(answer *layout.Answer) (title string, calls []codesamples.Call) {
	switch {
	case answer.Options || answer.Method == "OPTIONS":
		return "Call it from a program", readRequest(answer, "OPTIONS").Samples()
	case answer.Method == "GET" || answer.Method == "HEAD":
		return "Call it from a program", readRequest(answer, "GET").Samples()
	}
	return "Read this address from a program", readRequest(answer, "GET").Samples()
}

// OptionCalls returns the command that asks for the options of the page's address.
func OptionCalls(answer *layout.Answer) []codesamples.Call {
	return []codesamples.Call{readRequest(answer, "OPTIONS").Curl()}
}

// readRequest returns a request without a body.
func readRequest(answer *layout.Answer, method string) codesamples.Request {
	address := answer.Base + layout.PlainPath(answer)
	if query := layout.PlainQuery(answer.Query); query != "" && (method == "GET" || method == answer.Method) {
		address += "?" + query
	}
	req := codesamples.Request{Method: method, Address: address, User: basicUser(answer)}
	if len(answer.Body) > 0 && len(answer.Formats) > 0 && answer.Shown.Name != answer.Formats[0].Name { // in the shown format
		req.Accept = answer.Shown.MediaType
	}
	return req
}

// writeCalls returns samples that send the same data as the form. A long body is in a file. For another
// method than the form's, which is PATCH, it is the command of curl.
func writeCalls(answer *layout.Answer, f *Form, method string, body []byte) []codesamples.Call {
	req := codesamples.Request{Method: method, Address: answer.Base + f.Action, User: basicUser(answer), Body: string(body), FromFile: len(body) > maxSample}
	if method == f.Method {
		return req.Samples()
	}
	patch := req.Curl()
	patch.Name = answer.Language.SayWord("curl, PATCH changes only the fields that are sent")
	return []codesamples.Call{patch}
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

// maxSample is the length up to which a sample body is in the command; longer ones are in a file.
const maxSample = 4 << 10

// secrets returns the labels of the fields that sample leaves out.
func (f *Form) secrets() string {
	var labels []string
	for _, in := range f.Fields {
		if in.Secret || in.Input == "file" {
			labels = append(labels, in.Label)
		}
	}
	return strings.Join(labels, ", ")
}

// sample returns the JSON that a program sends instead of the form, or nil for a form without fields. It
// has no secrets, because shells keep a history of commands.
func (f *Form) sample() []byte {
	if len(f.Fields) == 0 {
		return nil
	}
	b := []byte{'{'}
	for _, in := range f.Fields {
		if !in.Secret && in.Input != "file" {
			b = inputs.AppendMember(b, in.Name, in.SampleValue())
		}
	}
	return append(b, '}')
}

// enclosed puts a body into the envelope of the resource; nil stays nil.
func enclosed(body []byte, of *plan.Resource) []byte {
	if body == nil || of == nil || of.Envelope == nil {
		return body
	}
	for _, name := range slices.Backward(of.Envelope.InputPath()) {
		b := append(inputs.AppendJSON([]byte{'{'}, name), ": "...)
		body = append(append(b, body...), '}')
	}
	return body
}
