// One request, as shells and programs make it.

package browse

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field"
)

// sampleRequest is a request of which pages show samples.
type sampleRequest struct {
	method, address string
	accept          string // "" for the usual format
	body            []byte // in JSON; nil for none
	fromFile        bool   // the body is in the file body.json
	// Credentials: those of Basic, whose password is asked for, or a header; neither where none are needed.
	user          string
	header, value string
}

// curl is the line of curl.
func (q sampleRequest) curl() string {
	line := "curl"
	if q.user != "" {
		line += " -u " + quote(q.user)
	}
	line += glob(q.address)
	if q.method != "GET" {
		line += " -X " + q.method
	}
	if q.header != "" {
		line += " -H " + quote(q.header+": "+q.value)
	}
	if q.accept != "" {
		line += " -H " + quote("Accept: "+q.accept)
	}
	switch {
	case q.fromFile:
		line += " -H 'Content-Type: application/json' --data-binary @body.json"
	case q.body != nil:
		line += " -H 'Content-Type: application/json' --data-raw " + quote(string(q.body))
	}
	return line + " " + quote(q.address)
}

// httpie is the line of HTTPie.
func (q sampleRequest) httpie() string {
	line := "http"
	if q.user != "" {
		line += " -a " + quote(q.user)
	}
	if q.method != "GET" {
		line += " " + q.method
	}
	line += " " + quote(q.address)
	if q.header != "" {
		line += " " + quote(q.header+":"+q.value)
	}
	if q.accept != "" {
		line += " Accept:" + q.accept
	}
	switch {
	case q.fromFile:
		line += " < body.json"
	case q.body != nil:
		line += " --raw " + quote(string(q.body))
	}
	return line
}

// password stands for that of the user of a program.
const password = "password"

// javascript is a request by fetch, for a module.
func (q sampleRequest) javascript() string {
	var options []string
	if q.method != "GET" {
		options = append(options, "  method: "+literal(q.method)+",\n")
	}
	var headers []string
	switch {
	case q.user != "":
		headers = append(headers, `"Authorization": "Basic " + btoa(`+literal(q.user+":"+password)+`)`)
	case q.header != "":
		headers = append(headers, literal(q.header)+": "+literal(q.value))
	}
	if q.body != nil {
		headers = append(headers, `"Content-Type": "application/json"`)
	}
	if len(headers) > 0 {
		options = append(options, "  headers: {"+strings.Join(headers, ", ")+"},\n")
	}
	if q.body != nil {
		options = append(options, "  body: JSON.stringify("+string(q.body)+"),\n")
	}
	text := "const response = await fetch(" + literal(q.address)
	if len(options) > 0 {
		text += ", {\n" + strings.Join(options, "") + "}"
	}
	return text + ");\nconsole.log(response.status, await response.text());"
}

// python is a program of the standard library.
func (q sampleRequest) python() string {
	var b strings.Builder
	if q.user != "" {
		b.WriteString("import base64\n")
	}
	if q.body != nil {
		b.WriteString("import json\n")
	}
	b.WriteString("from urllib.request import Request, urlopen\n\nrequest = Request(" + literal(q.address))
	if q.method != "GET" {
		b.WriteString(", method=" + literal(q.method))
	}
	b.WriteString(")\n")
	switch {
	case q.user != "":
		fmt.Fprintf(&b, "credentials = base64.b64encode(%s.encode()).decode()\n", literal(q.user+":"+password))
		b.WriteString(`request.add_header("Authorization", "Basic " + credentials)` + "\n")
	case q.header != "":
		fmt.Fprintf(&b, "request.add_header(%s, %s)\n", literal(q.header), literal(q.value))
	}
	if q.body != nil {
		b.WriteString(`request.add_header("Content-Type", "application/json")` + "\n")
		fmt.Fprintf(&b, "request.data = json.dumps(%s).encode()\n", pythonLiteral(q.body))
	}
	b.WriteString("with urlopen(request) as response:\n    print(response.status, response.read().decode())")
	return b.String()
}

// golang is a program.
func (q sampleRequest) golang() string {
	imports, body := []string{"fmt", "io", "log", "net/http"}, "nil"
	if q.body != nil {
		imports, body = append(imports, "strings"), "strings.NewReader("+goLiteral(string(q.body))+")"
	}
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n")
	for _, name := range imports {
		b.WriteString("\t" + strconv.Quote(name) + "\n")
	}
	const check = "\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n"
	fmt.Fprintf(&b, ")\n\nfunc main() {\n\trequest, err := http.NewRequest(%s, %s, %s)\n%s", strconv.Quote(q.method), strconv.Quote(q.address), body, check)
	switch {
	case q.user != "":
		fmt.Fprintf(&b, "\trequest.SetBasicAuth(%s, %s)\n", strconv.Quote(q.user), strconv.Quote(password))
	case q.header != "":
		fmt.Fprintf(&b, "\trequest.Header.Set(%s, %s)\n", strconv.Quote(q.header), strconv.Quote(q.value))
	}
	if q.body != nil {
		b.WriteString("\trequest.Header.Set(\"Content-Type\", \"application/json\")\n")
	}
	b.WriteString("\tresponse, err := http.DefaultClient.Do(request)\n" + check + "\tdefer response.Body.Close()\n" +
		"\tbody, err := io.ReadAll(response.Body)\n" + check + "\tfmt.Println(response.Status, string(body))\n}")
	return b.String()
}

// goLiteral is a text as Go has it, raw where it can be.
func goLiteral(text string) string {
	if strconv.CanBackquote(text) {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}

// literal is a text between quotation marks, as JavaScript and Python have it.
func literal(text string) string { return string(field.AppendText(nil, text)) }

// jsonWords finds the words of JSON that Python has others for, and texts, which it may stand in.
var jsonWords = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|true|false|null`)

// pythonLiteral is JSON as Python writes the same value.
func pythonLiteral(text []byte) string {
	words := map[string]string{"true": "True", "false": "False", "null": "None"}
	return jsonWords.ReplaceAllStringFunc(string(text), func(found string) string { return cmp.Or(words[found], found) })
}

// glob is curl's option for an address with the letters by which curl makes several of one.
func glob(address string) string {
	if strings.ContainsAny(address, "[]{}") {
		return " -g"
	}
	return ""
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
