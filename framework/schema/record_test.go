// Tests of records.

package schema_test

import (
	"database/sql"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// fill scans a row of kinds into a record, as the drivers give it: with times as text, as in
// SQLite, or as times, as in PostgreSQL.
func fill(t *testing.T, rec *schema.Record, stamp, day any) {
	t.Helper()
	row := map[string]any{
		"ID": int64(7), "Text": "a<b", "Untitled": []byte("bytes"), "Blank": "", "Optional": "o", "Level": "high",
		"Code": "x\n", "Comment": "", "NullText": "n", "NullBlank": "", "Colour": "red", "Size": "s", "NullColour": "green",
		"Tiny": int64(-128), "Count": int64(32767), "Middle": int64(1), "Big": int64(1) << 62, "Int": int64(5), "NullInt": int64(0),
		"Number": 1.5, "Single": 0.1, "NullNumber": int64(3), "Done": true, "Active": int64(1), "NullBool": false,
		"At": stamp, "Added": stamp, "NullTime": stamp, "Day": day, "NullDay": day,
		"Shelf": int64(7), "NullShelf": nil, "LinkShelf": int64(7), "ShownShelf": int64(7), "OldShelf": nil,
		"Shelves": "1,2", "LinkShelves": "7", "Rooms": `["A1","B\"2"]`, "Parts": "3,4", "PartNames": `[]`, "PartLinks": "3",
		"ReadOnly": "r", "Secret": "s", "Hidden": "h",
	}
	labels := map[string]any{"ShownShelf": "A1", "OldShelf": nil}
	i := 0
	dests := rec.Dests(rec.Type.Fields, true)
	for _, f := range rec.Type.Fields {
		values := []any{row[f.Go]}
		if label, shown := labels[f.Go]; shown {
			values = append(values, label)
		}
		for _, v := range values {
			if err := dests[i].(sql.Scanner).Scan(v); err != nil {
				t.Fatalf("%s: %v", f.Go, err)
			}
			i++
		}
	}
	if i != len(dests) {
		t.Fatalf("%d destinations, want %d", len(dests), i)
	}
}

const filled = `{"id":7,"text":"a<b","untitled":"bytes","blank":"","optional":"o","level":"high","code":"x\n","comment":"",` +
	`"null_text":"n","null_blank":"","colour":"red","size":"s","null_colour":"green","tiny":-128,"count":32767,"middle":1,` +
	`"big":4611686018427387904,"int":5,"null_int":0,"number":1.5,"single":0.1,"null_number":3.0,"done":true,"active":true,` +
	`"null_bool":false,"at":"2026-11-21T10:00:00.120000Z","added":"2026-11-21T10:00:00.120000Z","null_time":"2026-11-21T10:00:00.120000Z",` +
	`"day":"2026-11-21","null_day":"2026-11-21","shelf":7,"null_shelf":null,"link_shelf":"http://host/shelves/7/","shown_shelf":"A1",` +
	`"old_shelf":null,"shelves":[1,2],"link_shelves":["http://host/shelves/7/"],"rooms":["A1","B\"2"],"parts":[3,4],"part_names":[],` +
	`"part_links":["http://host/parts/3/"],"read_only":"r"}`

const zeroed = `{"id":0,"text":"","untitled":"","blank":"","optional":"","level":"","code":"","comment":"",` +
	`"null_text":null,"null_blank":null,"colour":"","size":"","null_colour":null,"tiny":0,"count":0,"middle":0,` +
	`"big":0,"int":0,"null_int":null,"number":0.0,"single":0.0,"null_number":null,"done":false,"active":false,` +
	`"null_bool":null,"at":"0001-01-01T00:00:00Z","added":"0001-01-01T00:00:00Z","null_time":null,` +
	`"day":"0001-01-01","null_day":null,"shelf":null,"null_shelf":null,"link_shelf":null,"shown_shelf":null,` +
	`"old_shelf":null,"shelves":[],"link_shelves":[],"rooms":[],"parts":[],"part_names":[],` +
	`"part_links":[],"read_only":""}`

// A row of either database is scanned into the struct and written as one representation.
func TestRecordScanAppend(t *testing.T) {
	typ := compile[kinds](t)
	zone := time.FixedZone("", 3600)
	for name, at := range map[string][2]any{
		"texts": {"2026-11-21T10:00:00.120000Z", "2026-11-21"},
		"bytes": {[]byte("2026-11-21T10:00:00.120000Z"), []byte("2026-11-21")},
		"times": {time.Date(2026, 11, 21, 11, 0, 0, 120e6, zone), time.Date(2026, 11, 21, 0, 0, 0, 0, zone)},
	} {
		rec := typ.New()
		fill(t, rec, at[0], at[1])
		got := string(rec.Append(nil, "http://host"))
		if got != filled {
			t.Errorf("%s:\n got %s\nwant %s", name, got, filled)
		}
		if !json.Valid([]byte(got)) {
			t.Errorf("%s: no JSON", name)
		}
		row := rec.Value().(*kinds)
		if row.Day != field.NewDate(2026, 11, 21) {
			t.Errorf("%s: day is %#v, want that of NewDate", name, row.Day)
		}
		if row.Secret != "s" || row.Hidden != "h" || *row.NullBlank != "" || row.Shelves.IDs[1] != 2 {
			t.Errorf("%s: the struct is %+v", name, row)
		}
		if rec.Key().Number() != 7 || rec.OwnerID() != 0 || rec.Shown(typ.ByWire("shown_shelf")) != "A1" {
			t.Errorf("%s: id %d, owner %d, shown %q", name, rec.Key().Number(), rec.OwnerID(), rec.Shown(typ.ByWire("shown_shelf")))
		}
	}
}

// Size counts the bytes of texts, those of other rows too, and the keys of many rows.
func TestRecordSize(t *testing.T) {
	type texts struct {
		ID      int64                    `rest:"id,readonly"`
		Text    string                   `rest:"text"`
		Null    *string                  `rest:"null,optional"`
		None    *string                  `rest:"none,optional"`
		Hidden  string                   `rest:"-"`
		Count   *int64                   `rest:"count,optional"`
		Shelf   schema.BelongsTo[shelf]  `rest:"shelf,show=room"`
		Rooms   schema.ManyToMany[shelf] `rest:"rooms,readonly,show=room"`
		Shelves schema.ManyToMany[shelf] `rest:"shelves"`
	}
	typ := compile[texts](t)
	rec := typ.New()
	if got := rec.Size(); got != 0 {
		t.Errorf("of an empty record: got %d, want 0", got)
	}
	row := []any{int64(7), "é", []byte("abc"), nil, "abcd", int64(1), int64(1), "fives", `["sixsix","7"]`, "1,2,3"}
	for i, dest := range rec.Dests(typ.Fields, true) {
		if err := dest.(sql.Scanner).Scan(row[i]); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := rec.Size(), int64(2+3+4+5+6+1+3*8); got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}

// Nothing of one request is left for the next one, and what the first one kept does not change.
func TestRecordReuse(t *testing.T) {
	typ := compile[kinds](t)
	rec := typ.Acquire()
	fill(t, rec, "2026-11-21T10:00:00.120000Z", "2026-11-21")
	row := rec.Value().(*kinds)
	text, shelves := row.NullText, row.Shelves.IDs
	shown := string(rec.Append(nil, "http://host"))
	rec.Release()
	for range 3 { // the pool gives no promise to reuse; Reset is what has to be right
		again := typ.Acquire()
		if got := string(again.Append(nil, "http://host")); got != zeroed {
			t.Fatalf("a fresh record has\n got %s\nwant %s", got, zeroed)
		}
		if got := *again.Value().(*kinds); !reflect.DeepEqual(got, kinds{}) {
			t.Fatalf("a fresh struct is %+v", got)
		}
		again.Set(typ.ByWire("null_text"), "other")
		again.Set(typ.ByWire("shelves"), []int64{9})
		dests := again.Dests([]*schema.Field{typ.ByWire("shelves")}, true)
		if err := dests[0].(sql.Scanner).Scan("8,9"); err != nil {
			t.Fatal(err)
		}
		again.Release()
	}
	if *text != "n" || shelves[0] != 1 || shown != filled {
		t.Errorf("what was kept has changed: %q %v", *text, shelves)
	}
	reset := typ.New()
	fill(t, reset, "2026-11-21T10:00:00.120000Z", "2026-11-21")
	reset.Reset()
	if got := string(reset.Append(nil, "http://host")); got != zeroed {
		t.Errorf("after Reset\n got %s\nwant %s", got, zeroed)
	}
}

// One record reads row after row, and what it read of the last one is gone.
func TestRecordNextRow(t *testing.T) {
	typ := compile[kinds](t)
	rec := typ.New()
	fields := []*schema.Field{typ.ByWire("null_text"), typ.ByWire("shown_shelf"), typ.ByWire("shelves"), typ.ByWire("rooms"), typ.ByWire("parts")}
	dests := rec.Dests(fields, true)
	scan := func(values ...any) {
		for i, v := range values {
			if err := dests[i].(sql.Scanner).Scan(v); err != nil {
				t.Fatal(err)
			}
		}
	}
	scan("a", int64(1), "A1", "1,2", `["A","B"]`, "1,2,3")
	kept := rec.Value().(*kinds).NullText
	scan(nil, int64(2), "B2", "", `[]`, "")
	row := rec.Value().(*kinds)
	if row.NullText != nil || *kept != "a" || rec.Shown(fields[1]) != "B2" || len(row.Shelves.IDs) != 0 {
		t.Errorf("second row is %+v", row)
	}
	for _, wire := range []string{"rooms", "parts", "shelves"} {
		if got := string(rec.AppendField(nil, typ.ByWire(wire), "")); got != "[]" {
			t.Errorf("%s is %s, want []", wire, got)
		}
	}
}

// The text shown for one row is not shown for another.
func TestRecordShownText(t *testing.T) {
	typ := compile[kinds](t)
	f := typ.ByWire("shown_shelf")
	rec := typ.New()
	dests := rec.Dests([]*schema.Field{f}, true)
	for i, v := range []any{int64(1), "A1"} {
		if err := dests[i].(sql.Scanner).Scan(v); err != nil {
			t.Fatal(err)
		}
	}
	rec.Set(f, schema.NumberKey(1))
	if got := rec.Shown(f); got != "A1" {
		t.Errorf("shown is %q for the same row, want A1", got)
	}
	rec.Set(f, schema.NumberKey(2))
	if got := rec.Shown(f); got != "" {
		t.Errorf("shown is %q for another row, want none", got)
	}
	if one := rec.Dests([]*schema.Field{f}, false); len(one) != 1 {
		t.Errorf("%d destinations without the text, want 1", len(one))
	}
}

// What a column has and what was bound are told apart: an empty optional reference is NULL.
func TestRecordColumnAndGet(t *testing.T) {
	typ := compile[kinds](t)
	rec := typ.New()
	tests := []struct {
		wire        string
		set         any
		column, get any
	}{
		{"text", "a", "a", "a"},
		{"text", nil, "", ""},
		{"null_text", "a", "a", "a"},
		{"null_text", nil, nil, nil},
		{"tiny", int64(5), int64(5), int64(5)},
		{"null_int", int64(5), int64(5), int64(5)},
		{"single", 0.5, 0.5, 0.5},
		{"done", true, true, true},
		{"null_bool", nil, nil, nil},
		{"at", time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC), "2026-11-21T10:00:00.000000Z", time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)},
		{"day", field.NewDate(2026, 11, 21), "2026-11-21", field.NewDate(2026, 11, 21)},
		{"shelf", schema.NumberKey(5), int64(5), schema.NumberKey(5)},
		{"shelf", nil, int64(0), nil},
		{"null_shelf", nil, nil, nil},
		{"shelves", []schema.Key{schema.NumberKey(1)}, nil, []schema.Key{schema.NumberKey(1)}},
		{"shelves", nil, nil, []schema.Key(nil)},
	}
	for _, tt := range tests {
		f := typ.ByWire(tt.wire)
		rec.Set(f, tt.set)
		if got := rec.Column(f.Index); !reflect.DeepEqual(got, tt.column) {
			t.Errorf("%s = %v: column is %#v, want %#v", tt.wire, tt.set, got, tt.column)
		}
		if got := rec.Get(f); !reflect.DeepEqual(got, tt.get) {
			t.Errorf("%s = %v: value is %#v, want %#v", tt.wire, tt.set, got, tt.get)
		}
	}
}

