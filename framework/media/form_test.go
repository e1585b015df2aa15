// Tests of form bodies.

package media

import (
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
