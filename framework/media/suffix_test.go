// Tests of format suffixes.

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
