// Tests of indented JSON and of YAML.

package media

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/stopwatch"
)

func TestIndent(t *testing.T) {
	tests := []struct {
		compact string
		n       int
		want    string
	}{
		{`{"a":1}`, 0, `{"a":1}`},
		{`{"a":1}`, -1, `{"a":1}`},
		{`[]`, 4, `[]`},
		{`{}`, 4, `{}`},
		{`null`, 4, `null`},
		{`{"a":[],"b":{},"c":[1,{"d":"e"}]}`, 2, "{\n  \"a\": [],\n  \"b\": {},\n  \"c\": [\n    1,\n    {\n      \"d\": \"e\"\n    }\n  ]\n}"},
		{`{"a":"[1,2]{:}\"\\","b":""}`, 1, "{\n \"a\": \"[1,2]{:}\\\"\\\\\",\n \"b\": \"\"\n}"},
		{`[[]]`, 1, "[\n []\n]"},
		{``, 3, ``},
		{`]`, 3, "\n]"},
	}
	for _, tt := range tests {
		got := string(Indent([]byte("-"), []byte(tt.compact), tt.n))
		if got != "-"+tt.want {
			t.Errorf("Indent(%s, %d)\n got %q\nwant %q", tt.compact, tt.n, got, "-"+tt.want)
		}
	}
}

// encoding/json is the reference for every document that is JSON; the rest must not panic.
func FuzzIndent(f *testing.F) {
	for _, tt := range jsonTests {
		f.Add(tt.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		defer stopwatch.Input(t)()
		Indent(nil, []byte(text), 3)
		var compact, want bytes.Buffer
		if json.Compact(&compact, []byte(text)) != nil {
			return
		}
		if err := json.Indent(&want, compact.Bytes(), "", "   "); err != nil {
			t.Fatal(err)
		}
		if got := Indent(nil, compact.Bytes(), 3); !bytes.Equal(got, want.Bytes()) {
			t.Errorf("Indent(%q)\n got %q\nwant %q", compact.Bytes(), got, want.Bytes())
		}
	})
}

var toYAMLTests = []struct{ compact, want string }{
	{`{"id":1,"title":"t","code":"x = 1","linenos":false,"owner":null}`, "id: 1\ntitle: t\ncode: x = 1\nlinenos: false\nowner: null\n"},
	{`[{"id":1,"title":""},{"id":2}]`, "- id: 1\n  title: \"\"\n- id: 2\n"},
	{`[]`, "[]\n"},
	{`{}`, "{}\n"},
	{`"text"`, "text\n"},
	{`null`, "null\n"},
	{`-1.50E+3`, "-1.50E+3\n"},
	{` { "b" : [ 1 , 2 ] , "a" : { "x" : [ ] , "z" : { } } } `, "b:\n  - 1\n  - 2\na:\n  x: []\n  z: {}\n"},
	{`[[1,[2]],[],[{"a":[{"b":1,"c":2}]}]]`, "- - 1\n  - - 2\n- []\n- - a:\n      - b: 1\n        c: 2\n"},
	{`{"detail":"Method \"PATCH\" not allowed."}`, "detail: Method \"PATCH\" not allowed.\n"},
	{`{"url":"http://testserver/users/1/"}`, "url: http://testserver/users/1/\n"},

	// Text that would read as something else is quoted.
	{
		`["true","No","NULL","~","1","-1","1.5","0x1F","2001-01-01",".inf","<<","","="]`,
		"- \"true\"\n- \"No\"\n- \"NULL\"\n- \"~\"\n- '1'\n- '-1'\n- '1.5'\n- \"0x1F\"\n- \"2001-01-01\"\n- \".inf\"\n- \"<<\"\n- \"\"\n- \"=\"\n",
	},
	{
		`["- a","a: b","a:","a #b"," a","a ","#a","[a","*a","&a","!a","|","@a"]`,
		"- \"- a\"\n- \"a: b\"\n- \"a:\"\n- \"a #b\"\n- \" a\"\n- \"a \"\n- \"#a\"\n- \"[a\"\n- \"*a\"\n- \"&a\"\n- \"!a\"\n- \"|\"\n- \"@a\"\n",
	},
	{`{"1":1,"a: b":2,"":3,"é":"ß"}`, "'1': 1\n\"a: b\": 2\n\"\": 3\né: ß\n"},
	{`["a:b","a#b","trueish","nothing","/x/","é€😀"]`, "- a:b\n- a#b\n- trueish\n- nothing\n- /x/\n- é€😀\n"},
	{`["a\tb\r\"\\\u0000\u007f\u00a0\u2028\ufeff"]`, "- \"a\\tb\\r\\\"\\\\\\u0000\\u007F\\u00A0\\u2028\\uFEFF\"\n"},
	{`"a\ud800\udbffb"`, "a\uFFFD\uFFFDb\n"},

	// Several lines are a block.
	{`{"code":"a\nb\n","x":1}`, "code: |\n  a\n  b\nx: 1\n"},
	{`{"code":"a\n\n  b"}`, "code: |-\n  a\n\n    b\n"},
	{`{"code":"a\n\n\n"}`, "code: |+\n  a\n\n\n"},
	{`[{"code":"  a\nb"},"\n\tc\n"]`, "- code: |2-\n      a\n    b\n- |2\n\n  \tc\n"},
	{`"a\nb"`, "|-\n  a\n  b\n"},
	{`"a\n "`, "\"a\\n \"\n"},
	{`"\n\n"`, "\"\\n\\n\"\n"},
	{`"a\r\nb"`, "\"a\\r\\nb\"\n"},
}

