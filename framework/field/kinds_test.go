// Tests of all kinds in both directions.

package field

import (
	"encoding/json"
	"fmt"
	"math"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/field/notation"
)

const (
	noIP       = "Enter a valid IPv4 or IPv6 address."
	noUUID     = "Must be a valid UUID."
	noTime     = "Time has wrong format. Use one of these formats instead: hh:mm[:ss[.uuuuuu]]."
	noDecimal  = "A valid number is required."
	noDuration = "Duration has wrong format. Use one of these formats instead: [DD] [HH:[MM:]]ss[.uuuuuu]."
	someUUID   = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
)

// shade is an enum of texts.
type shade string

func (shade) Choices() []Choice {
	return []Choice{ChoiceOf(shade("red"), ""), ChoiceOf(shade("grey"), "Mouse grey")}
}

// given is what a client sends, and what becomes of it.
type given struct {
	sent any
	want string // "shown | argument in SQLite | argument in PostgreSQL | text of a form", or "! message"
}

var tables = map[string]struct {
	sample any
	digits string
	given  []given
}{
	"file": {File{}, "", []given{
		{&Upload{Image: Image{File: File{Key: "k", Name: "a.txt", Size: 1}}}, `"k" | k | k | `},
		{&Upload{Image: Image{File: File{Key: "k", Name: "a.txt"}}}, "! The submitted file is empty."},
		{&Upload{Image: Image{File: File{Name: strings.Repeat("a", 101), Size: 1}}}, "! Ensure this filename has at most 100 characters (it has 101)."},
		{"a.txt", "! The submitted data was not a file. Check the encoding type on the form."},
	}},
	"image": {Image{}, "", []given{
		{&Upload{Image: Image{File: File{Key: "k", Name: "a.png", Size: 1}, Width: 1, Height: 1}, Detected: true, Genuine: true}, `"k" | k | k | `},
		{&Upload{Image: Image{File: File{Key: "k", Name: "a.png", Size: 1}}, Detected: true}, "! Upload a valid image. The file you uploaded was either not an image or a corrupted image."},
		{&Upload{Image: Image{File: File{Key: "k", Name: "a.PNG", Size: 1}, Width: 10_001, Height: 1}, Detected: true, Genuine: true}, "! Ensure this image is no wider than 10000 pixels (it has 10001)."},
		{&Upload{Image: Image{File: File{Name: "a.txt", Size: 1}}}, "! File extension “txt” is not allowed. Allowed extensions are: png, jpg, jpeg, gif, webp."},
		{json.Number("1"), "! The submitted data was not a file. Check the encoding type on the form."},
	}},
	"text": {"", "", []given{
		{" a ", `"a" | a | a | a`},
		{json.Number("1.50"), `"1.5" | 1.5 | 1.5 | 1.5`},
		{json.Number("9007199254740993.0"), alike(`"9007199254740993.0"`, "9007199254740993.0")},
		{json.Number("1e-999999999"), alike(`"1e-999999999"`, "1e-999999999")},
		{true, "! Not a valid string."},
		{" ", "! This field may not be blank."},
		{"a\x00", "! Null characters are not allowed."},
		{"\xed\xa0\x80", "! Surrogate characters are not allowed: U+D800."},
	}},
	"integer": {int8(0), "", []given{
		{json.Number("-128"), "-128 | -128 | -128 | -128"},
		{" 7.0 ", "7 | 7 | 7 | 7"},
		{"x", "! A valid integer is required."},
		{"128", "! Ensure this value is less than or equal to 127."},
		{strings.Repeat("1", 1001), "! String value too large."},
		{"-999999999999999999999", "! Ensure this value is greater than or equal to -128."},
		{json.Number("1.2e1"), alike("12", "12")},
		{json.Number("120E-1"), alike("12", "12")},
		{json.Number("-0.0"), alike("0", "0")},
		{json.Number("0e99999999999999999999"), alike("0", "0")},
		{json.Number("1e-1"), "! A valid integer is required."},
		{json.Number("1.00000000000000000000001"), "! A valid integer is required."},
		{json.Number("1e-99999999999999999999"), "! A valid integer is required."},
		{json.Number("1e99999999999999999999"), "! Ensure this value is less than or equal to 127."},
		{json.Number("-1E400"), "! Ensure this value is greater than or equal to -128."},
		{"1e2", "! A valid integer is required."},
	}},
	"number": {0.0, "", []given{
		{json.Number("1e3"), "1000.0 | 1000 | 1000 | 1000"}, {"-0.0", "0.0 | 0 | 0 | 0"}, {"0.1", "0.1 | 0.1 | 0.1 | 0.1"}, {"inf", "! A valid number is required."}, {"0x1", "! A valid number is required."},
	}},
	"boolean": {false, "", []given{
		{true, "true | true | true | true"},
		{"Off", "false | false | false | false"},
		{json.Number("1"), "true | true | true | true"},
		{json.Number("10e-1"), "true | true | true | true"},
		{json.Number("1.00000000000000000001"), "! Must be a valid boolean."},
		{json.Number("1e-400"), "! Must be a valid boolean."},
		{"maybe", "! Must be a valid boolean."},
	}},
	"timestamp": {time.Time{}, "", []given{
		{"2026-01-02 03:04", `"2026-01-02T03:04:00Z" | 2026-01-02T03:04:00.000000Z | 2026-01-02T03:04:00.000000Z | 2026-01-02T03:04:00`},
		{"0001-01-01T00:00:00+14:00", "! Datetime value out of range."},
		{json.Number("1"), "! Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z]."},
	}},
	"date": {Date{}, "", []given{
		{"2026-01-02", `"2026-01-02" | 2026-01-02 | 2026-01-02 | 2026-01-02`}, {"2026-1-2", `"2026-01-02" | 2026-01-02 | 2026-01-02 | 2026-01-02`}, {"26-01-02", "! Date has wrong format. Use one of these formats instead: YYYY-MM-DD."}, {"2026-02-30", "! Date has wrong format. Use one of these formats instead: YYYY-MM-DD."},
	}},
	"time of day": {TimeOfDay{}, "", []given{
		{"8:30", alike(`"08:30:00"`, "08:30:00.000000", "08:30:00")},
		{" 23:59:59.25 ", alike(`"23:59:59.250000"`, "23:59:59.250000")},
		{"00:00:00,1234567", alike(`"00:00:00.123456"`, "00:00:00.123456")},
		{"24:00", "! " + noTime},
		{"12:60", "! " + noTime},
		{"12:00:60", "! " + noTime},
		{"12", "! " + noTime},
		{"12:00Z", "! " + noTime},
		{"", "! " + noTime},
		{json.Number("830"), "! " + noTime},
		{true, "! " + noTime},
	}},
	"object": {map[string]any{}, "", []given{
		{map[string]any{}, alike(`{}`, `{}`)},
		{
			map[string]any{"b": json.Number("1E400"), "a": []any{nil, true, "é\n", map[string]any{"c": json.Number("0.10")}}},
			alike(`{"a":[null,true,"é\n",{"c":0.10}],"b":1E400}`, `{"a":[null,true,"é\n",{"c":0.10}],"b":1E400}`),
		},
		{[]any{}, `! Expected a dictionary of items but got type "list".`},
		{json.Number("7"), `! Expected a dictionary of items but got type "int".`},
		{"{}", `! Expected a dictionary of items but got type "str".`},
		{Unreadable("Value must be valid JSON."), "! Value must be valid JSON."},
		{map[string]any{"a": []any{"\xed\xa0\x80"}}, "! Surrogate characters are not allowed: U+D800."},
		{map[string]any{"a\x00": true}, "! Null characters are not allowed."},
	}},
	"ip address": {netip.Addr{}, "", []given{
		{" 192.0.2.1 ", alike(`"192.0.2.1"`, "192.0.2.1")},
		{"2001:DB8:0::0:1", alike(`"2001:db8::1"`, "2001:db8::1")},
		{"::ffff:192.0.2.1", alike(`"::ffff:192.0.2.1"`, "::ffff:192.0.2.1")},
		{"192.0.2.256", "! " + noIP},
		{"192.0.02.1", "! " + noIP},
		{"fe80::1%eth0", "! " + noIP},
		{"192.0.2.0/24", "! " + noIP},
		{"", "! " + noIP},
		{json.Number("1"), "! " + noIP},
		{true, "! " + noIP},
		{[]any{}, "! " + noIP},
	}},
	"bytes": {[]byte{}, "", []given{
		{"AP8=", `"AP8=" | [0 255] | [0 255] | AP8=`},
		{" AP\r\n8= ", `"AP8=" | [0 255] | [0 255] | AP8=`},
		{"", `"" | [] | [] | `},
		{"AP8", "! Enter valid base64."},
		{"AP9=", "! Enter valid base64."},
		{"A_8=", "! Enter valid base64."},
		{"é", "! Enter valid base64."},
		{json.Number("1"), "! Enter valid base64."},
		{[]any{}, "! Enter valid base64."},
	}},
	"json": {json.RawMessage{}, "", []given{
		{"a", alike(`"a"`, `"a"`)},
		{json.Number("1.50"), alike("1.50", "1.50")},
		{false, alike("false", "false")},
		{[]any{nil, map[string]any{"b": "x", "a": json.Number("1")}}, alike(`[null,{"a":1,"b":"x"}]`, `[null,{"a":1,"b":"x"}]`)},
		{Unreadable("Value must be valid JSON."), "! Value must be valid JSON."},
		{[]any{"\xed\xa0\x80"}, "! Surrogate characters are not allowed: U+D800."},
		{"a\x00", "! Null characters are not allowed."},
	}},
	"set of choices": {MultipleChoice[shade]{}, "", []given{
		{[]any{}, alike("[]", "[]", "")},
		{[]any{"grey", "red", "grey"}, `! "grey" is sent twice.`},
		{[]any{"grey", "red"}, alike(`["red","grey"]`, `["red","grey"]`, "red\ngrey")},
		{[]any{"red", "blue", "x"}, `! "blue" is not a valid choice.`},
		{[]any{nil}, `! "None" is not a valid choice.`},
		{"red", `! Expected a list of items but got type "str".`},
		{map[string]any{}, `! Expected a list of items but got type "dict".`},
	}},
	"uuid": {uuid.UUID{}, "", []given{
		{someUUID, alike(`"`+someUUID+`"`, someUUID)},
		{strings.ToUpper(someUUID), alike(`"`+someUUID+`"`, someUUID)},
		{"6ba7b8109dad11d180b400c04fd430c8", alike(`"`+someUUID+`"`, someUUID)},
		{"urn:uuid:{" + someUUID + "}", alike(`"`+someUUID+`"`, someUUID)},
		{json.Number("1"), alike(`"00000000-0000-0000-0000-000000000001"`, "00000000-0000-0000-0000-000000000001")},
		{json.Number("340282366920938463463374607431768211455"), alike(`"ffffffff-ffff-ffff-ffff-ffffffffffff"`, "ffffffff-ffff-ffff-ffff-ffffffffffff")},
		{json.Number("340282366920938463463374607431768211456"), "! " + noUUID},
		{json.Number("-1"), "! " + noUUID},
		{json.Number("1.0"), "! " + noUUID},
		{json.Number("1e400"), "! " + noUUID},
		{"", "! " + noUUID},
		{someUUID + "0", "! " + noUUID},
		{"6ba7b8109dad11d180b400c04fd430cg", "! " + noUUID},
		{true, "! " + noUUID},
		{[]any{}, "! " + noUUID},
	}},
	"decimal": {decimal.Decimal{}, "8,2", []given{
		{"12.50", `"12.50" | 1250 | 12.50 | 12.50`},
		{json.Number("12.5"), `"12.50" | 1250 | 12.50 | 12.50`},
		{json.Number("12.500"), `"12.50" | 1250 | 12.50 | 12.50`},
		{"-0.01", `"-0.01" | -1 | -0.01 | -0.01`},
		{"-0", `"0.00" | 0 | 0.00 | 0.00`},
		{" 1e2 ", `"100.00" | 10000 | 100.00 | 100.00`},
		{json.Number("1.25E1"), `"12.50" | 1250 | 12.50 | 12.50`},
		{"999999.99", `"999999.99" | 99999999 | 999999.99 | 999999.99`},
		{"+.5", `"0.50" | 50 | 0.50 | 0.50`},
		{"5.", `"5.00" | 500 | 5.00 | 5.00`},
		{"0.00", `"0.00" | 0 | 0.00 | 0.00`},
		{"007", `"7.00" | 700 | 7.00 | 7.00`},
		{json.Number("0e-99"), `"0.00" | 0 | 0.00 | 0.00`},
		{json.Number("0e999999999"), `"0.00" | 0 | 0.00 | 0.00`},
		{"12.500", "! Ensure that there are no more than 2 decimal places."},
		{json.Number("0.123"), "! Ensure that there are no more than 2 decimal places."},
		{"1234567", "! Ensure that there are no more than 6 digits before the decimal point."},
		{"123456789", "! Ensure that there are no more than 8 digits in total."},
		{"1e999999999", "! Ensure that there are no more than 8 digits in total."},
		{"1e-999999999", "! Ensure that there are no more than 8 digits in total."},
		{"1e99999999999999999999", "! Ensure that there are no more than 8 digits in total."},
		{"1e10001", "! Ensure that there are no more than 8 digits in total."},
		{strings.Repeat("1", 1001), "! String value too large."},
		{"", "! " + noDecimal},
		{"x", "! " + noDecimal},
		{"NaN", "! " + noDecimal},
		{"Infinity", "! " + noDecimal},
		{"1_000", "! " + noDecimal},
		{"0x10", "! " + noDecimal},
		{"1e", "! " + noDecimal},
		{"1-1", "! " + noDecimal},
		{"--1", "! " + noDecimal},
		{"1.1.1", "! " + noDecimal},
		{".", "! " + noDecimal},
		{"1,5", "! " + noDecimal},
		{true, "! " + noDecimal},
		{map[string]any{}, "! " + noDecimal},
	}},
	"duration": {time.Duration(0), "", []given{
		{"2h", "! Duration has wrong format. Use one of these formats instead: [DD] [HH:[MM:]]ss[.uuuuuu]."}, // but see Kind.Typed
		{"5", alike(`"00:00:05"`, "5000000", "00:00:05")},
		{json.Number("90"), alike(`"00:01:30"`, "90000000", "00:01:30")},
		{json.Number("0.5"), alike(`"00:00:00.500000"`, "500000", "00:00:00.500000")},
		{"1:30", alike(`"00:01:30"`, "90000000", "00:01:30")},
		{"26:00:00", alike(`"1 02:00:00"`, "93600000000", "1 02:00:00")},
		{"2 days, 00:00:01", alike(`"2 00:00:01"`, "172801000000", "2 00:00:01")},
		{"-1", alike(`"-1 23:59:59"`, "-1000000", "-1 23:59:59")},
		{"-1 23:59:59", alike(`"-1 23:59:59"`, "-1000000", "-1 23:59:59")},
		{"00:00:01,000001999999", alike(`"00:00:01.000001"`, "1000001", "00:00:01.000001")},
		{"P1DT2H3M4.5S", alike(`"1 02:03:04.500000"`, "93784500000", "1 02:03:04.500000")},
		{"-P1DT1S", alike(`"-2 23:59:59"`, "-86401000000", "-2 23:59:59")},
		{"P0.5D", alike(`"12:00:00"`, "43200000000", "12:00:00")},
		{"3 days -01:00:00", alike(`"2 23:00:00"`, "255600000000", "2 23:00:00")},
		{"1 day", alike(`"1 00:00:00"`, "86400000000", "1 00:00:00")},
		{"106751 00:00:00", alike(`"106751 00:00:00"`, "9223286400000000", "106751 00:00:00")},
		{"106753 00:00:00", "! The number of days must be between -106751 and 106751."},
		{"99999999999999999999999999 00:00:00", "! The number of days must be between -106751 and 106751."},
		{"", "! " + noDuration},
		{"x", "! " + noDuration},
		{"1h30m", "! " + noDuration},
		{"1:2:3:4", "! " + noDuration},
		{true, "! " + noDuration},
		{[]any{"5"}, "! " + noDuration},
		{"5 ", "! " + noDuration},
		{strings.Repeat("1", 101), "! " + noDuration},
	}},
}

