// Tests of CSV.

package csv_test

import (
	stdcsv "encoding/csv"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/resttest/stopwatch"
)

func render(t *testing.T, r csv.Renderer, d media.Document) string {
	t.Helper()
	var out media.Output
	if err := r.Render(&out, &d); err != nil {
		t.Fatal(err)
	}
	return string(out.Bytes)
}

// Each value is one cell, after a row of names.
func TestCells(t *testing.T) {
	plain := csv.Renderer{}
	for _, tt := range []struct {
		r           csv.Renderer
		value, want string
	}{
		{plain, `null`, ``},
		{plain, `""`, `""`},
		{plain, `"a"`, `a`},
		{plain, `" a "`, `" a "`},
		{plain, `"a,b"`, `"a,b"`},
		{plain, `"a\"b"`, `"a""b"`},
		{plain, `"a\r\nb"`, "\"a\r\nb\""},
		{plain, `"a\u2028\u00e9\ud83d\ude00"`, "a\u2028é😀"},
		{plain, `"null"`, `null`},
		{plain, `-1.5e3`, `-1.5e3`},
		{plain, `true`, `true`},
		{plain, `[]`, `""`},
		{plain, `[1,2,-3]`, `"1;2;-3"`},
		{plain, `"a;=1+1"`, `"a;=1+1"`},
		{plain, `["a, b","c"]`, `"a, b;c"`},
		{plain, `[-1,2]`, `"'-1;2"`},
		{csv.Renderer{Separator: "|"}, `["a","b"]`, `"a|b"`},
		{plain, `{"a":"b"}`, `"{""a"":""b""}"`},
		{plain, `"=1+1"`, `'=1+1`},
		{plain, `"+1+1"`, `'+1+1`},
		{plain, `"-"`, `'-`},
		{plain, `"-1"`, `-1`},
		{plain, `"-12.50"`, `-12.50`},           // a decimal
		{plain, `"-1 02:30:00"`, `-1 02:30:00`}, // a duration
		{plain, `"@SUM(A1)"`, `'@SUM(A1)`},
		{plain, `"\t=1"`, "\"'\t=1\""},
		{plain, `"\r=1"`, "\"'\r=1\""},
		{plain, `"\n=1"`, "\"'\n=1\""},
		{plain, `"=HYPERLINK(\"x\",\"y\")"`, `"'=HYPERLINK(""x"",""y"")"`},
		{plain, `"1=1"`, `1=1`},
		{csv.Renderer{KeepFormulas: true}, `"=1+1"`, `=1+1`},
	} {
		d := media.Document{Content: media.Record, Fields: []string{"id", "value"}, JSON: []byte(`{"id":1,"value":` + tt.value + `}`)}
		if got, want := render(t, tt.r, d), "id,value\r\n1,"+tt.want+"\r\n"; got != want {
			t.Errorf("%s: got %q, want %q", tt.value, got, want)
		}
	}
}

// Columns are those of the document, whatever a row lacks; a list without rows has a head.
func TestColumns(t *testing.T) {
	d := media.Document{Content: media.Page, Fields: []string{"a", "=b", "c"}, Results: []byte(`[{"a":1,"c":3},{"x":0,"=b":2},{}]`)}
	if got, want := render(t, csv.Renderer{}, d), "a,'=b,c\r\n1,,3\r\n,2,\r\n,,\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	d.Columns = []string{"a", "b.id", "b.c.id", "b.d", "bc", "e"}
	d.Results = []byte(`[{"a":1,"b":{"id":2,"c":{"id":3},"d":"=4"},"bc":5,"e":{"id":6}},{"a":1,"b":null,"bc":2,"e":[[1],[2]]},{"b":{"d":1}}]`)
	want := "\uFEFFa,b.id,b.c.id,b.d,bc,e\r\n" + `1,2,3,'=4,5,"{""id"":6}"` + "\r\n" + `1,,,,2,"[[1],[2]]"` + "\r\n" + ",,,1,,\r\n"
	if got := render(t, csv.Renderer{ByteOrderMark: true}, d); got != want {
		t.Errorf("related records: got %q, want %q", got, want)
	}
	d.Columns, d.Results = nil, []byte(`[]`)
	if got, want := render(t, csv.Renderer{}, d), "a,'=b,c\r\n"; got != want {
		t.Errorf("no rows: got %q, want %q", got, want)
	}
}

// signedNumber is what begins like a formula and is none.
var signedNumber = regexp.MustCompile(`^[+-][0-9.: ]+$`)

// Any text is read back by another reader, and none begins like a formula.
func FuzzText(f *testing.F) {
	for _, seed := range []string{"", "a", `"`, "=", "-1", "\t", "\r\n", "a\nb", ",", " ", "é", "'"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		defer stopwatch.Input(t)()
		value, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(value, &text); err != nil { // with U+FFFD for invalid UTF-8
			t.Fatal(err)
		}
		d := media.Document{Content: media.Record, Fields: []string{"id", "value"}, JSON: []byte(`{"id":1,"value":` + string(value) + `}`)}
		rows, err := stdcsv.NewReader(strings.NewReader(render(t, csv.Renderer{}, d))).ReadAll()
		if err != nil || len(rows) != 2 || len(rows[1]) != 2 {
			t.Fatalf("%q: got %q, %v", text, rows, err)
		}
		// The reader turns CRLF within a cell into LF.
		got, want := rows[1][1], strings.ReplaceAll(text, "\r\n", "\n")
		if strings.TrimPrefix(got, "'") != strings.TrimPrefix(want, "'") || strings.IndexAny(got, "=+-@\t\r\n") == 0 && !signedNumber.MatchString(got) {
			t.Errorf("%q: got %q", text, got)
		}
	})
}
