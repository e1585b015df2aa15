// Tests of names of files.

package field

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestCleanFileName(t *testing.T) {
	for name, want := range map[string]string{
		"a.txt": "a.txt", "../../etc/passwd": "passwd", `C:\\dir\\a.txt`: "a.txt", "a\x00b\n.txt": "ab.txt", " a .txt ": "a .txt",
		"": "", "..": "", "/": "", "a/..": "", "résumé.pdf": "résumé.pdf", "x\xff.txt": "x\uFFFD.txt", "exe\u202egpj.txt": "exegpj.txt",
	} {
		if got := CleanFileName(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]string{"a.PNG": "image/png", "a.b.Txt": "text/plain", "png": "application/octet-stream", ".png": "application/octet-stream"} {
		if got := TypeOfName(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func FuzzCleanFileName(f *testing.F) {
	for _, name := range []string{"a.txt", "../a", `..\a`, "\x00", "é\u202e.png", "\xff/\xfe"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		got := CleanFileName(name)
		if !utf8.ValidString(got) || strings.ContainsAny(got, `/\`) || strings.ContainsFunc(got, unicode.IsControl) || got == "." || got == ".." {
			t.Errorf("%q: got %q", name, got)
		}
		if again := CleanFileName(got); again != got {
			t.Errorf("%q: got %q, and of that %q", name, got, again)
		}
	})
}