// alike is a value that is the same in both databases, and in forms where no other text is given.
func alike(shown, arg string, text ...string) string {
	return shown + " | " + arg + " | " + arg + " | " + append(text, arg)[0]
}

// specOf is the spec of a field of the sample's type.
func specOf(t testing.TB, sample any, digits string) *Spec {
	t.Helper()
	kinds, typ := Builtin(), reflect.TypeOf(sample)
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Match(typ) })
	s := &Spec{Kind: &kinds[i], Go: "Field", Type: typ, Tags: map[string]string{}}
	if digits != "" {
		s.Tags["digits"] = digits
	}
	if s.Kind.Configure != nil {
		if mistake := s.Kind.Configure(s); mistake != "" {
			t.Fatal(mistake)
		}
	}
	s.SetColumns()
	return s
}

// forms writes what becomes of a value that is sent, in every form, as the tables above have it.
func forms(t testing.TB, s *Spec, sent any) string {
	t.Helper()
	value, messages := s.Parse(sent)
	if messages != nil {
		return "! " + strings.Join(messages, "|")
	}
	p := reflect.New(s.Type)
	slot := s.Slot(p)
	slot.Set(value)
	shown := string(slot.Append(nil, ""))
	if !json.Valid([]byte(shown)) {
		t.Errorf("%v is shown as %s, which is not JSON", sent, shown)
	}
	if got := s.Arg(value); got != slot.Arg() {
		t.Errorf("%v is compared as %v and stored as %v", sent, got, slot.Arg())
	}
	var args []string
	for _, d := range []Dialect{SQLite, PostgreSQL} {
		arg := slot.Arg()
		if store := s.ColumnIn(d).Store; store != nil {
			arg = store(arg)
		}
		args = append(args, fmt.Sprint(arg))
		back := s.Slot(reflect.New(s.Type))
		if err := back.Scan(arg); err != nil || string(back.Append(nil, "")) != shown {
			t.Errorf("%v comes back from %s as %s, %v, want %s", sent, d, back.Append(nil, ""), err, shown)
		}
	}
	return shown + " | " + strings.Join(args, " | ") + " | " + s.Text(slot.Get())
}

