// Tests of YAML bodies.

package media

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"example.com/resourceful/framework/resttest/stopwatch"
)

var yamlTests = []struct {
	text string
	want any
	err  string // after "YAML parse error - "; a final "…" leaves the rest open
}{
	{text: "code: print(1)\ntitle: from yaml\nlinenos: true\n", want: object{"code": "print(1)", "title": "from yaml", "linenos": true}},
	{text: "code: |-\n  a = 1\n  b = 2\nlanguage: python\n", want: object{"code": "a = 1\nb = 2", "language": "python"}},
	{text: "- 1\n- [a, {b: 1}]\n", want: list{num, list{"a", object{"b": num}}}},
	{text: `{"a": [1, "x", null, true]}`, want: object{"a": list{num, "x", nil, true}}},
	{text: "\uFEFFa: 1", want: object{"a": num}},
	{text: "%YAML 1.1\n---\na: 1\n...\n", want: object{"a": num}},
	{text: "text", want: "text"},

	// A document without content is null.
	{text: " \n", want: nil},
	{text: "# only a comment\n", want: nil},
	{text: "---\n", want: nil},
	{text: "null", want: nil},

	// Scalars without quotes: JSON's types, else their text.
	{text: "[null, Null, NULL, ~, '']", want: list{nil, nil, nil, nil, ""}},
	{text: "a:", want: object{"a": nil}},
	{text: "[true, True, TRUE, false, False, FALSE]", want: list{true, true, true, false, false, false}},
	{text: "[yes, no, on, off, y, N, tRUE]", want: list{"yes", "no", "on", "off", "y", "N", "tRUE"}},
	{text: "[0, -1, 1.50, 1e5, -1.5E+300, 1e999]", want: list{json.Number("0"), json.Number("-1"), json.Number("1.50"), json.Number("1e5"), json.Number("-1.5E+300"), json.Number("1e999")}},
	{text: "[010, 0x1F, 0o7, 0b1, 1_000, +1, .5, 1., 12:30:00]", want: list{"010", "0x1F", "0o7", "0b1", "1_000", "+1", ".5", "1.", "12:30:00"}},
	{text: "[.nan, .inf, -.INF, NaN, 2001-01-01, 2001-12-14t21:59:43.10-05:00]", want: list{".nan", ".inf", "-.INF", "NaN", "2001-01-01", Moment("2001-12-14t21:59:43.10-05:00")}},
	{text: "123456789012345678901234567890", want: json.Number("123456789012345678901234567890")},
	{text: "['1', \"true\", 'null', \"\"]", want: list{"1", "true", "null", ""}},
	{text: "|\n  1\n", want: "1\n"},
	{text: ">-\n  a\n  b\n", want: "a b"},
	{text: `"\x41\u00e9\U0001F600\n"`, want: "Aé😀\n"},
	{text: `"\ud800"`, err: "…"},

	// Keys are text.
	{text: "1: a\ntrue: b\n~: c\n2001-01-01: d\n\"\": e\n", want: object{"1": "a", "true": "b", "~": "c", "2001-01-01": "d", "": "e"}},
	{text: "a: 1\nA: 2\na: 3\n", want: object{"a": json.Number("3"), "A": json.Number("2")}},
	{text: "[a]: 1", err: "a key must be text: line 1 column 1"},
	{text: "? {a: 1}\n: 1", err: "a key must be text: line 1 column 3"},
	{text: "!foo a: 1", err: `tag "!foo" is not supported: line 1 column 1`},

	// Tags: the core ones, and nothing is executed.
	{text: "[!!str 1, !!int 1, !!int '1', !!float 1, !!bool TRUE, !!null '', !!str '']", want: list{"1", num, num, num, true, nil, ""}},
	{text: "[!!int 0x1F, !!bool yes, !!timestamp 2001-01-01]", want: list{"0x1F", "yes", "2001-01-01"}},
	{text: "!!map {a: !!seq [1]}", want: object{"a": list{num}}},
	{text: "!<tag:yaml.org,2002:str> 1", want: "1"},
	{text: "!!python/object/apply:os.system ['true']", err: `tag "!!python/object/apply:os.system" is not supported: line 1 column 1`},
	{text: "a: !!python/name:os.system ''", err: `tag "!!python/name:os.system" is not supported: line 1 column 4`},
	{text: "!foo 1", err: `tag "!foo" is not supported: line 1 column 1`},
	{text: "!ruby/object:X {a: 1}", err: `tag "!ruby/object:X" is not supported: line 1 column 1`},
	{text: "!!binary aGk=", err: `tag "!!binary" is not supported: line 1 column 1`},
	{text: "!!set {a, b}", err: `tag "!!set" is not supported: line 1 column 1`},
	{text: "\uFEFF%TAG !a! tag:yaml.org,2002:\n--- !a!str 1", err: "%TAG directives are not supported"},
	{text: "# x\u2028%TAG !a! b\n--- 1", err: "%TAG directives are not supported"},
	{text: "a: '%TAG'\nb: |\n  %TAG\n", want: object{"a": "%TAG", "b": "%TAG\n"}},
	{text: "%TAX\n--- 1", err: "found unknown directive name"},
	{text: "%YAML 1.1\n%YAML 1.1\n--- 1", err: "…"},
	{text: "!!map [1]", err: `tag "!!map" is not supported: line 1 column 1`},
	{text: "!!seq x", err: `tag "!!seq" is not supported: line 1 column 1`},
	{text: "!!str [1]", err: `tag "!!str" is not supported: line 1 column 1`},

	// Aliases and merge keys.
	{text: "a: &x [1]\nb: *x\n", want: object{"a": list{num}, "b": list{num}}},
	{text: "&k a: 1\nb: *k\n*k : 2\n", want: object{"a": json.Number("2"), "b": "a"}},
	{text: "[&a 1, &a true, *a]", want: list{num, true, true}},
	{text: "[&a {x: 1, y: 1}, {<<: *a, y: 2}]", want: list{object{"x": num, "y": num}, object{"x": num, "y": json.Number("2")}}},
	{text: "[&a {x: 1}, &b {x: 2, z: 1}, {z: 3, <<: [*a, *b]}]", want: list{object{"x": num}, object{"x": json.Number("2"), "z": num}, object{"x": num, "z": json.Number("3")}}},
	{text: "{'<<': {a: 1}}", want: object{"<<": object{"a": num}}},
	{text: "[<<]", want: list{"<<"}},
	{text: "{<<: 1}", err: "a merge key needs an object or a list of objects: line 1 column 6"},
	{text: "{<<: [1]}", err: "a merge key needs an object or a list of objects: line 1 column 6"},
	{text: "*x", err: "unknown anchor 'x' referenced"},
	{text: "&a [*a]", err: `anchor "a" contains itself: line 1 column 5`},
	{text: "&a {b: &c {d: *a}}", err: `anchor "a" contains itself: line 1 column 15`},
	{text: "&a {<<: *a}", err: `anchor "a" contains itself: line 1 column 9`},

	// Texts that are no YAML, or no single document.
	{text: "code: [", err: "…"},
	{text: "a: b: c", err: "…"},
	{text: "a: 'x", err: "…"},
	{text: "a\nb: 1", err: "…"},
	{text: "\ta: 1", err: "…"},
	{text: "a: \x01", err: "control characters are not allowed"},
	{text: "a: \xff", err: "invalid UTF-8: line 1 column 4"},
	{text: "\xff\xfea\x00", err: "invalid UTF-8: line 1 column 1"},
	{text: "a: 1\n---\nb: 2\n", err: "expected a single document, but found another at line 2"},
	{text: "---\n---\n", err: "expected a single document, but found another at line 2"},
	{text: "a: 1\n--- [", err: "…"},
}

