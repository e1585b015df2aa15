// Tests of reading bodies by their type.

package media

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/resourceful/framework/problem"
)

// chunked hides the length of a text, as a chunked request does.
func chunked(s string) io.Reader { return io.MultiReader(strings.NewReader(s)) }

// outcome splits an error into its code and detail, and refuses one that no client may read.
func outcome(t *testing.T, err error) (problem.Code, string) {
	t.Helper()
	if err == nil {
		return 0, ""
	}
	p := problem.As(err)
	if p == nil {
		t.Fatalf("got error %T %v, want a *problem.Error", err, err)
	}
	return p.Code, p.Detail
}

func TestDecode(t *testing.T) {
	tests := []struct {
		name   string
		header string
		coding string
		body   io.Reader
		limits Limits
		want   Body
		code   problem.Code
		detail string
	}{
		{name: "JSON", header: "application/json", body: strings.NewReader(`{"a":1}`), want: Body{Value: map[string]any{"a": json.Number("1")}}},
		{name: "letter case and charset", header: "Application/JSON; Charset=ISO-8859-1", body: strings.NewReader("\"caf\xe9\""), want: Body{Value: "café"}},
		{name: "Latin-1 is not Windows-1252", header: "application/json; charset=latin1", body: strings.NewReader("\"\x85\""), want: Body{Value: "\u0085"}},
		{name: "unknown charset", header: "application/json; charset=klingon", body: strings.NewReader(`"é"`), want: Body{Value: "é"}},
		{name: "known charset that we cannot read", header: "application/json; charset=utf-7", body: strings.NewReader(`"é"`), want: Body{Value: "é"}},
		{name: "UTF-16", header: "application/json; charset=utf-16", body: strings.NewReader("\xff\xfe\"\x00a\x00\"\x00"), want: Body{Value: "a"}},
		{name: "malformed parameter", header: "application/json; charset", body: strings.NewReader(`1`), want: Body{Value: json.Number("1")}},
		{name: "form", header: "application/x-www-form-urlencoded", body: strings.NewReader("a=1&a=2"), want: Body{Form: map[string][]string{"a": {"1", "2"}}}},
		{name: "YAML", header: "application/yaml", body: strings.NewReader("a: [1]"), want: Body{Value: map[string]any{"a": []any{json.Number("1")}}}},
		{name: "chunked", header: "application/json", body: chunked(`[]`), want: Body{Value: []any{}}},
		{name: "one byte at a time", header: "application/json", body: iotest.OneByteReader(strings.NewReader(`"` + strings.Repeat("x", 2000) + `"`)), want: Body{Value: strings.Repeat("x", 2000)}},

		{name: "empty", header: "application/json", body: strings.NewReader(""), want: Body{Empty: true}},
		{name: "empty, no type", body: strings.NewReader(""), want: Body{Empty: true}},
		{name: "empty, unsupported", header: "text/plain", body: strings.NewReader(""), want: Body{Empty: true}},
		{name: "empty, form", header: "application/x-www-form-urlencoded", body: strings.NewReader(""), want: Body{Empty: true}},
		{name: "empty, chunked, multipart without boundary", header: "multipart/form-data", body: chunked(""), want: Body{Empty: true}},
		{name: "no body", header: "text/plain", body: nil, want: Body{Empty: true}},

		{name: "no type", body: strings.NewReader("{}"), code: problem.UnsupportedMedia, detail: `Unsupported media type "" in request.`},
		{name: "unsupported", header: "text/plain; Charset=x", body: strings.NewReader("{}"), code: problem.UnsupportedMedia, detail: `Unsupported media type "text/plain; Charset=x" in request.`},
		{name: "text/json", header: "text/json", body: chunked("{}"), code: problem.UnsupportedMedia, detail: `Unsupported media type "text/json" in request.`},
		{name: "suffix type", header: "application/vnd.api+json", body: strings.NewReader("{}"), code: problem.UnsupportedMedia, detail: `Unsupported media type "application/vnd.api+json" in request.`},
		{name: "range", header: "*/*", body: strings.NewReader("{}"), code: problem.UnsupportedMedia, detail: `Unsupported media type "*/*" in request.`},
		{name: "malformed", header: "application/json garbage", body: strings.NewReader("{}"), code: problem.UnsupportedMedia, detail: `Unsupported media type "application/json garbage" in request.`},
		{name: "not UTF-8", header: "text/\xe9", body: strings.NewReader("{}"), code: problem.UnsupportedMedia, detail: "Unsupported media type \"text/\uFFFD\" in request."},
		{name: "unsupported beats too large", header: "text/plain", body: strings.NewReader("12345"), limits: Limits{Body: 4}, code: problem.UnsupportedMedia, detail: `Unsupported media type "text/plain" in request.`},

		{name: "compressed", header: "application/json", coding: "gzip", body: strings.NewReader("{}"), code: problem.UnsupportedMedia, detail: `Unsupported content encoding "gzip" in request.`},
		{name: "compressed twice", header: "application/json", coding: "identity, br", body: strings.NewReader("{}"), code: problem.UnsupportedMedia, detail: `Unsupported content encoding "identity, br" in request.`},
		{name: "not compressed", header: "application/json", coding: "Identity", body: strings.NewReader("[]"), want: Body{Value: []any{}}},
		{name: "compressed, empty", header: "application/json", coding: "gzip", body: strings.NewReader(""), want: Body{Empty: true}},

		{name: "at the limit", header: "application/json", body: strings.NewReader("1234"), limits: Limits{Body: 4}, want: Body{Value: json.Number("1234")}},
		{name: "at the limit, chunked", header: "application/json", body: chunked("1234"), limits: Limits{Body: 4}, want: Body{Value: json.Number("1234")}},
		{name: "over the limit", header: "application/json", body: strings.NewReader("12345"), limits: Limits{Body: 4}, code: problem.TooLarge, detail: "Request body is larger than the limit of 4 bytes."},
		{name: "over the limit, chunked", header: "application/json", body: chunked("12345"), limits: Limits{Body: 4}, code: problem.TooLarge, detail: "Request body is larger than the limit of 4 bytes."},
		{name: "over the default", header: "application/json", body: strings.NewReader(strings.Repeat(" ", 10<<20+1)), code: problem.TooLarge, detail: "Request body is larger than the limit of 10485760 bytes."},
		{name: "a limit further out", header: "application/json", body: http.MaxBytesReader(nil, io.NopCloser(strings.NewReader("12345")), 3), code: problem.TooLarge, detail: "Request body is larger than the limit of 3 bytes."},

		{name: "refused further out", header: "application/json", body: io.MultiReader(strings.NewReader("[1"), iotest.ErrReader(problem.New(problem.Unavailable, "full"))), code: problem.Unavailable, detail: "full"},
		{name: "broken off at once", header: "application/json", body: iotest.ErrReader(errors.New("reset by peer")), code: problem.Malformed, detail: "Request body could not be read completely."},
		{name: "broken off later", header: "application/json", body: io.MultiReader(strings.NewReader("[1"), iotest.ErrReader(io.ErrUnexpectedEOF)), code: problem.Malformed, detail: "Request body could not be read completely."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodPost, "/", tt.body)
			if tt.coding != "" {
				r.Header.Set("Content-Encoding", tt.coding)
			}
			if tt.header != "" {
				r.Header.Set("Content-Type", tt.header)
			}
			got, err := Decode(r, Parsers(), tt.limits)
			code, detail := outcome(t, err)
			if !reflect.DeepEqual(got, tt.want) || code != tt.code || detail != tt.detail {
				t.Errorf("Decode(%q)\n got %+v, %d %q\nwant %+v, %d %q", tt.header, got, code, detail, tt.want, tt.code, tt.detail)
			}
		})
	}
}