// The text that is sent, the one that is shown, the argument of either database and the text of a form, for
// each kind.
func TestBothDirections(t *testing.T) {
	for name, table := range tables {
		s := specOf(t, table.sample, table.digits)
		if s.Kind.Name != name {
			t.Errorf("%T is of the kind %s, want %s", table.sample, s.Kind, name)
		}
		for _, g := range table.given {
			if got := forms(t, s, g.sent); got != g.want {
				t.Errorf("%s of %#v:\n got %s\nwant %s", name, g.sent, got, g.want)
			}
		}
	}
	if len(tables) != len(Builtin()) {
		t.Errorf("%d kinds have a table, want %d", len(tables), len(Builtin()))
	}
}

// Whatever text or number is sent to a field of a kind, it is refused or can be shown, stored and
// read again as the same.
func FuzzParse(f *testing.F) {
	for _, table := range tables {
		for _, g := range table.given {
			switch sent := g.sent.(type) {
			case string:
				f.Add(sent, false)
			case json.Number:
				f.Add(string(sent), true)
			}
		}
	}
	specs := map[string]*Spec{}
	for name, table := range tables {
		specs[name] = specOf(f, table.sample, table.digits)
	}
	f.Fuzz(func(t *testing.T, text string, number bool) {
		sent := any(text)
		if number {
			if !json.Valid([]byte(text)) || strings.Trim(text, "+-.0123456789eE") != "" {
				return
			}
			sent = json.Number(text)
		}
		for name, s := range specs {
			value, messages := s.Parse(sent)
			if messages != nil || strings.ToValidUTF8(text, "") != text {
				continue
			}
			forms(t, s, sent)
			slot := s.Slot(reflect.New(s.Type))
			slot.Set(value)
			var shown any
			decoder := json.NewDecoder(strings.NewReader(string(slot.Append(nil, ""))))
			decoder.UseNumber()
			if err := decoder.Decode(&shown); err != nil {
				t.Fatalf("%s of %#v: %v", name, sent, err)
			}
			if again, messages := s.Parse(shown); messages != nil || s.Arg(again) != s.Arg(value) {
				t.Errorf("%s of %#v is shown as %v and read again as %v, %q", name, sent, shown, again, messages)
			}
		}
	})
}