func TestParseYAML(t *testing.T) {
	for _, tt := range yamlTests {
		got, detail := parsed(t, "YAML parse error - ", parseYAML, tt.text, Limits{})
		ok := detail == tt.err || tt.err == "…" && detail != ""
		if !reflect.DeepEqual(got, tt.want) || !ok {
			t.Errorf("parseYAML(%q)\n got %#v, error %q\nwant %#v, error %q", tt.text, got, detail, tt.want, tt.err)
		}
	}
}

// laughs is a document whose aliases stand for width to the power of depth values.
func laughs(depth, width int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 lol\n")
	for i := 1; i <= depth; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), width), ","))
	}
	return b.String()
}

// Whatever is sent, it is refused quickly.
func TestParseYAMLLimits(t *testing.T) {
	const size = 2 << 20 // a fifth of the default limit, for the race detector's sake
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	tests := []struct {
		name   string
		text   string
		limits Limits
		err    string
	}{
		{"depth", strings.Repeat("[", 100) + strings.Repeat("]", 100), Limits{}, ""},
		{"too deep", strings.Repeat("[", 101) + strings.Repeat("]", 101), Limits{}, "nested deeper than 100 levels: line 1 column 101"},
		{"own depth", "- - - 1", Limits{Depth: 2}, "nested deeper than 2 levels: line 1 column 5"},
		{"depth through an alias", "[&a [[1]], [[*a]]]", Limits{Depth: 4}, "nested deeper than 4 levels: line 1 column 6"},
		{"100,000 levels", strings.Repeat("[", 100_000), Limits{}, "exceeded max depth of 10000"},
		{"100,000 dashes", strings.Repeat("- ", 100_000), Limits{}, "exceeded max depth of 10000"},
		{"9,000 levels", strings.Repeat("[", 9000) + strings.Repeat("]", 9000), Limits{}, "nested deeper than 100 levels: line 1 column 101"},
		{"aliases", "[&a 1" + strings.Repeat(",*a", 100) + "]", Limits{}, ""},
		{"too many aliases", "[&a 1" + strings.Repeat(",*a", 101) + "]", Limits{}, "more than 100 aliases: line 1 column 307"},
		{"own aliases", "[&a 1, *a, *a]", Limits{Aliases: 1}, "more than 1 aliases: line 1 column 12"},
		{"billion laughs", laughs(9, 9), Limits{}, "more than 100 aliases: line 3 column 10"},
		{"billion laughs, many aliases allowed", laughs(9, 9), Limits{Aliases: 1 << 40}, "aliases expand to too many values: line 2 column 38"},
		{"few aliases of much", "[&a [" + strings.Repeat("1,", 50_000) + "], *a, *a]", Limits{}, "aliases expand to too many values: line 1 column 100002"},
		{"few aliases of a long text", "[&a " + strings.Repeat("x", 4<<20) + ", *a, *a, *a]", Limits{}, "aliases expand to too many values: line 1 column 2"},
		{"much: lists", fill("["), Limits{}, "too many values, keys and comments (more than 300000)"},
		{"much: items", fill("- a\n"), Limits{}, "too many values, keys and comments (more than 300000)"},
		{"much: items before other white space", fill("-\u0085"), Limits{}, "too many values, keys and comments (more than 300000)"},
		{"much: comments", fill("#\n"), Limits{}, "too many values, keys and comments (more than 300000)"},
		{"much: numbers", "[" + fill("1,") + "]", Limits{}, "too many values, keys and comments (more than 300000)"},
		{"as many items as allowed", strings.Repeat("- a\n", 299_999), Limits{}, ""},
		{"much: code", "code: |\n" + fill("  f(a, b, [c, {d: e, g: h}])\n\n"), Limits{}, ""},
		{"much: code after a quoted text", "- title: \"a, b\"\n  linenos: true\n  code: |2-\n" + fill("    f(a, b, [c, {d: e, g: h}])\r\n\r\n"), Limits{}, ""},
		{"much: code in one line", `code: "` + fill(`f(a, b, [c, {d: e, g: \"h\"}])\n`) + `"`, Limits{}, ""},
		{"much: keys", fill("a:\n"), Limits{}, "too many values, keys and comments (more than 300000)"},
		{"much: keys after blank lines", fill("\n") + strings.Repeat("a:\n", 300_001), Limits{}, "too many values, keys and comments (more than 300000)"},
		{"much: directives", fill("%TAG !a! b\n") + "---\n", Limits{}, "%TAG directives are not supported"},
		{"a prefix that multiplies", "%TAG !a! " + strings.Repeat("b", 1<<20) + "\n---\n" + strings.Repeat("- !a!x b\n", 100_000), Limits{}, "%TAG directives are not supported"},
		{"much: signs of directives", "a: |\n" + fill(" %\n"), Limits{}, ""},
		{"much: text", "a: " + fill("x "), Limits{}, ""},
		{"much: escapes", `a: "` + fill(`\n`) + `"`, Limits{}, ""},
		{"much: empty lines", "a:" + fill("\n") + " b", Limits{}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			start := time.Now()
			_, got := parsed(t, "YAML parse error - ", parseYAML, tt.text, tt.limits)
			if got != tt.err {
				t.Errorf("%.60q: got error %q, want %q", tt.text, got, tt.err)
			}
			// By itself it takes 0.2 s at most; the race detector and a busy machine cost a lot.
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("%.60q: took %v", tt.text, took)
			}
		})
	}
}

