package snippets

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"example.com/resourceful/framework/resttest/htmlcheck"
	"example.com/resourceful/framework/resttest/stopwatch"
)

// Whatever the code and the language, the coloured code is well-formed, has all of the code and
// nothing else, and comes in time.
func FuzzHighlight(f *testing.F) {
	_, known := languages()
	aliases := slices.Sorted(maps.Keys(known))
	for i := range aliases {
		f.Add("<b>&amp;</b> \"x\" 'y' /* # -- */ {1: [2]}\n\tif a == `b` then $c\n", uint(i), i%2 == 0)
	}
	f.Add("\r\n\r\x00\u2028é\xff", uint(slices.Index(aliases, "python")), true)
	f.Add(strings.Repeat("\n", 4000), uint(slices.Index(aliases, "c++")), false)
	f.Fuzz(func(t *testing.T, code string, language uint, linenos bool) {
		if len(code) > 1<<13 {
			t.Skip()
		}
		alias := aliases[language%uint(len(aliases))]
		code = strings.ReplaceAll(strings.ToValidUTF8(code, "\uFFFD"), "\x00", "") // as validation has it
		stop := stopwatch.Input(t)
		text := pageOf(t, &Snippet{Title: code, Code: code, Language: alias, Style: "friendly", Linenos: linenos})
		stop()
		if err := htmlcheck.Page([]byte(body(text))); err != nil {
			t.Errorf("%s: %q: %v", alias, code, err)
		}
		want := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(code)
		if got := codeOf(t, body(text)); strings.TrimSuffix(got, "\n") != strings.TrimSuffix(want, "\n") {
			t.Errorf("%s: %q is shown as %q", alias, want, got)
		}
	})
}

// codeOf is the text of the last <pre>, which holds the code. Its first newline is no part of it.
func codeOf(t *testing.T, page string) string {
	t.Helper()
	start := strings.LastIndex(page, "<pre")
	if start < 0 {
		t.Fatalf("no code in %q", page)
	}
	z := html.NewTokenizer(strings.NewReader(page[start:]))
	var b strings.Builder
	for {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			b.WriteString(html.UnescapeString(string(z.Raw())))
		case html.EndTagToken:
			if name, _ := z.TagName(); string(name) == "pre" {
				return b.String()
			}
		}
	}
}