// Columns that hold something else are an error, and no value.
func TestScanRefuses(t *testing.T) {
	for name, table := range tables {
		slot := specOf(t, table.sample, table.digits).Slot(reflect.New(reflect.TypeOf(table.sample)))
		for _, src := range []any{nil, struct{}{}, complex(1, 1)} {
			if err := slot.Scan(src); err == nil {
				t.Errorf("%s takes %T from a column", name, src)
			}
		}
	}
	slot := specOf(t, time.Duration(0), "").Slot(reflect.New(reflect.TypeFor[time.Duration]()))
	if err := slot.Scan(int64(1) << 60); err == nil {
		t.Error("a duration takes more microseconds than it can hold")
	}
}

// JSON keeps the order of members and the text of numbers: as sent, in a form, in a list, in a column and from code.
func TestJSONKeepsOrder(t *testing.T) {
	const sent = `{"z":1.50,"a":{"y":1E400,"b":[{"d":-0,"c":"é"}]},"":null}`
	s, list := specOf(t, json.RawMessage{}, ""), List(JSON())
	several := &Spec{Kind: &list, Go: "List", Type: reflect.TypeFor[[]json.RawMessage](), Tags: map[string]string{}}
	several.Kind.Configure(several)
	several.SetColumns()
	o, err := notation.DecodeOrdered(sent)
	if err != nil {
		t.Fatal(err)
	}
	for of, got := range map[string]string{
		"value": forms(t, s, s.InOrder(o.Value, o.Orders)), "form": forms(t, s, s.Kind.Form(s, []string{" " + sent})),
		"list": forms(t, several, several.InOrder([]any{o.Value}, o.Orders)), "form of a list": forms(t, several, several.Kind.Form(several, []string{"[" + sent + "]"})),
	} {
		want := sent
		if strings.Contains(of, "list") {
			want = "[" + sent + "]"
		}
		if want = alike(want, want, sent); got != want {
			t.Errorf("%s:\n got %s\nwant %s", of, got, want)
		}
	}
	value := json.RawMessage(` {"z" : 1, "a":2, "z":3} `)
	slot := s.Slot(reflect.ValueOf(&value))
	if got := string(slot.Append(nil, "")); got != `{"z":3,"a":2}` || slot.Arg() != got {
		t.Errorf("JSON from code: got %s and %s", got, slot.Arg())
	}
}

