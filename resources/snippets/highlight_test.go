package snippets

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"example.com/resourceful/framework/rest"
)

// patient is a highlighter that colours code to its end on a busy machine too.
func patient() *highlighter {
	h := newHighlighter(nil)
	h.time = time.Minute
	return h
}

// pageOf highlights code and returns the page.
func pageOf(t testing.TB, s *Snippet) string {
	t.Helper()
	return pageBy(t, newHighlighter(nil), s)
}

func pageBy(t testing.TB, h *highlighter, s *Snippet) string {
	t.Helper()
	text, err := h.page(t.Context(), s)
	if err != nil {
		t.Fatalf("page of %+v: %v", s, err)
	}
	return text
}

// visible is the text of a page's body, without line numbers and headings.
func visible(t testing.TB, text string) string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && n.Data == "pre" {
			for c := range n.Descendants() {
				if c.Type == html.TextNode {
					b.WriteString(c.Data)
				}
			}
		}
	}
	return b.String()
}

func TestPage(t *testing.T) {
	tests := []struct {
		name      string
		snippet   Snippet
		has, lack []string
	}{
		{
			name:    "plain",
			snippet: Snippet{Code: "print(1)", Language: "python", Style: "friendly"},
			has:     []string{"<!DOCTYPE html>", `<span class="nb">print</span>`},
			lack:    []string{"<title>", "<table"},
		},
		{
			name:    "a title becomes the page's, escaped",
			snippet: Snippet{Title: "a <b> & c", Code: "x", Language: "python", Style: "friendly"},
			has:     []string{"<title>a &lt;b&gt; &amp; c</title>"},
		},
		{
			name:    "line numbers stand in a table",
			snippet: Snippet{Code: "a\nb\n", Linenos: true, Language: "python", Style: "friendly"},
			has:     []string{"<table", `class="lnt"`},
		},
		{
			name:    "code is escaped",
			snippet: Snippet{Code: "</pre><script>alert(1)</script>", Language: "html", Style: "friendly"},
			lack:    []string{"<script"},
		},
		{
			name:    "an alias is a language",
			snippet: Snippet{Code: "def f(): pass", Language: "py", Style: "monokai"},
			has:     []string{`<span class="k">def</span>`},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := pageBy(t, patient(), &tt.snippet)
			for _, want := range tt.has {
				if !strings.Contains(got, want) {
					t.Errorf("page has no %q:\n%s", want, got)
				}
			}
			for _, bad := range tt.lack {
				if strings.Contains(got, bad) {
					t.Errorf("page has %q:\n%s", bad, got)
				}
			}
		})
	}
}

// Every language shows every code whole, also those whose lexer breaks, loops or is slow on it.
func TestEveryLanguage(t *testing.T) {
	_, aliases := languages()
	codes := map[string]string{
		"mixed":   "/* c */ # x\nif (a < \"b\\n\") { 'é': 1.5e3 }\n\n\t<tag a=1>&amp;\n",
		"quotes":  `"'` + "`" + `"""'''{{[[((<<%` + "\n",
		"no end":  "x = 1",
		"windows": "a\r\nb\r\n",
		"broken":  "\x01 \u2028 \U0001F600 $#@!",
	}
	if testing.Short() {
		codes = map[string]string{"mixed": codes["mixed"]}
	}
	choices, _ := languages()
	for _, choice := range choices {
		if !aliases[choice.Value] {
			t.Errorf("choice %q is not an alias", choice.Value)
		}
		for name, code := range codes {
			start := time.Now()
			got := visible(t, pageOf(t, &Snippet{Code: code, Language: choice.Value, Style: "bw"}))
			want := strings.ReplaceAll(code, "\r\n", "\n")
			if strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") {
				t.Errorf("%s, %s: got %q, want %q", choice.Value, name, got, want)
			}
			if d := time.Since(start); d > 20*highlightTime {
				t.Errorf("%s, %s: took %v", choice.Value, name, d)
			}
		}
	}
}

// Known traps of the highlighter end at the deadline, with the whole code on the page.
func TestDeadline(t *testing.T) {
	tests := map[string]string{
		"c++":     strings.Repeat("\n", highlightLines),
		"jsonata": strings.Repeat("/", 16),
		"jungle":  "a = b ? c : d; \\",
		"yang":    "module a { x \"",
	}
	for language, code := range tests {
		start := time.Now()
		got := visible(t, pageOf(t, &Snippet{Code: code, Language: language, Style: "bw"}))
		if strings.TrimRight(got, "\n") != strings.TrimRight(code, "\n") {
			t.Errorf("%s: page does not show the code whole: got %d bytes, want %d", language, len(got), len(code))
		}
		if d := time.Since(start); d > 20*highlightTime {
			t.Errorf("%s: took %v", language, d)
		}
	}
}

