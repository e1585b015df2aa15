package serve

import (
	"mime"
	"strings"
	"testing"

	"example.com/resourceful/framework/field"
)

// Whatever a file is called, the header gives its name back and nothing else.
func FuzzDisposition(f *testing.F) {
	for _, name := range []string{"a.txt", "résumé.pdf", `a"b\\c.txt`, "a;filename=b", "%41.txt", "a\r\nSet-Cookie: x", ""} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		name = field.CleanFileName(name)
		header := disposition(name)
		if strings.ContainsFunc(header, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("%q: got %q", name, header)
		}
		kind, params, err := mime.ParseMediaType(header)
		if err != nil || kind != "attachment" || params["filename"] != name || len(params) != 1 {
			t.Errorf("%q: %q is read as %q %q, %v", name, header, kind, params, err)
		}
	})
}