// What does not fit is an error that names it, not another value.
func TestRecordScanErrors(t *testing.T) {
	typ := compile[kinds](t)
	tests := []struct {
		wire string
		src  any
		want string
	}{
		{"text", nil, "column holds <nil>, want text"},
		{"text", int64(1), "column holds int64, want text"},
		{"null_text", int64(1), "column holds int64, want text"},
		{"tiny", int64(200), "column holds 200, which does not fit int8"},
		{"tiny", "1", "column holds string, want an integer"},
		{"number", "1", "column holds string, want a number"},
		{"done", "t", "column holds string, want a boolean"},
		{"at", int64(1), "column holds int64, want a time"},
		{"at", "yesterday", "cannot parse"},
		{"day", "yesterday", "cannot parse"},
		{"shelf", "1", "column holds string, want a key"},
		{"shelves", "1,a", "keys of Shelves"},
		{"shelves", nil, "column holds <nil>, want text"},
		{"rooms", "A1", "invalid character"},
	}
	for _, tt := range tests {
		rec := typ.New()
		err := rec.Dests([]*schema.Field{typ.ByWire(tt.wire)}, true)[0].(sql.Scanner).Scan(tt.src)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s from %v: error %v, want %q", tt.wire, tt.src, err, tt.want)
		}
	}
}