// A text, a key, a field or a part is as long as the limit at most, and there are as many values as
// the limit at most.
func TestDecodeTextsAndValues(t *testing.T) {
	part := func(name, text string) string {
		return "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + text + "\r\n--b--\r\n"
	}
	const form, multi = "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"
	tests := []struct{ header, body, detail string }{
		{"application/json", `["1234","\u00e9é",1234,{"abcd":1}]`, ""},
		{"application/json", `"12345"`, "JSON parse error - Text longer than 4 bytes: line 1 column 1"},
		{"application/json", `"\u00e9éx"`, "JSON parse error - Text longer than 4 bytes: line 1 column 1"},
		{"application/json", `12345`, "JSON parse error - Text longer than 4 bytes: line 1 column 1"},
		{"application/json", `{"abcde":1}`, "JSON parse error - Text longer than 4 bytes: line 1 column 2"},
		{"application/json", "[0,0,0,0,0,0,0]", ""},
		{"application/json", "[0,0,0,0,0,0,0,0]", "JSON parse error - More than 8 values and keys: line 1 column 16"},
		{"application/json", `{"a":[],"b":{"c":0}}`, ""},
		{"application/json", `{"a":[],"b":{"c":0,"c":0}}`, "JSON parse error - More than 8 values and keys: line 1 column 24"},
		{"application/yaml", "[abcd, 1234, {abcd: 1}]", ""},
		{"application/yaml", "abcde", "YAML parse error - text longer than 4 bytes: line 1 column 1"},
		{"application/yaml", "abcde: 1", "YAML parse error - text longer than 4 bytes: line 1 column 1"},
		{"application/yaml", "[0,0,0,0,0,0,0,0]", ""},
		{"application/yaml", "[0,0,0,0,0,0,0,0,0]", "YAML parse error - too many values, keys and comments (more than 8)"},
		{form, "abcd=1234", ""},
		{form, "a=12345", "Form parse error - a field is longer than 4 bytes"},
		{form, "abcde=1", "Form parse error - a field is longer than 4 bytes"},
		{multi, part("abcd", "1234"), ""},
		{multi, part("a", "12345"), "Multipart form parse error - a part is longer than 4 bytes"},
		{multi, part("abcde", "1"), "Multipart form parse error - a part is longer than 4 bytes"},
	}
	for _, tt := range tests {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(tt.body))
		r.Header.Set("Content-Type", tt.header)
		_, err := Decode(r, Parsers(), Limits{Text: 4, Values: 8})
		if code, detail := outcome(t, err); detail != tt.detail || err != nil && code != problem.Malformed {
			t.Errorf("Decode(%q): got %d %q, want %q", tt.body, code, detail, tt.detail)
		}
	}
}