// What is shown plain for want of time, or of size, is counted.
func TestCutShort(t *testing.T) {
	tests := []struct {
		name, language, code string
		want                 uint64
	}{
		{"coloured", "python", "print(1)\n", 0},
		{"empty", "python", "", 0},
		{"without end", "jungle", "a = b ? c : d; \\", 1},
		{"as large as may be", "text", strings.Repeat("x", highlightSize-1) + "\n", 0},
		{"too large", "text", strings.Repeat("x", highlightSize) + "\n", 1},
		{"of as many lines as may be", "text", strings.Repeat("\n", highlightLines), 0},
		{"of too many lines", "text", strings.Repeat("\n", highlightLines+1), 1},
		{"as large as may be at once", "svelte", strings.Repeat("x", highlightWhole-1) + "\n", 0},
		{"too large at once", "svelte", strings.Repeat("x", highlightWhole) + "\n", 1},
	}
	for _, tt := range tests {
		h := newHighlighter(rest.NewCounter("short", "Cut short."))
		if tt.name != "without end" {
			h.time = time.Minute // a busy machine gets to the end too
		}
		if _, err := h.page(t.Context(), &Snippet{Code: tt.code, Language: tt.language, Style: "bw"}); err != nil {
			t.Fatal(err)
		}
		if got := h.short.Value(); got != tt.want {
			t.Errorf("%s: counted %d, want %d", tt.name, got, tt.want)
		}
	}
}

// Code that is too long to be coloured is shown whole, with neither colours nor line numbers, on a
// page that is no larger than the code: a record must not become a huge page.
func TestLongCode(t *testing.T) {
	tests := map[string]string{
		"lines":      strings.Repeat("\n", 1<<20),
		"one line":   strings.Repeat("a ", 1<<19),
		"windows":    strings.Repeat("a\r\n", highlightLines+1),
		"characters": strings.Repeat("é", highlightSize),
	}
	h := newHighlighter(nil)
	for name, code := range tests {
		s := &Snippet{Title: "t", Code: code, Linenos: true, Language: "python", Style: "friendly"}
		if _, err := h.page(t.Context(), &Snippet{Code: "x", Language: "python", Style: "friendly"}); err != nil { // loads the lexer
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got, err := h.page(t.Context(), s)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatal(err)
		}
		const rest = 64 << 10 // title and style
		if n := len(got); n > len(code)+rest {
			t.Errorf("%s: got a page of %d bytes for %d bytes of code", name, n, len(code))
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > uint64(4*len(code))+4*rest {
			t.Errorf("%s: the page of %d bytes of code took %d bytes", name, len(code), n)
		}
		if want := strings.ReplaceAll(code, "\r\n", "\n"); codeOf(t, got) != want {
			t.Errorf("%s: the page does not show the code whole", name)
		}
		if strings.Count(got, "<pre") != 1 || strings.Contains(got, "<span") || !strings.Contains(got, tooLong) {
			t.Errorf("%s: got %.3000q…, want one plain <pre> and %q", name, got, tooLong)
		}
	}
}

// Plain code can hold no HTML.
func TestLongCodeIsEscaped(t *testing.T) {
	code := strings.Repeat("</pre><script>alert('&amp;')</script>\n", highlightLines+1)
	got := pageOf(t, &Snippet{Code: code, Language: "html", Style: "friendly"})
	if strings.Contains(got, "<script") || codeOf(t, got) != code {
		t.Errorf("got %.3000q…", got)
	}
}

// A lexer that takes all of the code before its first token gets the beginning of it, also within
// another language.
func TestWholeLexer(t *testing.T) {
	line := "<p class=\"a\">é</p>\n"
	long := strings.Repeat(line, 2*highlightWhole/len(line))
	for language, code := range map[string]string{
		"svelte":   long,
		"erb":      strings.ReplaceAll(long, "\n", " "), // there is no line to cut behind
		"markdown": "# a\n```svelte\n" + long + "```\n",
	} {
		got := pageBy(t, patient(), &Snippet{Code: code, Language: language, Style: "friendly"})
		if visible(t, got) != strings.TrimRight(code, "\n")+"\n" {
			t.Errorf("%s: the page does not show the code whole", language)
		}
		n, all := strings.Count(got, `<span class="nt">p</span>`), 2*strings.Count(code, "<p")
		if n < all/4 || n > all*3/4 {
			t.Errorf("%s: %d of %d names are coloured, want about half", language, n, all)
		}
	}
}

// Where all places are taken code waits for one, and is shown plain in the end.
func TestPlaces(t *testing.T) {
	h := newHighlighter(rest.NewCounter("short", "Cut short."))
	s := &Snippet{Code: "print(1)\n", Linenos: true, Language: "python", Style: "friendly"}
	for range cap(h.places) {
		h.places <- struct{}{}
	}
	got, err := h.page(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if codeOf(t, got) != s.Code || strings.Contains(got, "<span") || !strings.Contains(got, notAllOfIt) || h.short.Value() != 1 {
		t.Errorf("without a place: got %s and count %d", body(got), h.short.Value())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.page(ctx, s); !errors.Is(err, context.Canceled) {
		t.Errorf("without a place and a client: got %v, want %v", err, context.Canceled)
	}
	<-h.places
	if got, err = h.page(t.Context(), s); err != nil || !strings.Contains(got, `<span class="nb">print</span>`) {
		t.Errorf("with a place: got %s, %v", got, err)
	}
	if _, err := h.page(ctx, s); !errors.Is(err, context.Canceled) || len(h.places) != cap(h.places)-1 {
		t.Errorf("without a client: got %v with %d places taken, want %v with %d", err, len(h.places), context.Canceled, cap(h.places)-1)
	}
}

func BenchmarkPage(b *testing.B) {
	s := &Snippet{Title: "t", Code: strings.Repeat("def f(x):\n    return x + 1  # one more\n", 20), Language: "python", Style: "friendly"}
	pageOf(b, s)
	b.ReportAllocs()
	for b.Loop() {
		pageOf(b, s)
	}
}