// A decimal that does not fit into 64 bits is as exact, and sorts in SQLite as a text.
func TestWideDecimal(t *testing.T) {
	s := specOf(t, decimal.Decimal{}, "20,2")
	for sent, want := range map[string]string{
		"0": `"0.00" | 100000000000000000000 | 0.00 | 0.00`, "1": `"1.00" | 100000000000000000100 | 1.00 | 1.00`, "-0.01": `"-0.01" | 099999999999999999999 | -0.01 | -0.01`,
		"999999999999999999.99":  `"999999999999999999.99" | 199999999999999999999 | 999999999999999999.99 | 999999999999999999.99`,
		"-999999999999999999.99": `"-999999999999999999.99" | 000000000000000000001 | -999999999999999999.99 | -999999999999999999.99`,
		"9007199254740993e2":     `"900719925474099300.00" | 190071992547409930000 | 900719925474099300.00 | 900719925474099300.00`,
		"1e18":                   "! Ensure that there are no more than 18 digits before the decimal point.",
		"0.001":                  "! Ensure that there are no more than 2 decimal places.",
		"1E400":                  "! Ensure that there are no more than 20 digits in total.",
	} {
		for _, v := range []any{sent, json.Number(sent)} {
			if got := forms(t, s, v); got != want {
				t.Errorf("%#v:\n got %s\nwant %s", v, got, want)
			}
		}
	}
	store := s.ColumnIn(SQLite).Store
	if low, high := store("-1000000000000000000.00"), store("1000000000000000000.00"); low != "000000000000000000000" || high != "200000000000000000000" {
		t.Errorf("decimals beyond the column are stored as %v and %v, want what it refuses", low, high)
	}
	for text, want := range map[string]string{"1e30": "999999999999999999.99 <nil>", "-1e30": "<nil> -999999999999999999.99", "0.001": "0.00 0.01"} {
		if below, above, ok := s.Kind.Near(s, text); !ok || fmt.Sprint(below, " ", above) != want {
			t.Errorf("near %s: got %v %v, want %s", text, below, above, want)
		}
	}
}

