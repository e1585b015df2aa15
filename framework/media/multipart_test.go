// Tests of multipart bodies.

package media

import (
	"reflect"
	"strings"
	"testing"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/resttest/stopwatch"
)

// part is one part of a multipart body with the boundary "b".
func part(header, content string) string {
	return "--b\r\n" + header + "\r\n\r\n" + content + "\r\n"
}

func textPart(name, content string) string {
	return part(`Content-Disposition: form-data; name="`+name+`"`, content)
}

func filePart(name, filename string) string {
	return part(`Content-Disposition: form-data; name="`+name+`"; filename="`+filename+`"`+"\r\nContent-Type: text/plain", "print(9)")
}

const endPart = "--b--\r\n"

var multipartTests = []struct {
	name  string
	body  string
	form  fields
	files []string
	err   string // after "Multipart form parse error - "
}{
	{name: "text", body: textPart("a", "1") + textPart("title", "café") + textPart("a", "2") + endPart, form: fields{"a": {"1", "2"}, "title": {"café"}}},
	{name: "lines kept", body: textPart("a", "\r\n x\r\n--bb\n") + endPart, form: fields{"a": {"\r\n x\r\n--bb\n"}}},
	{name: "no final new line", body: textPart("a", "1") + "--b--", form: fields{"a": {"1"}}},
	{name: "new lines without carriage returns", body: "--b\nContent-Disposition: form-data; name=a\n\n1\n--b--\n", form: fields{"a": {"1"}}},
	{name: "preamble and epilogue", body: "hello\r\n" + textPart("a", "1") + endPart + "bye", form: fields{"a": {"1"}}},
	{name: "no parts", body: endPart, form: fields{}},
	{name: "empty value", body: textPart("a", "") + endPart, form: fields{"a": {""}}},
	{name: "name of another script", body: textPart("é", "1") + endPart, form: fields{"é": {"1"}}},
	{name: "invalid UTF-8", body: textPart("a", "x\xff") + endPart, form: fields{"a": {"x\uFFFD"}}},
	{name: "charset of the part", body: part("Content-Disposition: form-data; name=a\r\nContent-Type: text/plain; charset=iso-8859-1", "\xe9") + endPart, form: fields{"a": {"é"}}},
	{name: "part without a name", body: textPart("a", "1") + part("Content-Disposition: form-data", "1") + endPart, err: "part 2 has no name"},
	{name: "empty name", body: textPart("", "1") + endPart, err: "part 1 has no name"},
	{name: "part without a disposition", body: part("X: y", "2") + endPart, err: "part 1 has no Content-Disposition"},
	{name: "attachment", body: part("Content-Disposition: attachment; name=a", "1") + endPart, err: "part 1 is no form-data"},
	{name: "open quote", body: part(`Content-Disposition: form-data; name="a`, "1") + endPart, err: "part 1 has a Content-Disposition that cannot be read"},
	{name: "quote in a file name", body: filePart("a", `a"b`) + endPart, err: "part 1 has a Content-Disposition that cannot be read"},
	{name: "two names", body: part(`Content-Disposition: form-data; name=a; name=b`, "1") + endPart, err: "part 1 has a Content-Disposition that cannot be read"},

	{name: "file", body: filePart("code", "a.py") + endPart, form: fields{}, files: []string{"code"}},
	{name: "file after text", body: textPart("a", "1") + filePart("a", "x") + endPart, form: fields{"a": {"1"}}, files: []string{"a"}},
	{name: "text after file", body: filePart("a", "x") + textPart("a", "1") + endPart, form: fields{"a": {"1"}}},
	{name: "empty file name", body: filePart("a", "") + endPart, form: fields{"a": {"print(9)"}}},
	{name: "path as file name", body: filePart("a", "../../etc/passwd") + endPart, form: fields{}, files: []string{"a"}},

	{name: "no boundary line", body: "x", err: "the body ends before its closing boundary"},
	{name: "cut in a header", body: "--b\r\nContent-Disposition: form-data", err: "the body ends before its closing boundary"},
	{name: "cut in a part", body: textPart("a", "1"), err: "the body ends before its closing boundary"},
	{name: "cut in a file", body: filePart("a", "x"), err: "the body ends before its closing boundary"},
	{name: "header without colon", body: part("nonsense", "1") + endPart, err: `malformed MIME header: missing colon: "nonsense"`},
}

func TestParseMultipart(t *testing.T) {
	for _, tt := range multipartTests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := readMultipart(strings.NewReader(tt.body), map[string]string{"boundary": "b"}, Limits{})
			want := Body{}
			if tt.err == "" {
				want = Body{Form: tt.form, Files: map[string]bool{}}
				for _, name := range tt.files {
					want.Files[name] = true
				}
			}
			_, detail := outcome(t, err)
			detail = strings.TrimPrefix(detail, "Multipart form parse error - ")
			if !reflect.DeepEqual(got, want) || detail != tt.err {
				t.Errorf("readMultipart(%q)\n got %+v, error %q\nwant %+v, error %q", tt.body, got, detail, want, tt.err)
			}
		})
	}
}

func TestParseMultipartParams(t *testing.T) {
	tests := []struct {
		params map[string]string
		body   string
		detail string
		want   string
	}{
		{nil, "x", "Multipart form parse error - Invalid boundary in multipart: None", ""},
		{map[string]string{"boundary": ""}, "x", "Multipart form parse error - Invalid boundary in multipart: None", ""},
		{map[string]string{"boundary": "b", "charset": "iso-8859-1"}, textPart("a", "\xe9") + endPart, "", "é"},
		{map[string]string{"boundary": "b"}, strings.Repeat(textPart("a", ""), 1000) + endPart, "", ""},
		{map[string]string{"boundary": "b"}, strings.Repeat(textPart("a", ""), 1001) + endPart, "Multipart form parse error - more than 1000 parts", ""},
		{map[string]string{"boundary": "b"}, strings.Repeat(filePart("a", "x"), 1001) + endPart, "Multipart form parse error - more than 1000 parts", ""},
	}
	for _, tt := range tests {
		got, err := readMultipart(strings.NewReader(tt.body), tt.params, Limits{})
		code, detail := outcome(t, err)
		value := ""
		if values := got.Form["a"]; len(values) > 0 {
			value = values[0]
		}
		if detail != tt.detail || value != tt.want || err != nil && code != problem.Malformed {
			t.Errorf("readMultipart(%.60q, %v): got %q, %d %q, want %q, %q", tt.body, tt.params, value, code, detail, tt.want, tt.detail)
		}
	}
}

func FuzzParseMultipart(f *testing.F) {
	for _, tt := range multipartTests {
		f.Add(tt.body, "b")
	}
	f.Fuzz(func(t *testing.T, body, boundary string) {
		defer stopwatch.Input(t)()
		got, err := readMultipart(strings.NewReader(body), map[string]string{"boundary": boundary}, Limits{})
		if _, detail := outcome(t, err); err != nil && !strings.HasPrefix(detail, "Multipart form parse error - ") {
			t.Errorf("readMultipart(%q): got detail %q", body, detail)
		}
		checkForm(t, body, got)
	})
}
