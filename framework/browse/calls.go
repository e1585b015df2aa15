// The lines by which a shell calls what a page shows.

package browse

import (
	"bytes"
	"encoding/json"
	"strings"
)

// call is a line for a shell.
type call struct{ Name, Text string }

// ownCalls are the lines that ask for what the page shows and, where the page is of a write, the
// lines that read its address, with a title that says so.
func ownCalls(a *response) (title string, calls []call) {
	switch {
	case a.Options || a.Method == "OPTIONS":
		return "Call it from a program", readCalls(a, "OPTIONS")
	case a.Method == "GET" || a.Method == "HEAD":
		return "Call it from a program", readCalls(a, "GET")
	}
	return "Read this address from a program", readCalls(a, "GET")
}

// readCalls are the lines of a method without a body. The password is asked for.
func readCalls(a *response, method string) []call {
	address := a.Base + plainPath(a)
	if query := plainQuery(a.Query); query != "" && (method == "GET" || method == a.Method) {
		address += "?" + query
	}
	option, verb, header := "", method+" ", ""
	if method == "GET" {
		verb = ""
	} else {
		option = " -X " + method
	}
	if len(a.Body) > 0 && len(a.Formats) > 0 && a.Shown.Name != a.Formats[0].Name { // as it is shown
		option += " -H 'Accept: " + a.Shown.MediaType + "'"
		header = " Accept:" + a.Shown.MediaType
	}
	return []call{
		{"curl", "curl" + credentials(a, "-u") + glob(address) + option + " " + quote(address)},
		{"HTTPie", "http" + credentials(a, "-a") + " " + verb + quote(address) + header},
	}
}

// writeCalls are the lines that send what the form would. A long body comes from a file.
func writeCalls(a *response, f *form, method string, body []byte) []call {
	address := quote(a.Base + f.Action)
	curl := "curl" + credentials(a, "-u") + glob(a.Base+f.Action) + " -X " + method
	httpie := "http" + credentials(a, "-a") + " " + method + " " + address
	switch {
	case len(body) > maxSample:
		curl += " -H 'Content-Type: application/json' --data-binary @body.json"
		httpie += " < body.json"
	case body != nil:
		curl += " -H 'Content-Type: application/json' --data-raw " + quote(string(body))
		httpie += " --raw " + quote(string(body))
	}
	name := ""
	if method != f.Method {
		name = ", " + method + " changes only the fields that are sent"
	}
	return []call{{"curl" + name, curl + " " + address}, {"HTTPie" + name, httpie}}
}

// glob is curl's option for an address with the letters by which curl makes several of one.
func glob(address string) string {
	if strings.ContainsAny(address, "[]{}") {
		return " -g"
	}
	return ""
}

// credentials are those of Basic, where the service takes them.
func credentials(a *response, option string) string {
	if a.User == nil || a.NoBasic {
		return ""
	}
	return " " + option + " " + quote(a.User.Username)
}

// quote makes one word of a text for a POSIX shell. What users typed never leaves the quotes.
func quote(text string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/:.-_@+,", r)
	}
	if text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !plain(r) }) && text[0] != '-' {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

func indent(body []byte) []byte {
	var b bytes.Buffer
	if err := json.Indent(&b, body, "", "    "); err != nil {
		return body
	}
	return b.Bytes()
}