// A new record gets every default; times in UTC, to the microsecond.
func TestRecordFill(t *testing.T) {
	typ := compile[kinds](t)
	rec := typ.New()
	rec.Fill(time.Date(2026, 11, 22, 0, 30, 0, 123456789, time.FixedZone("", 3600)))
	row := rec.Value().(*kinds)
	want := kinds{Untitled: "untitled", Colour: "red", Count: 3, Active: true, Added: time.Date(2026, 11, 21, 23, 30, 0, 123456000, time.UTC), ReadOnly: "r", Hidden: "h"}
	if !reflect.DeepEqual(*row, want) {
		t.Errorf("filled row is\n got %+v\nwant %+v", *row, want)
	}
	type today struct {
		ID  int64      `rest:"id,readonly"`
		Day field.Date `rest:"day" default:"now"`
	}
	day := compile[today](t).New()
	day.Fill(time.Date(2026, 11, 22, 0, 30, 0, 0, time.FixedZone("", 3600)))
	if got := day.Value().(*today).Day; got != field.NewDate(2026, 11, 21) {
		t.Errorf("day is %v, want that in UTC", got)
	}
}

// Values change only what was sent.
func TestRecordApply(t *testing.T) {
	typ := compile[kinds](t)
	rec := typ.New()
	fill(t, rec, "2026-11-21T10:00:00.120000Z", "2026-11-21")
	changes, problems := typ.Bind(schema.Input{Value: map[string]any{"null_text": nil, "optional": "", "done": false, "null_int": json.Number("4")}}, schema.Modify)
	if problems != nil {
		t.Fatal(problems)
	}
	rec.Apply(changes)
	want := strings.NewReplacer(`"null_text":"n"`, `"null_text":null`, `"optional":"o"`, `"optional":""`,
		`"done":true`, `"done":false`, `"null_int":0`, `"null_int":4`).Replace(filled)
	if got := string(rec.Append(nil, "http://host")); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

// Writing a representation costs no allocation, whatever its fields are.
func TestAppendAllocations(t *testing.T) {
	typ := compile[kinds](t)
	rec := typ.New()
	fill(t, rec, "2026-11-21T10:00:00.120000Z", "2026-11-21")
	b := make([]byte, 0, 4096)
	if n := testing.AllocsPerRun(100, func() { b = rec.Append(b[:0], "http://host") }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

// A type of which nothing is shown is an empty object.
func TestAppendNothing(t *testing.T) {
	type hidden struct {
		ID int64 `rest:"-"`
	}
	if got := string(compile[hidden](t).New().Append(nil, "")); got != "{}" {
		t.Errorf("got %s, want {}", got)
	}
}

func BenchmarkBind(b *testing.B) {
	typ := compile[shelf](b)
	in := schema.Input{Value: map[string]any{"room": "A1"}}
	b.ReportAllocs()
	for b.Loop() {
		rec := typ.Acquire()
		changes, _ := typ.Bind(in, schema.Create)
		rec.Apply(changes)
		rec.Release()
	}
}

func BenchmarkAppend(b *testing.B) {
	rec := compile[kinds](b).New()
	buffer := make([]byte, 0, 4096)
	b.ReportAllocs()
	for b.Loop() {
		buffer = rec.Append(buffer[:0], "http://host")
	}
}
