package resttest

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the want sections of scenario files")

// Run plays every scenario file of a pattern on SQLite and on PostgreSQL, each time on an empty
// database. Both must give the same answers to the byte. With -update the want sections are
// rewritten from SQLite's answers.
//
// A scenario is a txtar file. Its comment says the rule in words. Each request is a section named
// by its method and path, then perhaps "as NAME" for the Basic credentials of an account of
// Accounts (or "as NAME:PASSWORD"), and "in JAR" for a cookie jar; it holds headers, an empty line
// and a body, whose last newline does not count. The header "Body: base64" or "Body: quoted" says
// that the body is written as base64 or as a Go string, and "Show: all" asks for the headers
// that every answer has; neither is sent. The section "want" behind it holds the status, the
// headers that can differ, and the body; of a page only what it offers.
// "{cookie}" in a path, header or body is the session cookie of the jar.
func Run(t *testing.T, pattern string, config Config) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("scenario files %s: found %d, error %v", pattern, len(files), err)
	}
	for _, on := range []database{sqlite, postgres} {
		if on.driver != sqlite.driver && *update {
			continue
		}
		t.Run(on.driver, func(t *testing.T) {
			servers := newPool(t, config, on)
			for _, file := range files {
				t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
					t.Parallel()
					play(t, file, servers.take(t), *update)
				})
			}
		})
	}
}

// play sends a scenario's requests and compares the answers, or writes them into the file.
func play(t *testing.T, file string, server *Server, write bool) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.TrimSpace(string(archive.Comment)) == "" {
		t.Errorf("%s: first line does not say the rule", file)
	}
	jars := map[string]map[string]string{}
	var out []txtar.File
	for i, section := range archive.Files {
		if section.Name == "want" {
			continue
		}
		got := ask(t, server, section, jars)
		want := ""
		if i+1 < len(archive.Files) && archive.Files[i+1].Name == "want" {
			want = string(archive.Files[i+1].Data)
		}
		if diff := cmp.Diff(got, want); diff != "" && !write {
			t.Errorf("%s: %s (- got, + want):\n%s", file, section.Name, diff)
		}
		out = append(out, section, txtar.File{Name: "want", Data: []byte(got)})
	}
	if write {
		archive.Files = out
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// ask sends the request of one section and returns the transcript of its answer.
func ask(t *testing.T, h http.Handler, section txtar.File, jars map[string]map[string]string) string {
	t.Helper()
	words := strings.Fields(section.Name)
	if len(words) < 2 {
		t.Fatalf("section %q: no method and path", section.Name)
	}
	jar := map[string]string{}
	raw := fill(string(section.Data), jar)
	head := words[0] + " " + words[1] + " HTTP/1.1\r\n"
	for i := 2; i+1 < len(words); i += 2 {
		switch words[i] {
		case "as":
			head += "Authorization: " + basic(words[i+1]) + "\r\n"
		case "in":
			if jars[words[i+1]] == nil {
				jars[words[i+1]] = map[string]string{}
			}
			jar = jars[words[i+1]]
			raw = fill(string(section.Data), jar)
			head = fill(head, jar)
			for name, value := range jar {
				head += "Cookie: " + name + "=" + value + "\r\n"
			}
		default:
			t.Fatalf("section %q: unknown word %q", section.Name, words[i])
		}
	}
	rest, all := message(t, raw)
	r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(head + rest)))
	if err != nil {
		t.Fatalf("section %q: %v", section.Name, err)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r.WithContext(t.Context()))
	answer := w.Result()
	for _, c := range answer.Cookies() {
		jar[c.Name] = c.Value
		if c.MaxAge < 0 || c.Value == "" {
			delete(jar, c.Name)
		}
	}
	body := w.Body.Bytes()
	if r.Method == http.MethodHead {
		body = nil // net/http does not send it
	}
	return transcript(t, answer, body, all)
}

func fill(text string, jar map[string]string) string {
	return strings.ReplaceAll(text, "{cookie}", jar["sessionid"])
}

// message makes the rest of an HTTP request, with a Host and a Content-Length, of a section. all
// says that the transcript of the answer shows every header.
func message(t *testing.T, text string) (rest string, all bool) {
	t.Helper()
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
			body = decode(t, strings.TrimSpace(value), body)
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
	return b.String(), all
}

func decode(t *testing.T, how, body string) string {
	t.Helper()
	var plain string
	var err error
	switch how {
	case "base64":
		var raw []byte
		raw, err = base64.StdEncoding.DecodeString(strings.TrimSpace(body))
		plain = string(raw)
	case "quoted":
		plain, err = strconv.Unquote(strings.TrimSpace(body))
	default:
		err = fmt.Errorf("unknown encoding %q", how)
	}
	if err != nil {
		t.Fatalf("body: %v", err)
	}
	return plain
}

// Golden compares text with a file, or with -update writes the file.
func Golden(t testing.TB, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, string(want)); diff != "" {
		t.Errorf("%s (- got, + want):\n%s", file, diff)
	}
}
