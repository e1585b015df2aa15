// Tests of the parsers of forms.

package media

import (
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/resttest/stopwatch"
)

type fields = map[string][]string

var formTests = []struct {
	body    string
	charset string
	want    fields
}{
	{body: "a=1", want: fields{"a": {"1"}}},
	{body: "title=T&code=a+b%2Bc%26d", want: fields{"title": {"T"}, "code": {"a b+c&d"}}},
	{body: "a=1&b=2&a=3", want: fields{"a": {"1", "3"}, "b": {"2"}}},
	{body: "a", want: fields{"a": {""}}},
	{body: "a=", want: fields{"a": {""}}},
	{body: "=b", want: fields{"": {"b"}}},
	{body: "=", want: fields{"": {""}}},
	{body: "a=b=c", want: fields{"a": {"b=c"}}},
	{body: "&", want: fields{}},
	{body: "&&a=1&&", want: fields{"a": {"1"}}},
	{body: "a=b;c=d", want: fields{"a": {"b;c=d"}}},
	{body: "a%20b+c=1", want: fields{"a b c": {"1"}}},
	{body: "a=%c3%A9", want: fields{"a": {"é"}}},
	{body: "a=é", want: fields{"a": {"é"}}},
	{body: "a=%", want: fields{"a": {"%"}}},
	{body: "a=%4", want: fields{"a": {"%4"}}},
	{body: "a=%4g%zz%41", want: fields{"a": {"%4g%zzA"}}},
	{body: "a=%%41", want: fields{"a": {"%A"}}},
	{body: "a=%ff", want: fields{"a": {"\uFFFD"}}},
	{body: "a=\xff\xfe", want: fields{"a": {"\uFFFD\uFFFD"}}},
	{body: "a=%e2%82x", want: fields{"a": {"\uFFFDx"}}},
	{body: "%ff=1", want: fields{"\uFFFD": {"1"}}},
	{body: "a=%ed%a0%80", want: fields{"a": {"\uFFFD\uFFFD\uFFFD"}}},
	{body: "a=%00%0d%0A", want: fields{"a": {"\x00\r\n"}}},
	{body: "tags[[[[=x", want: fields{"tags[[[[": {"x"}}},
	{body: "a=%e9\xe8", charset: "iso-8859-1", want: fields{"a": {"éè"}}},
	{body: "a=%e9", charset: "klingon", want: fields{"a": {"\uFFFD"}}},
}

func TestParseForm(t *testing.T) {
	for _, tt := range formTests {
		got, err := parseForm([]byte(tt.body), map[string]string{"charset": tt.charset}, Limits{})
		if err != nil || !reflect.DeepEqual(got, Body{Form: tt.want}) {
			t.Errorf("parseForm(%q, %q)\n got %+v, %v\nwant form %q", tt.body, tt.charset, got, err, tt.want)
		}
	}
}

func TestParseFormLimit(t *testing.T) {
	tests := []struct {
		body   string
		detail string
	}{
		{strings.Repeat("a&", 1000), ""},
		{strings.Repeat("a&", 1001), "Form parse error - more than 1000 fields"},
	}
	for _, tt := range tests {
		_, err := parseForm([]byte(tt.body), nil, Limits{})
		code, detail := outcome(t, err)
		if detail != tt.detail || err != nil && code != problem.Malformed {
			t.Errorf("parseForm(%.20q): got %d %q, want %q", tt.body, code, detail, tt.detail)
		}
	}
}

// A form is never an error, and its names and values are always UTF-8.
func FuzzParseForm(f *testing.F) {
	for _, tt := range formTests {
		f.Add(tt.body, tt.charset)
	}
	f.Fuzz(func(t *testing.T, body, charset string) {
		defer stopwatch.Input(t)()
		got, err := parseForm([]byte(body), map[string]string{"charset": charset}, Limits{Fields: len(body) + 1})
		if err != nil || got.Form == nil {
			t.Fatalf("parseForm(%q): got %v, %v, want a form", body, got, err)
		}
		checkForm(t, body, got)
	})
}

// checkForm checks what holds for each form that has been read.
func checkForm(t *testing.T, body string, got Body) {
	t.Helper()
	for name, values := range got.Form {
		for _, v := range values {
			if !utf8.ValidString(name) || !utf8.ValidString(v) {
				t.Errorf("%q: got field %q with %q, want UTF-8", body, name, v)
			}
		}
	}
}

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
	{name: "attachment", body: part("Content-Disposition: attachment; name=a", "1") + endPart, err: "part 1 is not form-data"},
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

// Charsets are known by the spellings of their names. Those of several bytes for a character are refused.
func TestCharsets(t *testing.T) {
	for name, want := range map[string]string{
		"ISO-8859-1": "é", "iso_8859-1": "é", "latin1": "é", "ISO-8859-5": "щ", "windows-1252": "é", "Windows-1251": "й", "koi8-r": "И", "latin2": "é",
		"utf-8": "\uFFFD", "": "\uFFFD", "utf-7": "\uFFFD", "latin5": "é", "latin9": "é", "latin7": "\uFFFD", "cp866": "щ", "IBM437": "Θ",
	} {
		if got, _ := formText("\xe9", charset(name)); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	for _, name := range []string{"Shift_JIS", "gbk", "utf-32"} {
		r := httptest.NewRequest("POST", "/", strings.NewReader("a=b"))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded; charset="+name)
		if _, err := Decode(r, Parsers(), Limits{}); problem.As(err) == nil || problem.As(err).Code != problem.UnsupportedMedia {
			t.Errorf("%s: got %v", name, err)
		}
	}
	for name, body := range map[string]string{"utf-16": "\xfe\xff\x00a", "UTF-16BE": "\x00a", "utf-16le": "a\x00"} {
		if got := toUTF8([]byte(body), name); got != "a" {
			t.Errorf("%s: got %q", name, got)
		}
	}
}