// An integer of 64 bits is exact in every notation of JSON, as are the items of a list; none becomes a float.
func TestExactIntegers(t *testing.T) {
	for sent, want := range map[string]string{
		"9007199254740993.0": "9007199254740993", "9.007199254740993e15": "9007199254740993", "90071992547409930E-1": "9007199254740993",
		"9223372036854775807.00": "9223372036854775807", "-9.223372036854775808e18": "-9223372036854775808",
		"9223372036854775808.0": "! Ensure this value is less than or equal to 9223372036854775807.",
		"9007199254740992.5":    "! A valid integer is required.",
	} {
		s := specOf(t, int64(0), "")
		list := List(Integer())
		several := &Spec{Kind: &list, Go: "List", Type: reflect.TypeFor[[]int64](), Tags: map[string]string{}}
		several.Kind.Configure(several)
		several.SetColumns()
		for of, got := range map[string]string{"integer": forms(t, s, json.Number(sent)), "list": forms(t, several, []any{json.Number(sent)})} {
			if got, _, _ = strings.Cut(got, " | "); strings.Trim(strings.Replace(got, "[0] ", "", 1), "[]") != want {
				t.Errorf("%s of %s: got %s, want %s", of, sent, got, want)
			}
		}
	}
	single := specOf(t, float32(0), "")
	const between = "1.00000005960464477540" // a little above the middle of two floats of 32 bits
	if got, _ := single.Parse(json.Number(between)); single.Text(got) != single.Text(1.0000001192092896) {
		t.Errorf("%s is read as %v, want the nearest float32", between, got)
	}
}

