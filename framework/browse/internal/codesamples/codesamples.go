// Package codesamples writes a request as shell commands and as programs, for people to copy.
package codesamples

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field"
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
func (q Request) Curl() string {
	line := "curl"
	if q.User != "" {
		line += " -u " + quote(q.User)
	}
	line += glob(q.Address)
	if q.Method != "GET" {
		line += " -X " + q.Method
	}
	if q.Header != "" {
		line += " -H " + quote(q.Header+": "+q.Value)
	}
	if q.Accept != "" {
		line += " -H " + quote("Accept: "+q.Accept)
	}
	switch {
	case q.FromFile:
		line += " -H 'Content-Type: application/json' --data-binary @body.json"
	case q.Body != nil:
		line += " -H 'Content-Type: application/json' --data-raw " + quote(string(q.Body))
	}
	return line + " " + quote(q.Address)
}

// HTTPie returns the command of HTTPie.
func (q Request) HTTPie() string {
	line := "http"
	if q.User != "" {
		line += " -a " + quote(q.User)
	}
	if q.Method != "GET" {
		line += " " + q.Method
	}
	line += " " + quote(q.Address)
	if q.Header != "" {
		line += " " + quote(q.Header+":"+q.Value)
	}
	if q.Accept != "" {
		line += " Accept:" + q.Accept
	}
	switch {
	case q.FromFile:
		line += " < body.json"
	case q.Body != nil:
		line += " --raw " + quote(string(q.Body))
	}
	return line
}

// password is the placeholder of a program for the user's password.
const password = "password"

// JavaScript returns a request by fetch, for a module.
func (q Request) JavaScript() string {
	var options []string
	if q.Method != "GET" {
		options = append(options, "  method: "+literal(q.Method)+",\n")
	}
	var headers []string
	switch {
	case q.User != "":
		headers = append(headers, `"Authorization": "Basic " + btoa(`+literal(q.User+":"+password)+`)`)
	case q.Header != "":
		headers = append(headers, literal(q.Header)+": "+literal(q.Value))
	}
	if q.Body != nil {
		headers = append(headers, `"Content-Type": "application/json"`)
	}
	if len(headers) > 0 {
		options = append(options, "  headers: {"+strings.Join(headers, ", ")+"},\n")
	}
	if q.Body != nil {
		options = append(options, "  body: JSON.stringify("+string(q.Body)+"),\n")
	}
	text := "const response = await fetch(" + literal(q.Address)
	if len(options) > 0 {
		text += ", {\n" + strings.Join(options, "") + "}"
	}
	return text + ");\nconsole.log(response.status, await response.text());"
}

// Python returns a program of the standard library.
func (q Request) Python() string {
	var b strings.Builder
	if q.User != "" {
		b.WriteString("import base64\n")
	}
	if q.Body != nil {
		b.WriteString("import json\n")
	}
	b.WriteString("from urllib.request import Request, urlopen\n\nrequest = Request(" + literal(q.Address))
	if q.Method != "GET" {
		b.WriteString(", method=" + literal(q.Method))
	}
	b.WriteString(")\n")
	switch {
	case q.User != "":
		fmt.Fprintf(&b, "credentials = base64.b64encode(%s.encode()).decode()\n", literal(q.User+":"+password))
		b.WriteString(`request.add_header("Authorization", "Basic " + credentials)` + "\n")
	case q.Header != "":
		fmt.Fprintf(&b, "request.add_header(%s, %s)\n", literal(q.Header), literal(q.Value))
	}
	if q.Body != nil {
		b.WriteString(`request.add_header("Content-Type", "application/json")` + "\n")
		fmt.Fprintf(&b, "request.data = json.dumps(%s).encode()\n", pythonLiteral(q.Body))
	}
	b.WriteString("with urlopen(request) as response:\n    print(response.status, response.read().decode())")
	return b.String()
}

// Go returns a program.
func (q Request) Go() string {
	imports, body := []string{"fmt", "io", "log", "net/http"}, "nil"
	if q.Body != nil {
		imports, body = append(imports, "strings"), "strings.NewReader("+goLiteral(string(q.Body))+")"
	}
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n")
	for _, name := range imports {
		b.WriteString("\t" + strconv.Quote(name) + "\n")
	}
	const check = "\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n"
	fmt.Fprintf(&b, ")\n\nfunc main() {\n\trequest, err := http.NewRequest(%s, %s, %s)\n%s", strconv.Quote(q.Method), strconv.Quote(q.Address), body, check)
	switch {
	case q.User != "":
		fmt.Fprintf(&b, "\trequest.SetBasicAuth(%s, %s)\n", strconv.Quote(q.User), strconv.Quote(password))
	case q.Header != "":
		fmt.Fprintf(&b, "\trequest.Header.Set(%s, %s)\n", strconv.Quote(q.Header), strconv.Quote(q.Value))
	}
	if q.Body != nil {
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
func literal(text string) string { return string(field.AppendText(nil, text)) }

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
