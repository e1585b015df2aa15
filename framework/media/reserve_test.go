// Tests of the memory that bodies may take.

package media

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/stopwatch"
)

// numbered repeats a pattern, with numbers for #.
func numbered(pattern string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(pattern, "#", strconv.Itoa(i)))
	}
	return b.String()
}

// manyValues are bodies whose values take the most memory for each byte.
var manyValues = map[string]struct{ contentType, body string }{
	"JSON of numbers":             {typeJSON, "[" + numbered("0,", 30_000) + "0]"},
	"JSON of lists":               {typeJSON, "[" + numbered("[],", 30_000) + "0]"},
	"JSON of objects":             {typeJSON, "[" + numbered("{},", 30_000) + "0]"},
	"JSON of objects with a key":  {typeJSON, "[" + numbered(`{"":0},`, 10_000) + "0]"},
	"JSON of keys":                {typeJSON, "{" + numbered(`"#":0,`, 15_000) + `"":0}`},
	"YAML of items":               {typeYAML, numbered("- a\n", 30_000)},
	"YAML of items in one line":   {typeYAML, "[" + numbered("a,", 30_000) + "]"},
	"YAML of keys":                {typeYAML, numbered("#: a\n", 30_000)},
	"YAML of objects":             {typeYAML, numbered("- a: a\n", 15_000)},
	"YAML of objects in one line": {typeYAML, "[" + numbered("{a},", 15_000) + "]"},
	"YAML of aliases":             {typeYAML, "a: &a [" + numbered("a,", 800) + "]\nb: [" + numbered("*a,", 90) + "]\n"},
}

// The memory that values take is asked for, about as much as is allocated for them; and where it is
// refused, the body is.
func TestReserve(t *testing.T) {
	if stopwatch.Race {
		t.Skip("the race detector allocates")
	}
	for name, tt := range manyValues {
		t.Run(name, func(t *testing.T) {
			decode := func(reserve func(int64) error) error {
				r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(tt.body))
				r.Header.Set("Content-Type", tt.contentType)
				_, err := Decode(r, Parsers(), Limits{Reserve: reserve})
				return err
			}
			asked, before, after := int64(0), runtime.MemStats{}, runtime.MemStats{}
			runtime.ReadMemStats(&before)
			if err := decode(func(bytes int64) error { asked += bytes; return nil }); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			if got := int64(after.TotalAlloc - before.TotalAlloc); got > asked*3/2+1<<20 {
				t.Errorf("took %d bytes, and asked for %d", got, asked)
			}
			full := errors.New("full")
			if err := decode(func(int64) error { return full }); err != full {
				t.Errorf("got error %v, want the refusal", err)
			}
		})
	}
}

// Few values are not worth asking for.
func TestReserveFew(t *testing.T) {
	for _, tt := range []struct{ contentType, body string }{
		{typeJSON, "[" + numbered("0,", freeValues-3) + "0]"},
		{typeYAML, numbered("- a\n", freeValues)},
		{typeYAML, "a: |\n" + numbered("  - #\n", 10*freeValues)}, // all is one text
	} {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(tt.body))
		r.Header.Set("Content-Type", tt.contentType)
		limits := Limits{Reserve: func(bytes int64) error { t.Errorf("asked for %d bytes", bytes); return nil }}
		if _, err := Decode(r, Parsers(), limits); err != nil {
			t.Error(err)
		}
	}
}
