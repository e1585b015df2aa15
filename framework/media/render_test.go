// Tests of renderers.

package media

import (
	"bytes"
	"encoding/json"
	"fmt"
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

// streamed is a document whose rows come one by one, and that is sent after every second row.
func streamed(rows []string, frame Frame, indent int, sent *[]byte, out *Output) *Document {
	return &Document{Content: List, Frame: frame, Indent: indent, Stream: func(yield func(Row) bool) {
		for i, row := range rows {
			raw := rawRow(row)
			if !yield(&raw) {
				return
			}
			if i%2 == 1 {
				*sent, out.Bytes = append(*sent, out.Bytes...), nil
			}
		}
	}}
}

// A list is the same text whether its rows stream or are there, however often it is sent meanwhile.
func TestRenderStream(t *testing.T) {
	for _, rows := range [][]string{
		nil, {`{}`}, {`{"id":1,"text":"a\nb"}`, `{"id":2,"text":"- x"}`, `{"id":3,"list":[1,[2,{"a":null}]]}`},
	} {
		for _, r := range []Renderer{JSONRenderer{}, YAMLRenderer{}} {
			for _, indent := range []int{0, 2, 8} {
				for i, frame := range frames() {
					var whole, rest Output
					var sent []byte
					compact := framed(rows)[i]
					if err := r.Render(&whole, &Document{Content: List, JSON: []byte(compact), Indent: indent}); err != nil {
						t.Fatal(err)
					}
					if err := r.Render(&rest, streamed(rows, frame, indent, &sent, &rest)); err != nil {
						t.Fatal(err)
					}
					if got := string(sent) + string(rest.Bytes); got != string(whole.Bytes) {
						t.Errorf("%T of %s, indented by %d: got\n%s\nwant\n%s", r, compact, indent, got, whole.Bytes)
					}
				}
			}
		}
	}
}

// frames are those of lists, and framed the same lists as a whole.
func frames() []Frame {
	counted := func(rows int64) []byte { return fmt.Appendf(nil, `{"count":%d,"more":{"a":[1]}}`, rows) }
	return []Frame{
		{},
		{Name: "notes"},
		{Name: `"no" é`, After: counted},
		{Name: "notes", Before: []byte(`{"version":1,"by":{"x":[]}}`), After: counted},
		{Name: "notes", Before: []byte(`{}`), After: func(int64) []byte { return []byte(`{}`) }},
	}
}

func framed(rows []string) []string {
	list := "[" + strings.Join(rows, ",") + "]"
	after := fmt.Sprintf(`,"count":%d,"more":{"a":[1]}}`, len(rows))
	return []string{
		list,
		`{"notes":` + list + `}`,
		`{"\"no\" é":` + list + after,
		`{"version":1,"by":{"x":[]},"notes":` + list + after,
		`{"notes":` + list + `}`,
	}
}

// Compact JSON is not copied, and takes no memory; what was written before stays.
func TestRenderJSON(t *testing.T) {
	d := &Document{Content: Record, JSON: []byte(`{"a":1}`)}
	var out Output
	if err := (JSONRenderer{}).Render(&out, d); err != nil || &out.Bytes[0] != &d.JSON[0] || (JSONRenderer{}).Size(d) != 0 {
		t.Errorf("got %s, error %v, want the document's own bytes", out.Bytes, err)
	}
	out.Bytes = []byte("# ")
	if err := (JSONRenderer{}).Render(&out, d); err != nil || string(out.Bytes) != `# {"a":1}` {
		t.Errorf("after other bytes: got %s, error %v", out.Bytes, err)
	}
}

// The records of a document are its rows, or itself.
func TestRows(t *testing.T) {
	for _, tt := range []struct {
		d    Document
		want string
	}{
		{Document{Content: Record, JSON: []byte(`{"a":[1]}`)}, `{"a":[1]}`},
		{Document{Content: Page, JSON: []byte(`{"results":[{"a":"],["},{"b":2}]}`), Results: []byte(`[{"a":"],["},{"b":2}]`)}, `{"a":"],["}|{"b":2}`},
		{Document{Content: List, JSON: []byte(`[]`), Results: []byte(`[]`)}, ``},
		{Document{Content: Problem, JSON: []byte(`{"detail":"x"}`)}, ``},
		{Document{Content: Metadata, JSON: []byte(`{"name":"x"}`)}, ``},
	} {
		var rows []string
		for row := range tt.d.Rows() {
			rows = append(rows, string(row.AppendJSON(nil)))
		}
		if got := strings.Join(rows, "|"); got != tt.want {
			t.Errorf("rows of %s: got %s, want %s", tt.d.JSON, got, tt.want)
		}
		for range tt.d.Rows() { // a renderer may want no more
			break
		}
	}
}

// Members, elements and texts are what encoding/json reads, in the order of the document.
func FuzzMembers(f *testing.F) {
	for _, seed := range []string{`{}`, `{"a":1,"b":[1,{"c":"}"}],"d":"\"\\"}`, `["a",[],{},null,-1.5e3]`, `{"\u00e9\ud83d\ude00":"\ud800"}`, `"x"`, `[`, `{"a"`, `{"a":`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		defer stopwatch.Input(t)()
		object, list := map[string]json.RawMessage{}, []json.RawMessage{}
		switch {
		case json.Unmarshal([]byte(text), &object) == nil && object != nil:
			compact, err := json.Marshal(object)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for name, value := range Members(compact) {
				if n++; string(object[name]) == "" || !json.Valid(value) {
					t.Errorf("%s: got member %q with %s", compact, name, value)
				}
				var s string
				if value[0] == '"' && json.Unmarshal(value, &s) == nil && string(AppendText(nil, value)) != s {
					t.Errorf("%s: got text %q, want %q", value, AppendText(nil, value), s)
				}
			}
			if n != len(object) {
				t.Errorf("%s: got %d members", compact, n)
			}
		case json.Unmarshal([]byte(text), &list) == nil:
			compact, err := json.Marshal(list)
			if err != nil {
				t.Fatal(err)
			}
			var got []json.RawMessage
			for element := range Elements(compact) {
				got = append(got, element)
			}
			if again, err := json.Marshal(got); err != nil || len(got) != len(list) || len(got) > 0 && string(again) != string(compact) {
				t.Errorf("%s: got elements %s", compact, again)
			}
		default: // ends, and reads nothing beyond
			for range Members([]byte(text)) {
			}
			for range Elements([]byte(text)) {
			}
		}
	})
}
