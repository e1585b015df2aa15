// Tests that read and write keys.

package schema_test

import (
	"encoding/json"
	"math/big"
	"net/url"
	pathpkg "path"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"example.com/resourceful/framework/resttest/stopwatch"
	"example.com/resourceful/framework/schema"
)

var keyForm = regexp.MustCompile(`^[0-9]+$`)

// A key is a number of 63 bits above zero, in ASCII digits.
func FuzzParseKey(f *testing.F) {
	for _, seed := range []string{"", "0", "1", "007", "-1", "+1", "1 ", "1_0", "٣", "9223372036854775807", "9223372036854775808", "00000000000000000000001", "0x1", "1e3"} {
		f.Add(seed)
	}
	typ := numbered(f)
	f.Fuzz(func(t *testing.T, text string) {
		defer stopwatch.Input(t)()
		got, ok := (&schema.Lookup{Field: typ.Key}).Parse(text)
		want := new(big.Int)
		if keyForm.MatchString(text) {
			want.SetString(text, 10)
		}
		if good := want.Sign() > 0 && want.IsInt64(); ok != good || ok && got != schema.NumberKey(want.Int64()) {
			t.Errorf("Parse(%q) = %v, %v, want %v, %v", text, got, ok, want, good)
		}
	})
}

func TestParseKey(t *testing.T) {
	tests := []struct {
		text string
		id   int64
	}{
		{"1", 1},
		{"007", 7},
		{"9223372036854775807", 9223372036854775807},
		{"9223372036854775808", 0},
		{"0", 0},
		{"000", 0},
		{"-1", 0},
		{"+1", 0},
		{"1.0", 0},
		{"", 0},
		{" 1", 0},
		{"٣", 0},
		{"0x1", 0},
	}
	for _, tt := range tests {
		if key, ok := (&schema.Lookup{Field: numbered(t).Key}).Parse(tt.text); ok != (tt.id > 0) || ok && key != schema.NumberKey(tt.id) {
			t.Errorf("Parse(%q) = %v, %v, want %d", tt.text, key, ok, tt.id)
		}
	}
}

// numbered is a type whose keys are numbers.
func numbered(t testing.TB) *schema.Type {
	type note struct {
		ID int64 `rest:"id,readonly"`
	}
	return compile[note](t)
}

// A record has one address: no other notation of its key, such as an escape that is not needed, leads there.
func TestParseSegment(t *testing.T) {
	type note struct {
		ID string `rest:"id" validate:"max=50"`
	}
	for segment, want := range map[string]string{
		"~": "", "~7E": "~", "~2E": ".", "~2E~2E": "..", "a~2Fb": "a/b", "~7E2F": "~2F", "~a": "~a", "a.b": "a.b", "~2f": "~2f", "~~": "~~",
		"a~2Eb": "none", "~2E~2E~2E": "none", "a~7E": "none", "~2E.": "none", "~7E~7E": "none",
	} {
		got := "none"
		if key, ok := (&schema.Lookup{Field: compile[note](t).Key}).ParseSegment(segment); ok {
			got = key.String()
		}
		if got != want {
			t.Errorf("ParseSegment(%q): got %q, want %q", segment, got, want)
		}
	}
}

// What a path has of a key is read back as that key, and JSON too.
func FuzzKeyRoundTrip(f *testing.F) {
	for _, seed := range []string{"", ".", "~", "~2F", "~2e", "~7E2F", "~~2E/", "a~", "~2/F", "a,b/", "%,.", "1", "eur", "é", "a/b", "..", "a b", "%2F", "&\"<", "01a202b2-2f88-744d-b4a2-40b10ab967d5", "9223372036854775807"} {
		f.Add(seed)
	}
	type note struct {
		ID   uuid.UUID `rest:"id,readonly"`
		Slug string    `rest:"slug,unique" validate:"max=50"`
	}
	fields := map[string]*schema.Field{
		"number": numbered(f).Key, "uuid": compile[note](f).Key, "text": compile[note](f).ByWire("slug"),
	}
	fields["parts"] = &schema.Field{AsKey: schema.CompositeKey([]*schema.Field{fields["text"], fields["text"]})}
	f.Fuzz(func(t *testing.T, text string) {
		defer stopwatch.Input(t)()
		for name, field := range fields {
			lookup := schema.Lookup{Field: field}
			key, ok := lookup.Parse(text)
			if !ok {
				continue
			}
			path := key.Path()
			if strings.ContainsAny(path, "/?#\" ") {
				t.Errorf("%s %q: path %q needs escapes", name, text, path)
			}
			unescaped, err := url.PathUnescape(path)
			if below := "/x/" + unescaped + "/y"; pathpkg.Clean(below) != below {
				t.Errorf("%s %q: clients and proxies write %s as %s", name, text, below, pathpkg.Clean(below))
			}
			if again, ok := lookup.ParseSegment(unescaped); err != nil || !ok || again != key {
				t.Errorf("%s %q: path %q is read as %v, %v, want %v", name, text, path, again, ok, key)
			}
			var decoded schema.Key
			if err := json.Unmarshal(key.AppendJSON(nil), &decoded); err != nil || decoded != key {
				t.Errorf("%s %q: JSON %s is read as %v, %v, want %v", name, text, key.AppendJSON(nil), decoded, err, key)
			}
		}
	})
}