// A third party's parser is found by its type, and its error comes back as it is.
func TestDecodeOtherParser(t *testing.T) {
	broken := errors.New("broken")
	parsers := append(Parsers(), Parser{MediaType: "text/csv", Parse: func(body []byte, params map[string]string, limits Limits) (Body, error) {
		if !reflect.DeepEqual(limits, Limits{}.WithDefaults()) {
			t.Errorf("got limits %+v, want the defaults", limits)
		}
		return Body{Value: string(body) + params["header"]}, broken
	}})
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader("a,b "))
	r.Header.Set("Content-Type", "text/csv; header=present")
	got, err := Decode(r, parsers, Limits{})
	if got.Value != "a,b present" || err != broken {
		t.Errorf("got %v, %v, want %q, %v", got.Value, err, "a,b present", broken)
	}
}

func TestIsForm(t *testing.T) {
	tests := map[string]bool{
		"application/x-www-form-urlencoded":                 true,
		"Application/X-WWW-Form-Urlencoded ; charset=utf-8": true,
		"multipart/form-data; boundary=x":                   true,
		"multipart/mixed; boundary=x":                       false,
		"application/json":                                  false,
		"":                                                  false,
	}
	for header, want := range tests {
		if got := IsForm(header); got != want {
			t.Errorf("IsForm(%q): got %v, want %v", header, got, want)
		}
	}
}

// Nothing is read of a body whose length is known and whose type is not.
func TestUnsupportedIsNotRead(t *testing.T) {
	body := strings.NewReader("{}")
	r := httptest.NewRequest(http.MethodPost, "/", body)
	r.Header.Set("Content-Type", "text/plain")
	_, err := Decode(r, Parsers(), Limits{})
	if code, _ := outcome(t, err); code != problem.UnsupportedMedia || body.Len() != 2 {
		t.Errorf("got %v with %d bytes left, want %v with 2", code, body.Len(), problem.UnsupportedMedia)
	}
}

func TestWithDefaults(t *testing.T) {
	got := Limits{Body: -1, Depth: 7}.WithDefaults()
	want := Limits{Body: 10 << 20, Text: 10 << 20, Depth: 7, Values: 300_000, Fields: 1000, Aliases: 100, Upload: 1 << 30}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
