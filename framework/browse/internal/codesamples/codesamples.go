// Package codesamples writes a request as a shell command and as programs, for people to copy.
package codesamples

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"text/template"
	"unicode/utf8"

	"example.com/resourceful/framework/field/notation"
)

// Call is a shell command or a program.
type Call struct{ Name, Text string }

// Request is a request that pages show as samples.
type Request struct {
	Method, Address string
	Accept          string // "" for the default format
	Body            string // in JSON; "" for none
	FromFile        bool   // the body is in the file body.json
	// Credentials: a user of Basic, for whose password curl asks, or a header; neither if none are needed.
	User          string
	Header, Value string
}

// Curl returns the command of curl.
func (req Request) Curl() Call { return req.in("curl") }

// Samples returns the request in each language; with a body in a file, only the command of curl.
func (req Request) Samples() []Call {
	if req.FromFile {
		return []Call{req.Curl()}
	}
	return []Call{req.Curl(), req.in("JavaScript"), req.in("Python"), req.in("Go")}
}

func (req Request) in(language string) Call {
	var b strings.Builder
	if err := languages.ExecuteTemplate(&b, language, req); err != nil {
		panic(err) // a fault of a template, which its tests find
	}
	return Call{language, b.String()}
}

// header is a header of a request.
type header struct{ Name, Value string }

// Headers are the headers of the request, but for those of Basic.
func (req Request) Headers() (list []header) {
	for _, h := range []header{{req.Header, req.Value}, {"Accept", req.Accept}} {
		if h.Value != "" {
			list = append(list, h)
		}
	}
	if req.Body != "" || req.FromFile {
		list = append(list, header{"Content-Type", "application/json"})
	}
	return list
}

// languages are the samples by language. The password of programs is a placeholder.
var languages = template.Must(template.New("").Funcs(template.FuncMap{
	"quote": quote, "glob": glob, "golang": goLiteral, "python": pythonLiteral,
	"ascii": func(text string) bool {
		return !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
	},
	"text": func(text string) string { return string(notation.AppendText(nil, text)) }, // of JavaScript and Python
}).Parse(`
{{define "curl"}}curl{{with .User}} -u {{quote .}}{{end}}{{glob .Address}}{{if ne .Method "GET"}} -X {{.Method}}{{end -}}
{{range .Headers}} -H {{printf "%s: %s" .Name .Value | quote}}{{end -}}
{{if .FromFile}} --data-binary @body.json{{else if .Body}} --data-raw {{quote .Body}}{{end}} {{quote .Address}}{{end}}

{{define "JavaScript"}}const response = await fetch({{text .Address}}
{{- if or .User .Headers (ne .Method "GET")}}, {
{{if ne .Method "GET"}}  method: "{{.Method}}",
{{end}}{{if or .User .Headers}}  headers: {
{{- with .User}}"Authorization": "Basic " + btoa({{if ascii .}}{{printf "%s:password" . | text}}{{else}}String.fromCharCode(...new TextEncoder().encode({{printf "%s:password" . | text}})){{end}}){{if $.Headers}}, {{end}}{{end -}}
{{range $i, $h := .Headers}}{{if $i}}, {{end}}{{text .Name}}: {{text .Value}}{{end}}},
{{end}}{{with .Body}}  body: JSON.stringify({{.}}),
{{end}}}{{end}});
console.log(response.status, await response.text());{{end}}

{{define "Python"}}{{if .User}}import base64
{{end}}{{if .Body}}import json
{{end}}from urllib.request import Request, urlopen

request = Request({{text .Address}}{{if ne .Method "GET"}}, method="{{.Method}}"{{end}})
{{with .User}}credentials = base64.b64encode({{printf "%s:password" . | text}}.encode()).decode()
request.add_header("Authorization", "Basic " + credentials)
{{end}}{{range .Headers}}request.add_header({{text .Name}}, {{text .Value}})
{{end}}{{with .Body}}request.data = json.dumps({{python .}}).encode()
{{end}}with urlopen(request) as response:
    print(response.status, response.read().decode()){{end}}

{{define "Go"}}package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
{{- if .Body}}
	"strings"
{{- end}}
)

func main() {
	request, err := http.NewRequest("{{.Method}}", {{printf "%q" .Address}}, {{if .Body}}strings.NewReader({{golang .Body}}){{else}}nil{{end}})
	if err != nil {
		log.Fatal(err)
	}
{{- with .User}}
	request.SetBasicAuth({{printf "%q" .}}, "password")
{{- end}}
{{- range .Headers}}
	request.Header.Set({{printf "%q" .Name}}, {{printf "%q" .Value}})
{{- end}}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(response.Status, string(body))
}{{end}}`))

// goLiteral returns a text as a literal of Go, raw if possible.
func goLiteral(text string) string {
	if strconv.CanBackquote(text) {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}

// jsonWords finds the words of JSON that Python spells differently, and texts, which it must skip.
var jsonWords = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|true|false|null`)

// pythonLiteral returns JSON as a literal of Python.
func pythonLiteral(text string) string {
	words := map[string]string{"true": "True", "false": "False", "null": "None"}
	return jsonWords.ReplaceAllStringFunc(text, func(found string) string { return cmp.Or(words[found], found) })
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
