// The lines by which a shell calls what a page shows.

package browse

import (
	"bytes"
	"encoding/json"

	"example.com/resourceful/framework/browse/internal/programs"
)

// call is a line for a shell.
type call struct{ Name, Text string }

// ownCalls are the lines that ask for what the page shows and, where the page is of a write, the
// lines that read its address, with a title that says so.
func ownCalls(a *answer) (title string, calls []call) {
	switch {
	case a.Options || a.Method == "OPTIONS":
		return "Call it from a program", readCalls(a, "OPTIONS")
	case a.Method == "GET" || a.Method == "HEAD":
		return "Call it from a program", readCalls(a, "GET")
	}
	return "Read this address from a program", readCalls(a, "GET")
}

// readCalls are the lines of a method without a body. The password is asked for.
func readCalls(a *answer, method string) []call {
	address := a.Base + plainPath(a)
	if query := plainQuery(a.Query); query != "" && (method == "GET" || method == a.Method) {
		address += "?" + query
	}
	q := programs.Request{Method: method, Address: address, User: basicUser(a)}
	if len(a.Body) > 0 && len(a.Formats) > 0 && a.Shown.Name != a.Formats[0].Name { // as it is shown
		q.Accept = a.Shown.MediaType
	}
	return []call{{"curl", q.Curl()}, {"HTTPie", q.HTTPie()}}
}

// writeCalls are the lines that send what the form would. A long body comes from a file.
func writeCalls(a *answer, f *form, method string, body []byte) []call {
	q := programs.Request{Method: method, Address: a.Base + f.Action, User: basicUser(a), Body: body, FromFile: len(body) > maxSample}
	name := ""
	if method != f.Method {
		name = ", " + method + " changes only the fields that are sent"
	}
	return []call{{a.Language.SayWord("curl" + name), q.Curl()}, {a.Language.SayWord("HTTPie" + name), q.HTTPie()}}
}

// basicUser is who is named in the credentials of Basic, where the service takes them; "" for nobody.
func basicUser(a *answer) string {
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
