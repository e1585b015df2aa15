// Tests of the laws of OPTIONS, of codes of errors, of colours and of look-ups.

package resttest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/resources/snippets"
)

// OPTIONS describes the fields of a snippet to those who may write it, on the list as POST and on
// a record as PUT. The choices are too many for a scenario.
func TestSnippetOptions(t *testing.T) {
	h := resttest.NewServer(t, resttest.Config{Set: sets.Snippets}, ":memory:")
	options := func(path string) string {
		w := server.SendAs(h, "alice", "OPTIONS", path, "")
		if w.Code != http.StatusOK {
			t.Fatalf("OPTIONS %s: got %d %s", path, w.Code, w.Body)
		}
		return w.Body.String()
	}
	create := httptest.NewRequest("POST", "/snippets/", strings.NewReader(`{"code":"x"}`))
	create.SetBasicAuth("alice", "alice-password")
	create.Header.Set("Content-Type", "application/json")
	h.ServeHTTP(httptest.NewRecorder(), create)

	const fields = `{"id":{"type":"integer","required":false,"read_only":true,"label":"ID"},` +
		`"title":{"type":"string","required":false,"read_only":false,"label":"Title","max_length":100},` +
		`"code":{"type":"string","required":true,"read_only":false,"label":"Code"},` +
		`"linenos":{"type":"boolean","required":false,"read_only":false,"label":"Linenos"},` +
		`"language":{"type":"choice","required":false,"read_only":false,"label":"Language","choices":[…]},` +
		`"style":{"type":"choice","required":false,"read_only":false,"label":"Style","choices":[…]},` +
		`"owner":{"type":"field","required":false,"read_only":true,"label":"Owner"}}`
	choices := regexp.MustCompile(`"choices":\[[^\]]*\]`)
	for path, method := range map[string]string{"/snippets/": "POST", "/snippets/1/": "PUT"} {
		_, got, _ := strings.Cut(choices.ReplaceAllString(options(path), `"choices":[…]`), `"actions":`)
		if want := `{"` + method + `":` + fields + `}}`; got != want {
			t.Errorf("OPTIONS %s\n got %s\nwant %s", path, got, want)
		}
	}

	offered := choices.FindAllString(options("/snippets/"), -1)
	for i, check := range []struct {
		known  func(string) bool
		common []string
	}{
		{snippets.Lexers().Also, []string{"python", "go", "c", "bash", "html", "json"}},
		{func(name string) bool { return slices.Contains(styleNames(), name) }, []string{"friendly", "monokai", "vim"}},
	} {
		for _, m := range regexp.MustCompile(`\{"value":"([^"]*)","display_name":"[^"]+"\}`).FindAllStringSubmatch(offered[i], -1) {
			if !check.known(m[1]) {
				t.Errorf("choice %q is not valid", m[1])
			}
		}
		for _, name := range check.common {
			if !strings.Contains(offered[i], `{"value":"`+name+`"`) {
				t.Errorf("choice %q is missing", name)
			}
		}
	}
}

func styleNames() []string {
	var names []string
	for _, c := range snippets.Styles().Choices() {
		names = append(names, c.Value)
	}
	return names
}

// errorCodes is a form of errors as a team writes one: a word for programs beside the words for people, and 418
// for requests of missing records.
type errorCodes struct{}

func (errorCodes) String() string               { return "codes" }
func (errorCodes) ContentType(of string) string { return of }

func (errorCodes) Status(p *problem.Error) int {
	if p.Code == problem.NotFound {
		return 418
	}
	return p.Code.Status()
}

func (errorCodes) AppendBody(dst []byte, p *problem.Error) []byte {
	body := struct {
		Code     string            `json:"code"`
		Message  string            `json:"message,omitempty"`
		Messages map[string]string `json:"messages,omitempty"`
	}{Code: "other", Message: p.Detail, Messages: map[string]string{}}
	switch p.Code {
	case problem.Invalid:
		body.Code = "invalid"
	case problem.NotFound:
		body.Code = "gone"
	}
	if strings.Contains(p.Error(), "panic") {
		panic("a mistake in a team's form")
	}
	for _, f := range p.Fields {
		body.Messages[f.Path] = strings.Join(f.Messages, " ")
	}
	text, err := json.Marshal(body)
	if err != nil {
		return append(dst, `{}`...)
	}
	return append(dst, text...)
}

// colour is a red, green and blue part in the lowest bytes: a kind of a program's own.
type colour uint32

func (c colour) String() string { return fmt.Sprintf("#%06x", uint32(c)) }

// colourKind is "#rrggbb" on the wire and in columns.
func colourKind() field.Kind {
	return field.Kind{
		Name:  "colour",
		Match: func(t reflect.Type) bool { return t == reflect.TypeFor[colour]() },
		Bind:  func(_ *field.Spec, p reflect.Value) field.Slot { return &colourSlot{p.Interface().(*colour)} },
		Parse: func(s *field.Spec, v any) (any, []string) {
			text, _ := v.(string)
			if c, ok := parseColour(notation.TrimSpace(text)); ok {
				return c, nil
			}
			return s.Invalid(`Enter a colour such as "#ff8800".`)
		},
		Arg: func(_ *field.Spec, v any) any {
			if c, ok := v.(colour); ok {
				return c.String()
			}
			return nil
		},
		Column:   func(_ *field.Spec, d field.Dialect) field.Column { return field.TextColumn(d) },
		Lookups:  field.Ordered(),
		Zero:     colour(0),
		Input:    field.Input{Control: "color"},
		Metadata: "colour",
		JSON: func(*field.Spec) map[string]any {
			return map[string]any{"type": "string", "pattern": "^#[0-9a-f]{6}$"}
		},
	}
}

func parseColour(text string) (colour, bool) {
	digits, found := strings.CutPrefix(text, "#")
	n, err := strconv.ParseUint(digits, 16, 24)
	return colour(n), found && len(digits) == 6 && err == nil
}

type colourSlot struct{ p *colour }

func (s *colourSlot) Scan(src any) error {
	var text string
	if err := field.ScanText(&text, src); err != nil {
		return err
	}
	c, ok := parseColour(text)
	if !ok {
		return field.BadScan(src, "a colour")
	}
	*s.p = c
	return nil
}
func (s *colourSlot) Arg() any  { return s.p.String() }
func (s *colourSlot) Get() any  { return *s.p }
func (s *colourSlot) Set(v any) { *s.p, _ = v.(colour) }
func (s *colourSlot) Append(b []byte, _ string) []byte {
	return notation.AppendText(b, s.p.String())
}

// A configuration whose rows are told apart by all that can tell them apart, with representations of their
// own: shelves by a text that clients give, books by a title that is looked up, under a key that the service
// makes, and pages below them by that key.
