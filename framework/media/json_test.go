// Tests of JSON bodies.

package media

import (
	"encoding/json"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/resourceful/framework/resttest/stopwatch"
)

type (
	list   = []any
	object = map[string]any
)

const num = json.Number("1")

var jsonTests = []struct {
	text string
	want any
	err  string // after "JSON parse error - "
}{
	{text: `null`, want: nil},
	{text: `true`, want: true},
	{text: `false`, want: false},
	{text: " \t\r\n1 \t\r\n", want: num},
	{text: `[]`, want: list{}},
	{text: `{}`, want: object{}},
	{text: `[ ]`, want: list{}},
	{text: `{ }`, want: object{}},
	{text: `[1,[1,{"a":1}],null]`, want: list{num, list{num, object{"a": num}}, nil}},
	{text: `{"a":1,"A":true,"b":{"a":[]}}`, want: object{"a": num, "A": true, "b": object{"a": list{}}}},
	{text: `{ "a" : 1 , "b" : [ 1 , 1 ] }`, want: object{"a": num, "b": list{num, num}}},
	{text: `{"a":true,"a":1}`, want: object{"a": num}},
	{text: `{"":1}`, want: object{"": num}},

	// Numbers keep their text.
	{text: `0`, want: json.Number("0")},
	{text: `-0`, want: json.Number("-0")},
	{text: `1.50`, want: json.Number("1.50")},
	{text: `-1.5E+300`, want: json.Number("-1.5E+300")},
	{text: `1e999`, want: json.Number("1e999")},
	{text: `123456789012345678901234567890`, want: json.Number("123456789012345678901234567890")},
	{text: `01`, err: "Illegal leading zero of a number: line 1 column 1"},
	{text: `-01`, err: "Illegal leading zero of a number: line 1 column 1"},
	{text: `+1`, err: "Expecting value: line 1 column 1"},
	{text: `-`, err: "Expecting digit in a number: line 1 column 2"},
	{text: `1.`, err: "Expecting digit in a number: line 1 column 3"},
	{text: `.5`, err: "Expecting value: line 1 column 1"},
	{text: `1.e5`, err: "Expecting digit in a number: line 1 column 3"},
	{text: `1e`, err: "Expecting digit in a number: line 1 column 3"},
	{text: `[1e+]`, err: "Expecting digit in a number: line 1 column 5"},
	{text: `0x1F`, err: "Extra data after the value: line 1 column 2"},
	{text: `1_000`, err: "Extra data after the value: line 1 column 2"},
	{text: `{"a": NaN}`, err: "NaN is not allowed: line 1 column 7"},
	{text: `[Infinity]`, err: "Infinity is not allowed: line 1 column 2"},
	{text: `-Infinity`, err: "-Infinity is not allowed: line 1 column 1"},

	// Strings.
	{text: `""`, want: ""},
	{text: `"\"\\\/\b\f\n\r\t"`, want: "\"\\/\b\f\n\r\t"},
	{text: `"é€😀"`, want: "é€😀"},
	{text: `"\u00e9\u20AC\ud83d\uDE00"`, want: "é€😀"},
	{text: `"\u0000"`, want: "\x00"},
	{text: "\"\x7f\u0080\u2028\uFFFD\uFFFF\"", want: "\x7f\u0080\u2028\uFFFD\uFFFF"},
	{text: `"a\ud800b"`, want: "a\xed\xa0\x80b"},
	{text: `"\uDFFF"`, want: "\xed\xbf\xbf"},
	{text: `"\ud83d\ud83d\ude00"`, want: "\xed\xa0\xbd😀"},
	{text: `"\ude00\ud83d"`, want: "\xed\xb8\x80\xed\xa0\xbd"},
	{text: `"\ud83dx"`, want: "\xed\xa0\xbdx"},
	{text: `{"\ud800":1}`, want: object{"\xed\xa0\x80": num}},
	{text: `"\ud83d\u12"`, err: "Invalid \\uXXXX escape: line 1 column 8"},
	{text: `"\u+123"`, err: "Invalid \\uXXXX escape: line 1 column 2"},
	{text: `"\u12`, err: "Invalid \\uXXXX escape: line 1 column 2"},
	{text: `"\U0041"`, err: "Invalid \\escape: line 1 column 2"},
	{text: `"\x41"`, err: "Invalid \\escape: line 1 column 2"},
	{text: `"\`, err: "Invalid \\escape: line 1 column 2"},
	{text: `"a`, err: "Unterminated string: line 1 column 1"},
	{text: `"a\n`, err: "Unterminated string: line 1 column 1"},
	{text: "\"a\nb\"", err: "Invalid control character in a string: line 1 column 3"},
	{text: "\"\\n\tb\"", err: "Invalid control character in a string: line 1 column 4"},
	{text: "\"\x00\"", err: "Invalid control character in a string: line 1 column 2"},

	// Texts that are no JSON.
	{text: ``, err: "Expecting value, but the text ends: line 1 column 1"},
	{text: " \n ", err: "Expecting value, but the text ends: line 2 column 2"},
	{text: `{"code": `, err: "Expecting value, but the text ends: line 1 column 10"},
	{text: `code=print(1)`, err: "Expecting value: line 1 column 1"},
	{text: `nope`, err: "Expecting value: line 1 column 1"},
	{text: `nullx`, err: "Extra data after the value: line 1 column 5"},
	{text: `True`, err: "Expecting value: line 1 column 1"},
	{text: `{`, err: "Expecting property name enclosed in double quotes, but the text ends: line 1 column 2"},
	{text: `{name: x}`, err: "Expecting property name enclosed in double quotes: line 1 column 2"},
	{text: `{'code': 'x'}`, err: "Expecting property name enclosed in double quotes: line 1 column 2"},
	{text: `{"a" 1}`, err: "Expecting ':' delimiter: line 1 column 6"},
	{text: `{"a":1 "b":2}`, err: "Expecting ',' delimiter: line 1 column 8"},
	{text: `{"a":1]`, err: "Expecting ',' delimiter: line 1 column 7"},
	{text: "{\"a\":1,\n}", err: "Illegal trailing comma before end of object: line 1 column 7"},
	{text: `[1,]`, err: "Illegal trailing comma before end of array: line 1 column 3"},
	{text: `[,1]`, err: "Expecting value: line 1 column 2"},
	{text: `[1,,1]`, err: "Expecting value: line 1 column 4"},
	{text: `{,}`, err: "Expecting property name enclosed in double quotes: line 1 column 2"},
	{text: `[1`, err: "Expecting ',' delimiter, but the text ends: line 1 column 3"},
	{text: `{}{}`, err: "Extra data after the value: line 1 column 3"},
	{text: "{}\n\x00", err: "Extra data after the value: line 2 column 1"},
	{text: `// 1`, err: "Expecting value: line 1 column 1"},
	{text: "\u00a01", err: "Expecting value: line 1 column 1"},
	{text: "\uFEFF{}", err: "Unexpected byte order mark: line 1 column 1"},
	{text: "{}\uFEFF", err: "Extra data after the value: line 1 column 3"},
	{text: "{\"é\":\n \"é\xff\"}", err: "Invalid UTF-8: line 2 column 4"},
	{text: "\"\xed\xa0\x80\"", err: "Invalid UTF-8: line 1 column 2"},
	{text: "\"\uFFFD\xc0\x80\"", err: "Invalid UTF-8: line 1 column 3"},
	{text: "[\r\n\"é\", x]", err: "Expecting value: line 2 column 6"},
}

// parsed runs one of the parsers on a text and returns the value, or the detail after a prefix.
func parsed(t *testing.T, prefix string, parse func([]byte, map[string]string, Limits) (Body, error), text string, limits Limits) (any, string) {
	t.Helper()
	got, err := parse([]byte(text), nil, limits)
	_, detail := outcome(t, err)
	rest, found := strings.CutPrefix(detail, prefix)
	if err != nil && !found {
		t.Errorf("%.80q: got detail %q, want the prefix %q", text, detail, prefix)
	}
	return got.Value, rest
}

func TestParseJSON(t *testing.T) {
	for _, tt := range jsonTests {
		got, detail := parsed(t, "JSON parse error - ", parseJSON, tt.text, Limits{})
		if !reflect.DeepEqual(got, tt.want) || detail != tt.err {
			t.Errorf("parseJSON(%q)\n got %#v, error %q\nwant %#v, error %q", tt.text, got, detail, tt.want, tt.err)
		}
	}
}

func TestParseJSONDepth(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	tests := []struct {
		name  string
		text  string
		depth int
		err   string
	}{
		{"default", nested(100), 0, ""},
		{"one more", nested(101), 0, "Nested deeper than 100 levels: line 1 column 101"},
		{"own limit", nested(3), 2, "Nested deeper than 2 levels: line 1 column 3"},
		{"side by side", "[[[]],[[]],{\"a\":[]},[{}]]", 3, ""},
		{"objects", strings.Repeat(`{"a":`, 101), 0, "Nested deeper than 100 levels: line 1 column 501"},
		{"very deep", strings.Repeat("[", 100_000), 0, "Nested deeper than 100 levels: line 1 column 101"},
	}
	for _, tt := range tests {
		_, got := parsed(t, "JSON parse error - ", parseJSON, tt.text, Limits{Depth: tt.depth})
		if got != tt.err {
			t.Errorf("%s: got error %q, want %q", tt.name, got, tt.err)
		}
	}
}

// encoding/json must agree on valid JSON and its meaning, except where it is lenient: invalid UTF-8 and lone
// surrogates.
func FuzzParseJSON(f *testing.F) {
	for _, tt := range jsonTests {
		f.Add(tt.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		defer stopwatch.Input(t)()
		got, detail := parsed(t, "JSON parse error - ", parseJSON, text, Limits{Depth: 1000})
		if !utf8.ValidString(text) {
			if detail == "" {
				t.Errorf("parseJSON(%q): got %#v, want an error for invalid UTF-8", text, got)
			}
			return
		}
		if ok := json.Valid([]byte(text)); ok != (detail == "") {
			t.Fatalf("parseJSON(%q): got %#v, error %q, but encoding/json says valid %v", text, got, detail, ok)
		}
		if detail != "" {
			return
		}
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		var want any
		if err := decoder.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if got, ok := replaceSurrogates(got); ok && !reflect.DeepEqual(got, want) {
			t.Errorf("parseJSON(%q)\n got %#v\nwant %#v", text, got, want)
		}
	})
}

// replaceSurrogates puts U+FFFD for each lone surrogate, as encoding/json does. It is not ok when
// keys become equal by that, because which was the last is not known any more.
func replaceSurrogates(v any) (replaced any, ok bool) {
	switch v := v.(type) {
	case string:
		return withoutSurrogates(v), true
	case list:
		items := list{}
		for _, item := range v {
			item, ok := replaceSurrogates(item)
			if !ok {
				return nil, false
			}
			items = append(items, item)
		}
		return items, true
	case object:
		m := object{}
		for key, item := range v {
			if item, ok = replaceSurrogates(item); !ok {
				return nil, false
			}
			m[withoutSurrogates(key)] = item
		}
		return m, len(m) == len(v)
	default:
		return v, true
	}
}

const snippetJSON = `{"title": "Greeting", "code": "def f(x):\n\treturn \"é\" + x\n", "linenos": true, "language": "python", "style": "friendly", "numbers": [1, 2.5, -3e8, null]}`

func BenchmarkParseJSON(b *testing.B) {
	bodies := map[string]string{
		"snippet": snippetJSON,
		"list":    "[" + strings.Repeat(snippetJSON+",", 999) + snippetJSON + "]",
		"string":  `"` + strings.Repeat("print(1) ", 10_000) + `"`,
	}
	for name, body := range bodies {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := parseJSON([]byte(body), nil, Limits{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The orders of objects that are gone stay theirs: no later object has the address of one.
func TestOrdersOfLostObjects(t *testing.T) {
	orders := Orders{}
	if _, err := parseJSON([]byte("["+strings.Repeat(`{"z":1,"a":2},`, 2000)+"1]"), nil, Limits{Orders: orders}); err != nil || len(orders) != 2000 {
		t.Fatalf("got %d orders, %v, want 2000", len(orders), err)
	}
	runtime.GC()
	kept := make([]map[string]any, 20_000)
	for i := range kept {
		kept[i] = map[string]any{"b": 1, "c": 2}
		if names := orders[reflect.ValueOf(kept[i]).UnsafePointer()]; names != nil {
			t.Fatalf("the new object %d has the order %q of a lost one", i, names)
		}
	}
}
