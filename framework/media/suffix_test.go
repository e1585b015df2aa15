// Tests of suffixes of addresses, and of the formats that clients prefer.

package media

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/stopwatch"
)

var suffixTests = []struct{ path, base, suffix string }{
	{"/", "/", ""},
	{"", "", ""},
	{"*", "*", ""},
	{"/snippets/", "/snippets/", ""},
	{"/snippets", "/snippets", ""},
	{"/snippets.json", "/snippets/", "json"},
	{"/snippets.json/", "/snippets/", "json"},
	{"/snippets/7.json", "/snippets/7/", "json"},
	{"/snippets/7.json/", "/snippets/7/", "json"},
	{"/snippets/7.json//", "/snippets/7.json//", ""},
	{"/snippets.json/7", "/snippets.json/7", ""},
	{"/snippets.json/7/", "/snippets.json/7/", ""},
	{"/users/1.xml", "/users/1/", "xml"},
	{"/users/1.mp3", "/users/1/", "mp3"},
	{"/.json", "/", "json"},
	{"/.json/", "/", "json"},
	{"//.json", "//.json", ""},
	{"/snippets/.json", "/snippets/.json", ""},
	{"/snippets/.json/", "/snippets/.json/", ""},
	{"/snippets.json.api", "/snippets.json/", "api"},
	{"/snippets..json", "/snippets./", "json"},
	{"/snippets.JSON", "/snippets.JSON", ""},
	{"/snippets.Json", "/snippets.Json", ""},
	{"/snippets.js-on", "/snippets.js-on", ""},
	{"/snippets.jsön", "/snippets.jsön", ""},
	{"/snippets.", "/snippets.", ""},
	{"/.", "/.", ""},
	{"/..", "/..", ""},
	{"snippets.json", "snippets.json", ""},
	{".json", ".json", ""},
	{"/a.b/c", "/a.b/c", ""},
	{"/a.b/c.json", "/a.b/c/", "json"},
}

func TestSplitSuffix(t *testing.T) {
	for _, tt := range suffixTests {
		base, suffix := SplitSuffix(tt.path)
		if base != tt.base || suffix != tt.suffix {
			t.Errorf("SplitSuffix(%q): got %q, %q, want %q, %q", tt.path, base, suffix, tt.base, tt.suffix)
		}
	}
}

// With a suffix, base and suffix make up the path again, but for a final slash; without one the
// path is unchanged.
func FuzzSplitSuffix(f *testing.F) {
	for _, tt := range suffixTests {
		f.Add(tt.path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		defer stopwatch.Input(t)()
		base, suffix := SplitSuffix(path)
		if suffix == "" {
			if base != path {
				t.Errorf("SplitSuffix(%q): got base %q without a suffix, want the path", path, base)
			}
			return
		}
		again := strings.TrimSuffix(base, "/") + "." + suffix
		if base == "/" {
			again = "/." + suffix
		}
		if got := strings.TrimSuffix(path, "/"); got != again || !strings.HasSuffix(base, "/") {
			t.Errorf("SplitSuffix(%q): got %q, %q, which make %q", path, base, suffix, again)
		}
	})
}

func BenchmarkSplitSuffix(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		SplitSuffix("/snippets/7/")
	}
}

var rangeParamTests = []struct{ accept, want string }{
	{"", ""},
	{"application/json", ""},
	{"application/json; version=1.0", "1.0"},
	{`APPLICATION/JSON ; Version = "1.0"`, "1.0"},
	{"application/json; version=1; version=2", "1"},
	{"application/json; version", ""},
	{"application/json; versions=1", ""},
	{`application/json; a="; version=2"; version=1`, "1"},
	{`text/html; a=",application/json; version=2", application/json; version=1`, "1"},
	{"text/html; version=1, application/json", ""},
	{"text/html; version=1, */*; version=2", "2"},
	{"*/*; version=2, application/json; version=1", "1"},
	{"application/json; version=1; q=0.5", "1"},
	{"application/json; version=1; q=x", "1"},
	{"application/json; version=1, /", "1"},
}

func TestRangeParam(t *testing.T) {
	for _, tt := range rangeParamTests {
		if got := RangeParam(testFormats[0], tt.accept, "version"); got != tt.want {
			t.Errorf("version of %q: got %q, want %q", tt.accept, got, tt.want)
		}
	}
}

var wantsProblemTests = []struct {
	accept string
	want   bool
}{
	{"", false},
	{"application/json", false},
	{"*/*", false},
	{"application/*", false},
	{"application/problem+json", true},
	{"Application/Problem+JSON; version=1", true},
	{"application/problem+json;q=0", false},
	{"application/problem+json, application/json", true},
	{"application/problem+json;q=0.5, application/json", false},
	{"application/problem+json;q=0.5, application/json;q=0.5", true},
	{"application/problem+json;q=0.5, */*;q=0.9", false},
	{`text/html; a="application/problem+json"`, false},
	{"application/problem+xml", false},
}

func TestWantsProblem(t *testing.T) {
	for _, tt := range wantsProblemTests {
		if got := WantsProblem(tt.accept); got != tt.want {
			t.Errorf("%q: got %t, want %t", tt.accept, got, tt.want)
		}
	}
}

// FuzzAcceptWishes reads what Accept wishes beside the format: a version, and problem details.
func FuzzAcceptWishes(f *testing.F) {
	for _, tt := range rangeParamTests {
		f.Add(tt.accept)
	}
	for _, tt := range wantsProblemTests {
		f.Add(tt.accept)
	}
	f.Fuzz(func(t *testing.T, accept string) {
		defer stopwatch.Input(t)()
		lower := strings.ToLower(accept)
		if got := RangeParam(testFormats[0], accept, "version"); got != "" && !strings.Contains(lower, "version") {
			t.Errorf("%q has no version, got %q", accept, got)
		}
		if RangeParam(testFormats[0], "application/json; version=1", "version") != "1" {
			t.Error("an Accept header changes how others are read")
		}
		if WantsProblem(accept) && !strings.Contains(lower, TypeProblem) {
			t.Errorf("%q does not name problem details", accept)
		}
	})
}
