// Scenarios as requests: Play sends them one after the other.

package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"iter"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/txtar"
)

// Step is one request of a scenario and its answer.
type Step struct {
	Name    string // "PUT /snippets/1/ as bob"
	Request *http.Request
	Answer  *httptest.ResponseRecorder
	Took    time.Duration
}

// Play sends the requests of a scenario, in the form that Run describes, one after the other and without
// looking at the wanted answers. A section that is no request yields an error and is left out, as net/http
// would not hand it on.
func Play(ctx context.Context, h http.Handler, scenario []byte) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		jars := jars{}
		for _, section := range txtar.Parse(scenario).Files {
			for _, request := range requests(section) {
				step, _, err := jars.send(ctx, h, request)
				if !yield(step, err) {
					return
				}
			}
		}
	}
}

// jars are the cookies of a scenario, by the name of the jar and of the cookie.
type jars map[string]map[string]string

// send sends the request of one section and keeps the cookies of the response. all means that its
// transcript shows every header.
func (j jars) send(ctx context.Context, h http.Handler, section txtar.File) (step Step, all bool, err error) {
	r, jar, all, err := j.request(section)
	if err != nil {
		return Step{Name: section.Name}, false, err
	}
	w := httptest.NewRecorder()
	begun := time.Now()
	h.ServeHTTP(w, r.WithContext(ctx))
	step = Step{Name: section.Name, Request: r, Answer: w, Took: time.Since(begun)}
	for _, c := range w.Result().Cookies() {
		jar[c.Name] = c.Value
		if c.MaxAge < 0 || c.Value == "" {
			delete(jar, c.Name)
		}
	}
	return step, all, nil
}

// request makes the request of one section, and finds the jar for the cookies of its answer.
func (j jars) request(section txtar.File) (r *http.Request, jar map[string]string, all bool, err error) {
	words := strings.Fields(section.Name)
	if len(words) < 2 {
		return nil, nil, false, fmt.Errorf("no method and path")
	}
	jar = map[string]string{}
	head := words[0] + " " + words[1] + " HTTP/1.1\r\n"
	for i := 2; i+1 < len(words); i += 2 {
		switch words[i] {
		case "as":
			head += "Authorization: " + BasicHeader(words[i+1]) + "\r\n"
		case "in":
			if j[words[i+1]] == nil {
				j[words[i+1]] = map[string]string{}
			}
			jar = j[words[i+1]]
			head = fill(head, jar)
			for _, name := range slices.Sorted(maps.Keys(jar)) {
				head += "Cookie: " + name + "=" + jar[name] + "\r\n"
			}
		default:
			return nil, nil, false, fmt.Errorf("unknown word %q", words[i])
		}
	}
	rest, all, err := message(fill(string(section.Data), jar))
	if err != nil {
		return nil, nil, false, err
	}
	r, err = http.ReadRequest(bufio.NewReader(strings.NewReader(head + rest)))
	return r, jar, all, err
}

func fill(text string, jar map[string]string) string {
	return strings.ReplaceAll(text, "{cookie}", jar["sessionid"])
}

// message makes the rest of an HTTP request, with a Host and a Content-Length, from a section. all means
// that the transcript of the response shows every header.
func message(text string) (rest string, all bool, err error) {
	headers, body, _ := strings.Cut(text, "\n\n")
	if strings.HasPrefix(text, "\n") {
		headers, body = "", text[1:]
	}
	body = strings.TrimSuffix(body, "\n")
	var b bytes.Buffer
	host := false
	for line := range strings.Lines(headers) {
		line = strings.TrimSpace(line)
		name, value, _ := strings.Cut(line, ":")
		switch {
		case line == "":
			continue
		case strings.EqualFold(name, "Body"):
			if body, err = decode(strings.TrimSpace(value), body); err != nil {
				return "", false, err
			}
			continue
		case strings.EqualFold(name, "Show"):
			all = true
			continue
		case strings.EqualFold(name, "Host"):
			host = true
		}
		b.WriteString(line + "\r\n")
	}
	if !host {
		b.WriteString("Host: testserver\r\n")
	}
	fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", len(body), body)
	return b.String(), all, nil
}

func decode(how, body string) (string, error) {
	switch how {
	case "base64":
		raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(body))
		return string(raw), err
	case "quoted":
		return strconv.Unquote(strings.TrimSpace(body))
	default:
		return "", fmt.Errorf("body in the unknown encoding %q", how)
	}
}
