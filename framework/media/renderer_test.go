// Tests of renderers that stream.

package media

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/stopwatch"
)

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
