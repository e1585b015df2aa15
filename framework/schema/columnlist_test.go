// Tests of lists of columns.

package schema

import (
	"encoding/json"
	"reflect"
	"testing"

	"example.com/resourceful/framework/resttest/stopwatch"
)

// read reads a list of values, nil for one that is none.
func readColumns(text string) ([]any, error) {
	l := columnList{text: text}
	values := []any{}
	for more := l.open(); more; more = l.more() {
		values = append(values, l.value())
	}
	return values, l.err
}

func TestColumnList(t *testing.T) {
	tests := []struct {
		text string
		want []any
	}{
		{`[]`, []any{}},
		{` [ 1 , -2.5,1e-7 , null,true,false ]`, []any{int64(1), -2.5, 1e-7, nil, true, false}},
		{`["", "a\"]\\", "\u00e9\u0001", "é"]`, []any{"", `a"]\`, "é\u0001", "é"}},
		{"[9223372036854775807,\n [1,[\"]\"]], [] ]", []any{int64(1<<63 - 1), `[1,["]"]]`, `[]`}},
	}
	for _, tt := range tests {
		got, err := readColumns(tt.text)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %v, %v, want %v", tt.text, got, err, tt.want)
		}
	}
	for _, text := range []string{``, `1`, `[`, `[1`, `["a`, `[[1]`, `[1 2]`, `[nul]`, `["\q"]`, `["\`} {
		if got, err := readColumns(text); err == nil {
			t.Errorf("%s: got %v, want an error", text, got)
		}
	}
}

// Every list of JSON is read as encoding/json reads it; other text is an error and never a panic.
func FuzzColumnList(f *testing.F) {
	for _, seed := range []string{`[1,"a",null,[2,["x"]]]`, `[true,1.5e3]`, `[`, `["\u0000"]`, `[{}]`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		defer stopwatch.Input(t)()
		got, err := readColumns(text)
		var want []json.RawMessage
		if json.Unmarshal([]byte(text), &want) == nil && want != nil && err == nil && len(got) != len(want) {
			t.Errorf("%q: got %d values, want %d", text, len(got), len(want))
		}
	})
}

// Names on the wire, and the columns and labels that they suggest.
func TestWireNames(t *testing.T) {
	for _, tt := range []struct{ wire, column, label string }{
		{"due_date", "due_date", "Due date"},
		{"dueDate", "due_date", "Due date"},
		{"due-date", "due_date", "Due date"},
		{"xml:lang", "xml_lang", "Xml lang"},
		{"HTMLTitle", "html_title", "Html title"},
		{"_id", "_id", " id"},
		{"id", "id", "ID"},
	} {
		if !isWire(tt.wire) || ColumnFor(tt.wire) != tt.column || Label(tt.wire) != tt.label {
			t.Errorf("%s: got %v %q %q, want %q %q", tt.wire, isWire(tt.wire), ColumnFor(tt.wire), Label(tt.wire), tt.column, tt.label)
		}
	}
	for _, wire := range []string{"", "-", "-a", "1a", "a.b", "a b", "a,b", `a"b`, "a{b", "é", "a\x00"} {
		if isWire(wire) {
			t.Errorf("%q is a wire name", wire)
		}
	}
}