// A decimal that code computed is stored with the places of its column; what no column can hold
// equals nothing.
func TestDecimalArg(t *testing.T) {
	s := specOf(t, decimal.Decimal{}, "8,2")
	p := reflect.New(s.Type)
	slot := s.Slot(p)
	p.Elem().Set(reflect.ValueOf(decimal.RequireFromString("2.675")))
	if got := slot.Arg(); got != "2.68" {
		t.Errorf("2.675 is stored as %v, want 2.68", got)
	}
	for value, want := range map[any]any{int64(3): "3.00", "3.1": "3.10", "x": nil, "0.001": nil, 1.5: nil, nil: nil} {
		if got := s.Arg(value); got != want {
			t.Errorf("%v is compared as %v, want %v", value, got, want)
		}
	}
	large := decimal.RequireFromString("99999999999999999999")
	p.Elem().Set(reflect.ValueOf(large))
	if got := s.ColumnIn(SQLite).Store(slot.Arg()); got != int64(math.MaxInt64) {
		t.Errorf("a decimal beyond all columns is stored as %v, want what every column refuses", got)
	}
}

// The words for OPTIONS, JSON Schema and columns.
func TestDescriptions(t *testing.T) {
	for name, want := range map[string]string{
		"text":        "string text/text map[minLength:1 type:string]",
		"integer":     "integer integer/bigint map[maximum:127 minimum:-128 type:integer]",
		"number":      "float real/double precision map[type:number]",
		"boolean":     "boolean integer/boolean map[type:boolean]",
		"timestamp":   "datetime text/timestamptz map[format:date-time type:string]",
		"date":        "date text/date map[format:date type:string]",
		"uuid":        "string text/uuid map[format:uuid type:string]",
		"decimal":     `decimal integer/numeric(8,2) map[format:decimal pattern:^-?\d{0,6}(\.\d{0,2})?$ type:string]`,
		"time of day": "time text/time map[format:partial-time type:string]",
		"duration":    " integer/bigint map[examples:[1 12:30:00 00:00:01.500000] type:string]",
	} {
		s := specOf(t, tables[name].sample, tables[name].digits)
		got := fmt.Sprintf("%s %s/%s %v", s.Kind.Metadata, s.ColumnIn(SQLite).Types[0], s.ColumnIn(PostgreSQL).Types[0], s.JSON())
		if got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
		if !slices.Contains(s.Kind.Lookups, Equal) || !slices.Contains(s.Kind.Lookups, IsNull) {
			t.Errorf("%s can be asked for %v only", name, s.Kind.Lookups)
		}
	}
	s := specOf(t, "", "")
	s.Null, s.MaxLength, s.Choices = true, 5, []Choice{{Value: "a"}}
	if got, want := fmt.Sprint(s.JSON()), "map[enum:[a <nil>] maxLength:5 type:[string null]]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Values that have an order are compared in it.
func TestCompare(t *testing.T) {
	for name, sent := range map[string][]string{
		"uuid":        {"00000000-0000-0000-0000-000000000002", someUUID},
		"decimal":     {"-10", "-9.99", "2", "10"},
		"duration":    {"-1", "0", "59", "1:00", "1 0"},
		"time of day": {"0:00", "0:00:00.1", "9:00", "10:00"},
	} {
		s := specOf(t, tables[name].sample, tables[name].digits)
		for i, a := range sent {
			for j, b := range sent {
				x, _ := s.Parse(a)
				y, _ := s.Parse(b)
				if got := s.Kind.Compare(x, y); (got < 0) != (i < j) || (got > 0) != (i > j) {
					t.Errorf("%s: %s compared with %s is %d", name, a, b, got)
				}
			}
		}
	}
}
