// Package codesamples writes a request as shell commands and as programs, for people to copy.
package codesamples

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field/notation"
)

// Call is a shell command or a program.
type Call struct{ Name, Text string }

// Request is a request that pages show as samples.
type Request struct {
	Method, Address string
	Accept          string // "" for the default format
	Body            []byte // in JSON; nil for none
	FromFile        bool   // the body is in the file body.json
	// Credentials: a user of Basic, whose password the command asks for, or a header; neither if none are
	// needed.
	User          string
	Header, Value string
}

// Curl returns the command of curl.
func (req Request) Curl() string {
	line := "curl"
	if req.User != "" {
		line += " -u " + quote(req.User)
	}
	line += glob(req.Address)
	if req.Method != "GET" {
		line += " -X " + req.Method
	}
	if req.Header != "" {
		line += " -H " + quote(req.Header+": "+req.Value)
	}
	if req.Accept != "" {
		line += " -H " + quote("Accept: "+req.Accept)
	}
	switch {
	case req.FromFile:
		line += " -H 'Content-Type: application/json' --data-binary @body.json"
	case req.Body != nil:
		line += " -H 'Content-Type: application/json' --data-raw " + quote(string(req.Body))
	}
	return line + " " + quote(req.Address)
}

// HTTPie returns the command of HTTPie.
func (req Request) HTTPie() string {
	line := "http"
	if req.User != "" {
		line += " -a " + quote(req.User)
	}
	if req.Method != "GET" {
		line += " " + req.Method
	}
	line += " " + quote(req.Address)
	if req.Header != "" {
		line += " " + quote(req.Header+":"+req.Value)
	}
	if req.Accept != "" {
		line += " Accept:" + req.Accept
	}
	switch {
	case req.FromFile:
		line += " < body.json"
	case req.Body != nil:
		line += " --raw " + quote(string(req.Body))
	}
	return line
}

// password is the placeholder of a program for the user's password.
const password = "password"

// JavaScript returns a request by fetch, for a module.
func (req Request) JavaScript() string {
	var options []string
	if req.Method != "GET" {
		options = append(options, "  method: "+literal(req.Method)+",\n")
	}
	var headers []string
	switch {
	case req.User != "":
		headers = append(headers, `"Authorization": "Basic " + btoa(`+literal(req.User+":"+password)+`)`)
	case req.Header != "":
		headers = append(headers, literal(req.Header)+": "+literal(req.Value))
	}
	if req.Body != nil {
		headers = append(headers, `"Content-Type": "application/json"`)
	}
	if len(headers) > 0 {
		options = append(options, "  headers: {"+strings.Join(headers, ", ")+"},\n")
	}
	if req.Body != nil {
		options = append(options, "  body: JSON.stringify("+string(req.Body)+"),\n")
	}
	text := "const response = await fetch(" + literal(req.Address)
	if len(options) > 0 {
		text += ", {\n" + strings.Join(options, "") + "}"
	}
	return text + ");\nconsole.log(response.status, await response.text());"
}

// Python returns a program of the standard library.
func (req Request) Python() string {
	var b strings.Builder
	if req.User != "" {
		b.WriteString("import base64\n")
	}
	if req.Body != nil {
		b.WriteString("import json\n")
	}
	b.WriteString("from urllib.request import Request, urlopen\n\nrequest = Request(" + literal(req.Address))
	if req.Method != "GET" {
		b.WriteString(", method=" + literal(req.Method))
	}
	b.WriteString(")\n")
	switch {
	case req.User != "":
		fmt.Fprintf(&b, "credentials = base64.b64encode(%s.encode()).decode()\n", literal(req.User+":"+password))
		b.WriteString(`request.add_header("Authorization", "Basic " + credentials)` + "\n")
	case req.Header != "":
		fmt.Fprintf(&b, "request.add_header(%s, %s)\n", literal(req.Header), literal(req.Value))
	}
	if req.Body != nil {
		b.WriteString(`request.add_header("Content-Type", "application/json")` + "\n")
		fmt.Fprintf(&b, "request.data = json.dumps(%s).encode()\n", pythonLiteral(req.Body))
	}
	b.WriteString("with urlopen(request) as response:\n    print(response.status, response.read().decode())")
	return b.String()
}

// Go returns a program.
func (req Request) Go() string {
	imports, body := []string{"fmt", "io", "log", "net/http"}, "nil"
	if req.Body != nil {
		imports, body = append(imports, "strings"), "strings.NewReader("+goLiteral(string(req.Body))+")"
	}
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n")
	for _, name := range imports {
		b.WriteString("\t" + strconv.Quote(name) + "\n")
	}
	const check = "\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n"
	fmt.Fprintf(&b, ")\n\nfunc main() {\n\trequest, err := http.NewRequest(%s, %s, %s)\n%s", strconv.Quote(req.Method), strconv.Quote(req.Address), body, check)
	switch {
	case req.User != "":
		fmt.Fprintf(&b, "\trequest.SetBasicAuth(%s, %s)\n", strconv.Quote(req.User), strconv.Quote(password))
	case req.Header != "":
		fmt.Fprintf(&b, "\trequest.Header.Set(%s, %s)\n", strconv.Quote(req.Header), strconv.Quote(req.Value))
	}
	if req.Body != nil {
		b.WriteString("\trequest.Header.Set(\"Content-Type\", \"application/json\")\n")
	}
	b.WriteString("\tresponse, err := http.DefaultClient.Do(request)\n" + check + "\tdefer response.Body.Close()\n" +
		"\tbody, err := io.ReadAll(response.Body)\n" + check + "\tfmt.Println(response.Status, string(body))\n}")
	return b.String()
}

// goLiteral returns a text as a literal of Go, raw if possible.
func goLiteral(text string) string {
	if strconv.CanBackquote(text) {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}

// literal returns a text in quotation marks, for JavaScript and Python.
func literal(text string) string { return string(notation.AppendText(nil, text)) }

// jsonWords finds the words of JSON that Python spells differently, and texts, which it must skip.
var jsonWords = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|true|false|null`)

// pythonLiteral returns JSON as a literal of Python.
func pythonLiteral(text []byte) string {
	words := map[string]string{"true": "True", "false": "False", "null": "None"}
	return jsonWords.ReplaceAllStringFunc(string(text), func(found string) string { return cmp.Or(words[found], found) })
}

// glob returns curl's option for an address with characters that curl would expand.
func glob(address string) string {
	if strings.ContainsAny(address, "[]{}") {
		return " -g"
	}
	return ""
}

// quote quotes a text as one word of a POSIX shell. Users' text never ends the quotes.
func quote(text string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/:.-_@+,", r)
	}
	if text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !plain(r) }) && text[0] != '-' {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
