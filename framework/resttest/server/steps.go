// Steps: requests of a scenario that have a line each, and their answers.

package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// stepHeader is a line of a section of steps that sets a header, or removes it.
var stepHeader = regexp.MustCompile(`^([A-Z][\w-]*):(.*)`)

// stepHeaders are the headers that requests of steps have.
type stepHeaders map[string]string

// request returns the request of a line of steps in the form of a section, if the line has one: it is no
// response, comment or header.
func (h stepHeaders) request(line string) (request txtar.File, ok bool) {
	if header := stepHeader.FindStringSubmatch(line); header != nil {
		h[header[1]] = strings.TrimSpace(header[2])
		return txtar.File{}, false
	}
	if strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
		return txtar.File{}, false
	}
	request = requestOf(line)
	text := ""
	for _, name := range slices.Sorted(maps.Keys(h)) {
		if h[name] != "" && name != "Only" && name != "Show" {
			text += name + ": " + h[name] + "\n"
		}
	}
	if h["Content-Type"] == "" && len(request.Data) > 0 {
		text += "Content-Type: application/json\n"
	}
	return txtar.File{Name: request.Name, Data: []byte(text + "\n" + string(request.Data))}, true
}

// requestOf returns the request of a line of steps without headers. The line is the section's name followed
// by the body.
func requestOf(line string) txtar.File {
	words := strings.SplitN(strings.TrimSpace(line), " ", 3)
	rest := ""
	if len(words) == 3 {
		rest = words[2]
	}
	name := strings.Join(words[:min(2, len(words))], " ")
	for strings.HasPrefix(rest, "as ") || strings.HasPrefix(rest, "in ") {
		option := strings.SplitN(rest, " ", 3)
		rest = strings.Join(option[2:], " ")
		name += " " + strings.Join(option[:min(2, len(option))], " ")
	}
	return txtar.File{Name: name, Data: []byte(rest)}
}

// requests returns the requests of a section, each as a section.
func requests(section txtar.File) []txtar.File {
	switch section.Name {
	case "want":
		return nil
	case "steps":
		var list []txtar.File
		headers := stepHeaders{}
		for line := range strings.Lines(string(section.Data)) {
			if request, ok := headers.request(line); ok {
				list = append(list, request)
			}
		}
		return list
	default:
		return []txtar.File{section}
	}
}

// playSteps sends the requests of a section of steps, and returns the section with their answers, status and body.
func playSteps(t testing.TB, h http.Handler, section txtar.File, randoms *randoms, jars jars) string {
	t.Helper()
	var b strings.Builder
	headers := stepHeaders{}
	for line := range strings.Lines(string(section.Data)) {
		if strings.HasPrefix(line, "\t") {
			continue
		}
		b.WriteString(line)
		if request, ok := headers.request(line); ok {
			step, answer := sendStep(t, h, randoms.fill(request), jars)
			answer = only(headers["Only"], answer)
			if tag := step.Answer.Header().Get("ETag"); headers["Show"] == "etag" && tag != "" {
				answer = randoms.tagged(answer, tag)
			}
			b.WriteString("\t" + strings.ReplaceAll(randoms.name(answer), "\n", "\n\t") + "\n")
		}
	}
	return b.String()
}

// sendStep sends one request, and returns with it the status and the body of its answer.
func sendStep(t testing.TB, h http.Handler, request txtar.File, jars jars) (step Step, answer string) {
	t.Helper()
	step, _, err := jars.send(t.Context(), h, request)
	if err != nil {
		t.Fatalf("step %q: %v", request.Name, err)
	}
	if step.Request.Method == http.MethodHead {
		return step, fmt.Sprint(step.Answer.Code)
	}
	return step, strings.TrimRight(fmt.Sprint(step.Answer.Code, " ", step.Answer.Body), " \n")
}

// only returns the response to a list with one member of its rows, and any other response unchanged. With
// the name "" it is always unchanged.
func only(name, answer string) string {
	body, isRead := strings.CutPrefix(answer, "200 ")
	var page struct{ Results []map[string]any }
	if json.Unmarshal([]byte(body), &page.Results) != nil {
		page.Results = nil
		_ = json.Unmarshal([]byte(body), &page)
	}
	if name == "" || !isRead || page.Results == nil {
		return answer
	}
	text := fmt.Sprintf("200 %s:", name)
	for _, row := range page.Results {
		text += fmt.Sprint(" ", row[name])
	}
	return text
}

// start sends the requests of the file that all scenarios of a folder begin with, if there is one. They have to succeed.
func start(t testing.TB, h http.Handler, file string, jars jars) {
	t.Helper()
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return
	} else if err != nil {
		t.Fatal(err)
	}
	for _, request := range requests(txtar.File{Name: "steps", Data: text}) {
		if _, answer := sendStep(t, h, request, jars); !strings.HasPrefix(answer, "2") {
			t.Fatalf("%s: %s is answered %s", file, request.Name, answer)
		}
	}
}
