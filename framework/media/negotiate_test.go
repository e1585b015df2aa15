// Tests of content negotiation.

package media

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/stopwatch"
)

var testFormats = []Format{
	{Name: "json", MediaType: "application/json", ContentType: "application/json"},
	{Name: "api", MediaType: "text/html", ContentType: "text/html; charset=utf-8"},
	{Name: "yaml", MediaType: "application/yaml", ContentType: "application/yaml; charset=utf-8"},
}

const (
	browser    = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
	refused    = ""
	acceptJSON = "application/json"
)

// want names the format, with the indentation when there is one.
var negotiateTests = []struct {
	accept string
	want   string
	indent int
}{
	// The table of the contract.
	{"", "json", 0},
	{"*/*", "json", 0},
	{"application/*", "json", 0},
	{"text/html, application/json", "json", 0},
	{browser, "api", 0},
	{"*/*, text/html", "api", 0},
	{"text/*", "api", 0},
	{"application/json;q=0.1, text/html;q=0.9", "api", 0},
	{"application/json;q=0, */*", "api", 0},
	{"text/html;q=0.5, */*;q=0.8", "json", 0},
	{"application/json;q=0", refused, 0},
	{"*/*;q=0", refused, 0},
	{"image/png", refused, 0},

	// Ranges.
	{"application/json", "json", 0},
	{"APPLICATION/JSON", "json", 0},
	{"application/yaml", "yaml", 0},
	{"Application/*", "json", 0},
	{"application/*, text/html", "api", 0},
	{"application/yaml, text/html", "api", 0},
	{"application/yaml, text/*", "yaml", 0},
	{"image/png, */*;q=0.1", "json", 0},
	{"application/json;q=0, application/*", "yaml", 0},
	{"application/*;q=0, */*", "api", 0},
	{"application/*;q=0, application/yaml;q=0.1", "yaml", 0},
	{"text/html;q=0, text/*", refused, 0},
	{"*", refused, 0},
	{"application", refused, 0},
	{"json", refused, 0},
	{"/", refused, 0},
	{"/*", refused, 0},
	{"*/json", refused, 0},
	{"application/json/", refused, 0},
	{"application/jso", refused, 0},
	{"applicatio/*", refused, 0},
	{"application/json-patch+json", refused, 0},
	{"application / json", refused, 0},
	{"application/vnd.api+json, application/yaml", "yaml", 0},

	// Empty elements and white space.
	{"  ", "json", 0},
	{",", "json", 0},
	{", ,text/html,", "api", 0},
	{"\ttext/html\t", "api", 0},
	{";q=0.5", refused, 0},
	{"text/html;", "api", 0},
	{"text/html;;q=0.5, application/json;q=0.4", "api", 0},

	// Other parameters match, and make a range more specific.
	{"application/json; charset=utf-8", "json", 0},
	{"application/json; version=9", "json", 0},
	{"application/json, text/html; level=1", "api", 0},
	{"text/html;level=1;q=0.2, text/html;q=0.9, application/json;q=0.5", "json", 0},
	{"*/*; version=1, application/yaml", "yaml", 0},

	// Several ranges as specific: the highest q counts.
	{"application/yaml;q=0.1, text/html;q=0.5, application/yaml;q=0.9", "yaml", 0},
	{"application/json;q=0, application/json", "json", 0},

	// q.
	{"text/html;Q=0.9, application/json;q=0.8", "api", 0},
	{"text/html ; q = 0.9 , application/json;q=0.8", "api", 0},
	{"text/html;q=0.9, application/json;q=0.899999999", "api", 0},
	{"application/json;q=0.999, text/html;q=1.000", "api", 0},
	{"application/json;q=1, text/html;q=5", "json", 0},
	{"application/json;q=.5, text/html;q=0.6", "api", 0},
	{"application/json;q=0., text/html;q=0.1", "api", 0},
	{"application/json;q=0.000", refused, 0},
	{"application/json;q=00.00", refused, 0},
	{"application/json;q=0.00000000000001", "json", 0},
	{"application/json;q=abc, text/html;q=0.9", "json", 0},
	{"application/json;q=, text/html;q=0.9", "json", 0},
	{"application/json;q, text/html;q=0.9", "json", 0},
	{"application/json;q=., text/html;q=0.9", "json", 0},
	{"application/json;q=NaN, text/html;q=0.9", "json", 0},
	{"application/json;q=-1, text/html;q=0.9", "json", 0},
	{"application/json;q=1e-3, text/html;q=0.9", "json", 0},
	{`application/json;q="0.1", text/html;q=0.9`, "api", 0},
	{"application/json;q=0.1;q=1, text/html;q=0.9", "api", 0},

	// Quoted strings.
	{`application/json;a="x, text/html;q=1";q=0.5, text/html;q=0.4`, "json", 0},
	{`application/json;a="\", ";q=0.5, text/html;q=0.6`, "api", 0},
	{`image/png;a="never closed, text/html`, refused, 0},
	{`text/html;a="x\`, "api", 0},
	{`"text/html"`, refused, 0},

	// indent.
	{"application/json; indent=4", "json", 4},
	{"application/json; INDENT=2", "json", 2},
	{"application/json; q=0.5; indent=8", "json", 8},
	{"*/*; indent=3", "json", 3},
	{"application/*;indent=1", "json", 1},
	{"application/json; indent=9", "json", 8},
	{"application/json; indent=10", "json", 8},
	{"application/json; indent=99999999999999999999999", "json", 8},
	{"application/json; indent=0", "json", 0},
	{"application/json; indent=000", "json", 0},
	{"application/json; indent=04", "json", 4},
	{"application/json; indent=+4", "json", 4},
	{"application/json; indent=-1", "json", 0},
	{"application/json; indent=abc", "json", 0},
	{"application/json; indent=", "json", 0},
	{"application/json; indent", "json", 0},
	{"application/json; indent=2.0", "json", 0},
	{"application/json; indent=٤", "json", 0},
	{`application/json; indent="4"`, "json", 4},
	{"application/json; indent=2; indent=4", "json", 2},
	{"application/json, */*; indent=4", "json", 0},
	{"text/html, */*;q=0.5; indent=4", "api", 0},
	{"application/json;indent=2, text/html", "json", 2},
}

// formatName is the name at index, or refused.
func formatName(index int, ok bool) string {
	if !ok {
		return refused
	}
	return testFormats[index].Name
}

func TestNegotiate(t *testing.T) {
	for _, tt := range negotiateTests {
		index, indent, ok := Negotiate(testFormats, tt.accept)
		if got := formatName(index, ok); got != tt.want || indent != tt.indent {
			t.Errorf("Negotiate(%q): got %q indent %d, want %q indent %d", tt.accept, got, indent, tt.want, tt.indent)
		}
	}
}

// A suffix leaves one format, which Accept must still allow.
func TestNegotiateOneFormat(t *testing.T) {
	tests := []struct {
		accept string
		want   bool
	}{
		{"", true},
		{"*/*", true},
		{browser, true},
		{"text/html", false},
		{"application/json;q=0, */*", false},
	}
	for _, tt := range tests {
		index, _, ok := Negotiate(testFormats[:1], tt.accept)
		if index != 0 || ok != tt.want {
			t.Errorf("Negotiate(JSON only, %q): got %d, %v, want 0, %v", tt.accept, index, ok, tt.want)
		}
	}
	if _, _, ok := Negotiate(nil, ""); ok {
		t.Error("Negotiate(no formats): got ok, want nothing")
	}
}

func TestNegotiateManyFormats(t *testing.T) {
	many := make([]Format, 20)
	for i := range many {
		many[i].MediaType = "x/" + string(rune('a'+i))
	}
	index, indent, ok := Negotiate(many, "x/t;indent=2, x/*;q=0.5")
	if index != 19 || indent != 2 || !ok {
		t.Errorf("got %d, %d, %v, want 19, 2, true", index, indent, ok)
	}
}

func TestNegotiateAllocs(t *testing.T) {
	for _, accept := range []string{"", "*/*", acceptJSON, browser, "application/json; indent=4"} {
		got := testing.AllocsPerRun(100, func() { Negotiate(testFormats, accept) })
		if got != 0 {
			t.Errorf("Negotiate(%q): got %v allocations, want 0", accept, got)
		}
	}
}

// The chosen format must be one of the formats, and an Accept that matches everything on top must never turn a
// choice into a refusal.
func FuzzNegotiate(f *testing.F) {
	for _, tt := range negotiateTests {
		f.Add(tt.accept)
	}
	f.Fuzz(func(t *testing.T, accept string) {
		defer stopwatch.Input(t)()
		index, indent, ok := Negotiate(testFormats, accept)
		if index < 0 || index >= len(testFormats) || indent < 0 || indent > maxIndent {
			t.Errorf("Negotiate(%q): got %d, indent %d", accept, index, indent)
		}
		if _, _, more := Negotiate(testFormats, "*/*;q=0.1, "+accept); ok && !more {
			t.Errorf("Negotiate(%q): got ok by itself, but refused with */* before it", accept)
		}
	})
}

func BenchmarkNegotiate(b *testing.B) {
	headers := map[string]string{
		"absent":  "",
		"json":    acceptJSON,
		"browser": browser,
		"indent":  "application/json; indent=4",
		"giant":   strings.Repeat("text/html;q=0.5,", 4096),
	}
	for name, accept := range headers {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Negotiate(testFormats, accept)
			}
		})
	}
}