// Errors are the client's, and the parsed value is a tree that JSON can hold.
func FuzzParseYAML(f *testing.F) {
	for _, tt := range yamlTests {
		f.Add(tt.text)
	}
	f.Add(laughs(5, 3))
	f.Fuzz(func(t *testing.T, text string) {
		defer stopwatch.Input(t)()
		got, detail := parsed(t, "YAML parse error - ", parseYAML, text, Limits{})
		if detail != "" {
			return
		}
		compact, err := json.Marshal(got)
		if err != nil {
			t.Fatalf("parseYAML(%q): got %#v, which is not JSON: %v", text, got, err)
		}
		again, detail := parsed(t, "JSON parse error - ", parseJSON, string(compact), Limits{Depth: 1000})
		if got = withoutMoments(got); detail != "" || !reflect.DeepEqual(got, again) {
			t.Errorf("parseYAML(%q)\n got %#v\nthrough JSON %#v, error %q", text, got, again, detail)
		}
	})
}

// withoutMoments is a value in which moments are texts.
func withoutMoments(v any) any {
	switch v := v.(type) {
	case Moment:
		return string(v)
	case []any:
		for i := range v {
			v[i] = withoutMoments(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = withoutMoments(v[name])
		}
	}
	return v
}

func BenchmarkParseYAML(b *testing.B) {
	body := []byte("title: Greeting\ncode: |\n  def f(x):\n      return x\nlinenos: true\nlanguage: python\nstyle: friendly\n")
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := parseYAML(body, nil, Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}

// What looks like a block, but is none or ends early, counts in full.
func TestMarksOutside(t *testing.T) {
	tests := []struct {
		name string
		text string
		want int
	}{
		{"block", "a: |\n  x, y\n\n  , ,\nb: 1\n", 3},
		{"block in a list", "- - a: >-\n      x, y\n    b: |\n      ,,\n", 4},
		{"block ends", "a: |\n    ,\n  ,\n", 2},
		{"block is empty", "a: |\nb: |\n  ,\n", 2},
		{"block is not indented enough", "- a: |\n  ,\n", 3},
		{"blank line indented deeper than the block", "a: |\n      \n  ,\n", 2},
		{"blank line indented less", "a: |\n \n  ,\n", 1},
		{"indentation given", "a: |2\n     ,\n  ,\n ,\n", 2},
		{"quoted", "a: \"x, \\\", y\"\nb: 'x, y'\n", 4},
		{"quoted over several lines", "a: \"x\nb: |\n  \", ,\n", 4},
		{"bracket open", "a: [\nb: |\n  ,,\n", 5},
		{"bracket in a text", "a: x [ y ,\nb: 1\n", 4},
		{"comment", "# ,\na: |\n  ,\n", 4},
		{"other ends of lines", "a: |\n  x\u2028- , ,\n", 4},
		{"carriage return alone", "a: |\n  x\r- , ,\n", 4},
		{"carriage returns", "a: |\r\n  x, y\r\n", 1},
	}
	for _, tt := range tests {
		if got := marksOutside(tt.text, 300_000); got != tt.want {
			t.Errorf("%s: marksOutside(%q): got %d, want %d", tt.name, tt.text, got, tt.want)
		}
	}
}

// No text may have more nodes than its marks allow for: at most three each, as in ["a":b].
func FuzzMarksOutside(f *testing.F) {
	for _, tt := range yamlTests {
		f.Add(tt.text)
	}
	f.Add("a: |\n   \n  - b\n  - c\n")
	f.Add("- a: \"x\"\n  b: >2-\n      - x\n\n   - y\n")
	f.Fuzz(func(t *testing.T, text string) {
		defer stopwatch.Input(t)()
		if !utf8.ValidString(text) || hasTagDirective(text) {
			return
		}
		limits := Limits{}.WithDefaults()
		root, err := singleDocument(text, &limits)
		if err != nil || root == nil {
			return
		}
		if got, marks := countNodes(root), marksOutside(text, 300_000); got > 3*marks+4 {
			t.Errorf("%q: got %d nodes, but only %d marks", text, got, marks)
		}
	})
}

func countNodes(n *yaml.Node) int {
	sum := 1
	for _, child := range n.Content {
		sum += countNodes(child)
	}
	return sum
}
