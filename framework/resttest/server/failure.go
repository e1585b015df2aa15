// Reports: the text of a test about a wrong response.

package server

import (
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Answer is a response with its request.
type Answer struct {
	*httptest.ResponseRecorder
	Request *http.Request
	Sent    string // the body of the request
}

// Failure is one report. It begins with one line that names the fault. Then a line each has the answer, the
// demand, the request, and the words of the plan about it:
//
//	PATCH /snippets/1/ as "bob": the status is not the rule's
//	 got: 200 {"id":1,"title":"x"}
//	want: 403
//	send: curl -i -X PATCH -u bob:bob-password -H 'Content-Type: application/json' -d '{"title":"x"}' http://127.0.0.1:8000/snippets/1/
//	rule: OwnerOrReadOnly, the access of /snippets/
type Failure struct {
	Fault string // in one line
	Asked Answer // the request that is shown
	Got   string // "" for the answer to that request
	Want  string
	Rule  string // of the plan or of the document; "" if the fault states it
}

// Report lets a test fail.
func (f Failure) Report(t testing.TB) {
	t.Helper()
	t.Errorf("%s", f)
}

// String returns the report.
func (f Failure) String() string {
	var b strings.Builder
	if f.Asked.Request != nil {
		b.WriteString(f.Asked.name() + ": ")
	}
	b.WriteString(f.Fault)
	got := f.Got
	if got == "" && f.Asked.ResponseRecorder != nil {
		got = f.Asked.Shown()
	}
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "\n%4s: %s", name, strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n      "))
		}
	}
	line("got", got)
	line("want", f.Want)
	if f.Asked.Request != nil {
		line("send", f.Asked.curl())
	}
	line("rule", f.Rule)
	return b.String()
}

// MaxShown is the largest number of a body's bytes in a report.
const MaxShown = 1000

// Cut returns the beginning of a text.
func Cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return fmt.Sprintf("%s… (%d bytes)", text[:n], len(text))
}

// Shown returns the response for reports: its status and the beginning of its body.
func (a Answer) Shown() string {
	return strings.TrimSuffix(fmt.Sprintf("%d %s", a.Code, Cut(a.Body.String(), MaxShown)), " ")
}

// name returns the name of a request in reports.
func (a Answer) name() string {
	who := "nobody"
	if name, _, ok := a.Request.BasicAuth(); ok {
		who = fmt.Sprintf("%q", name)
	} else if a.Request.Header.Get("Authorization") != "" {
		who = "the owner of a token"
	}
	return fmt.Sprintf("%s %s as %s", a.Request.Method, Cut(a.Request.URL.RequestURI(), 200), who)
}

// servedAt is the address of a reader's service, from "resourceful serve".
const servedAt = "http://127.0.0.1:8000"

// curl is a line of a shell that sends the request to a service on the machine of the reader.
func (a Answer) curl() string {
	r := a.Request
	words := []string{"curl", "-i"}
	switch {
	case r.Method == http.MethodHead:
		words = append(words, "-I")
	case r.Method != http.MethodGet && (r.Method != http.MethodPost || a.Sent == ""):
		words = append(words, "-X", quote(r.Method))
	}
	for _, name := range slices.Sorted(maps.Keys(r.Header)) {
		for _, value := range r.Header[name] {
			if encoded, is := strings.CutPrefix(value, "Basic "); is && name == "Authorization" {
				if plain, err := base64.StdEncoding.DecodeString(encoded); err == nil {
					words = append(words, "-u", quote(string(plain)))
					continue
				}
			}
			words = append(words, "-H", quote(name+": "+value))
		}
	}
	if a.Sent != "" {
		words = append(words, "--data-binary", quote(Cut(a.Sent, 4*MaxShown)))
	}
	return strings.Join(append(words, quote(servedAt+r.URL.RequestURI())), " ")
}

// quote is a text as one word of bash.
func quote(text string) string {
	odd := func(r rune) bool {
		return r != '/' && r != ':' && r != '.' && r != '-' && r != '_' && r != '@' && (r > '~' || !unicode.IsLetter(r) && !unicode.IsDigit(r))
	}
	switch {
	case text != "" && !strings.ContainsFunc(text, odd):
		return text
	case utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	var b strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case c == '\'' || c == '\\':
			b.WriteString(`\` + string(rune(c)))
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	return "$'" + b.String() + "'"
}
