// Fuzz tests of values of every kind, compared with a second reading.

package schema_test

import (
	"encoding/json"
	"math"
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/resttest/stopwatch"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

// foreign has a field for each way in which a text is read.
type foreign struct {
	ID     int64      `rest:"id,readonly"`
	Text   string     `rest:"text" default:"" validate:"max=20"`
	Code   string     `rest:"code,multiline" default:""`
	Small  int8       `rest:"small"`
	Big    int64      `rest:"big"`
	Number float64    `rest:"number"`
	Single float32    `rest:"single"`
	Yes    bool       `rest:"yes"`
	At     time.Time  `rest:"at"`
	Day    field.Date `rest:"day"`
}

var (
	integerForm = regexp.MustCompile(`^([+-]?[0-9]+)(\.0*)?$`)
	decimalForm = regexp.MustCompile(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$`)
	dayForm     = regexp.MustCompile(`^([0-9]{4})-([0-9]{2})-([0-9]{2})$`)
)

// A text, and where it is one a JSON number, is read into a field of each kind as a second reading has it. Each
// value that is read can be shown, and is read again as the same.
func FuzzConvert(f *testing.F) {
	for _, seed := range []string{
		"", " ", "0", "-0", "127", "128", "-129", "+7", "1.0", "1.", ".0", "1e3", "1e400", "-1e-400", "0x1p4", "1_000", "٣", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
		"inf", "NaN", "3.4028235e38", "3.5e38", "true", "On", "ſ", "y\u212a", "2026-01-02", "2026-02-30", "0000-01-01", "2026-01-02T03:04:05Z", "2026-01-02 03:04", "2026-01-02T03:04:05.123456789+05:30",
		"0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "2026-01-02T24:00:00Z", "2026-01-02T03:04:05,5Z", "\u00a0x\u3000", "a\x00", "\xed\xa0\x80", "\x1c1\x1f", "\r\n\tx\r\n", "e\u0301", strings.Repeat("é", 21),
	} {
		f.Add(seed)
	}
	typ := structs.Compile(reflect.TypeFor[foreign](), "foreign", field.Builtin(), field.NewRules(nil), nil, func(field, msg string) { f.Errorf("%s: %s", field, msg) })
	f.Fuzz(func(t *testing.T, text string) {
		defer stopwatch.Input(t)()
		inputs := []any{text}
		if decoder := json.NewDecoder(strings.NewReader(text)); true {
			decoder.UseNumber()
			var v any
			if err := decoder.Decode(&v); err == nil {
				inputs = append(inputs, v)
			}
		}
		for _, input := range inputs {
			for _, f := range typ.Fields[1:] {
				value, messages := f.Parse(input)
				if (value == nil) != (len(messages) > 0) && !(f.Kind.FreeText && len(messages) > 0) {
					t.Errorf("%s of %#v: got %v and %q", f.Wire, input, value, messages)
				}
				if len(messages) == 0 && utf8.ValidString(text) { // as all texts are that a parser gives out
					checkShown(t, typ, f, input, value)
				}
			}
		}
		trimmed := notation.TrimSpace(text)
		checkInteger(t, typ.ByWire("small"), text, trimmed, 8)
		checkInteger(t, typ.ByWire("big"), text, trimmed, 64)
		checkNumber(t, typ.ByWire("number"), text, trimmed)
		checkTimes(t, typ, text, trimmed)
		checkText(t, typ.ByWire("text"), text, trimmed)
	})
}

// checkShown shows the value and reads it again.
func checkShown(t *testing.T, typ *schema.Type, f *schema.Field, input, value any) {
	t.Helper()
	rec := typ.New()
	rec.Apply([]schema.Change{{Field: f, Value: value}})
	var shown map[string]any
	decoder := json.NewDecoder(strings.NewReader(string(rec.Append(nil, ""))))
	decoder.UseNumber()
	if err := decoder.Decode(&shown); err != nil {
		t.Fatalf("%s of %#v: %v", f.Wire, input, err)
	}
	again, messages := f.Parse(shown[f.Wire])
	if n, ok := value.(float64); ok && f.Wire == "single" {
		value = float64(float32(n))
		if n, ok := again.(float64); ok {
			again = float64(float32(n))
		}
	}
	if len(messages) > 0 || !reflect.DeepEqual(again, value) {
		t.Errorf("%s of %#v: got %#v, shown as %#v and read again as %#v, %q", f.Wire, input, value, shown[f.Wire], again, messages)
	}
}

func checkInteger(t *testing.T, f *schema.Field, text, trimmed string, bits int) {
	t.Helper()
	got, messages := f.Parse(text)
	part := integerForm.FindStringSubmatch(trimmed)
	n := new(big.Int)
	least := new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), uint(bits-1)))
	want := part != nil
	if want {
		n.SetString(part[1], 10)
		want = n.Cmp(least) >= 0 && new(big.Int).Neg(new(big.Int).Add(n, big.NewInt(1))).Cmp(least) >= 0
	}
	if (len(messages) == 0) != want || want && got != n.Int64() {
		t.Errorf("%s of %q: got %v, %q, want %v, %v", f.Wire, text, got, messages, n, want)
	}
}

func checkNumber(t *testing.T, f *schema.Field, text, trimmed string) {
	t.Helper()
	got, messages := f.Parse(text)
	n, err := strconv.ParseFloat(trimmed, 64)
	want := decimalForm.MatchString(trimmed) && err == nil && !math.IsInf(n, 0)
	if (len(messages) == 0) != want || want && got != n {
		t.Errorf("%s of %q: got %v, %q, want %v, %v", f.Wire, text, got, messages, n, want)
	}
}

func checkTimes(t *testing.T, typ *schema.Type, text, trimmed string) {
	t.Helper()
	got, messages := typ.ByWire("day").Parse(text)
	want := false
	if part := dayForm.FindStringSubmatch(trimmed); part != nil {
		y, _ := strconv.Atoi(part[1])
		m, _ := strconv.Atoi(part[2])
		d, _ := strconv.Atoi(part[3])
		day := field.NewDate(y, time.Month(m), d)
		want = y > 0 && day.Year() == y && int(day.Month()) == m && day.Day() == d
		if want && got != day {
			t.Errorf("day of %q: got %v, want %v", text, got, day)
		}
	}
	if (len(messages) == 0) != want {
		t.Errorf("day of %q: got %v, %q, want %v", text, got, messages, want)
	}
	got, messages = typ.ByWire("at").Parse(text)
	at, ok := got.(time.Time)
	if ok && (at.Location() != time.UTC || at.Nanosecond()%1000 != 0 || at.Year() < 1 || at.Year() > 9999) {
		t.Errorf("time of %q: got %v", text, at)
	}
	if want, err := time.Parse(time.RFC3339Nano, trimmed); err == nil && want.UTC().Year() >= 1 && want.UTC().Year() <= 9999 {
		if !ok || !at.Equal(want.Truncate(time.Microsecond)) {
			t.Errorf("time of %q: got %v, %q, want %v", text, got, messages, want)
		}
	}
}

func checkText(t *testing.T, f *schema.Field, text, trimmed string) {
	t.Helper()
	got, messages := f.Parse(text)
	want := utf8.RuneCountInString(trimmed) <= 20 && !strings.Contains(trimmed, "\x00")
	if !utf8.ValidString(text) { // no parser gives such text but for surrogates
		want = want && !slices.ContainsFunc(messages, func(m string) bool { return strings.HasPrefix(m, "Surrogate") })
	}
	if (len(messages) == 0) != want || want && got != trimmed {
		t.Errorf("text of %q: got %q, %q, want %v", text, got, messages, want)
	}
}