func TestAppendYAML(t *testing.T) {
	for _, tt := range toYAMLTests {
		got, err := AppendYAML([]byte("# before\n"), []byte(tt.compact))
		if want := "# before\n" + tt.want; string(got) != want || err != nil {
			t.Errorf("AppendYAML(%s)\n got %q, %v\nwant %q", tt.compact, got, err, want)
		}
	}
}

func TestAppendYAMLError(t *testing.T) {
	for _, compact := range []string{"", "{", "[1,]", "{}{}", `{"a"}`, `"`, strings.Repeat("[", 100_000)} {
		got, err := AppendYAML([]byte("before"), []byte(compact))
		if string(got) != "before" || err == nil {
			t.Errorf("AppendYAML(%.20q): got %q, %v, want what was before and an error", compact, got, err)
		}
	}
}

// checkRoundTrip checks that a JSON document says the same as YAML.
func checkRoundTrip(t *testing.T, compact string) {
	t.Helper()
	want, detail := parsed(t, "JSON parse error - ", parseJSON, compact, Limits{Depth: 1000})
	want, ok := replaceSurrogates(want)
	if detail != "" || !ok {
		return
	}
	text, err := AppendYAML(nil, []byte(compact))
	if err != nil {
		t.Fatalf("AppendYAML(%q): %v", compact, err)
	}
	got, detail := parsed(t, "YAML parse error - ", parseYAML, string(text), Limits{Depth: 1000})
	if !reflect.DeepEqual(got, want) || detail != "" {
		t.Errorf("AppendYAML(%q) is\n%s\nwhich reads as %#v, error %q\nwant %#v", compact, text, got, detail, want)
	}
}

func TestAppendYAMLRoundTrip(t *testing.T) {
	for _, tt := range toYAMLTests {
		checkRoundTrip(t, tt.compact)
	}
	for _, tt := range jsonTests {
		checkRoundTrip(t, tt.text)
	}
	long, _ := json.Marshal(strings.Repeat("k", 2000))
	longLines, _ := json.Marshal(strings.Repeat("k: 'x'\n", 500))
	checkRoundTrip(t, `[{"a":1,`+string(long)+`:{"b":[1,"x\ny"]},`+string(longLines)+`:"x\ny\n"},`+string(longLines)+`]`)
}

func FuzzAppendYAML(f *testing.F) {
	for _, tt := range toYAMLTests {
		f.Add(tt.compact)
	}
	for _, tt := range jsonTests {
		f.Add(tt.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		defer stopwatch.Input(t)()
		checkRoundTrip(t, text)
	})
}

// The text itself is fuzzed too, in the places where it may stand.
func FuzzAppendYAMLText(f *testing.F) {
	for _, s := range []string{"", "a\nb\n", " a\n\n", "\n \n", "\ta\n b", "a\n\t", "---\na", "# a\n", "yes", "a: b", "- a", "? a", "\u0085\n", "a\n...\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		defer stopwatch.Input(t)()
		quoted, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		q := string(quoted)
		checkRoundTrip(t, q)
		checkRoundTrip(t, `{"a":`+q+`,`+q+`:[`+q+`,{`+q+`:`+q+`,"z":[[`+q+`]]}]}`)
	})
}

func BenchmarkAppendYAML(b *testing.B) {
	compact := []byte("[" + strings.Repeat(snippetJSON+",", 99) + snippetJSON + "]")
	b.SetBytes(int64(len(compact)))
	b.ReportAllocs()
	var buf []byte
	for b.Loop() {
		buf, _ = AppendYAML(buf[:0], compact)
	}
}
