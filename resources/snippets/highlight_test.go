package snippets

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"example.com/resourceful/framework/rest"
)

// pageOf highlights code and returns the page.
func pageOf(t testing.TB, s *Snippet) string {
	t.Helper()
	text, err := newHighlighter(nil).page(t.Context(), s)
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
			got := pageOf(t, &tt.snippet)
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
			t.Errorf("choice %q is no alias", choice.Value)
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
		"c++":     strings.Repeat("\n", 8<<10),
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
	}
	for _, tt := range tests {
		h := newHighlighter(rest.NewCounter("short", "Cut short."))
		if _, err := h.page(t.Context(), &Snippet{Code: tt.code, Language: tt.language, Style: "bw"}); err != nil {
			t.Fatal(err)
		}
		if got := h.short.Value(); got != tt.want {
			t.Errorf("%s: counted %d, want %d", tt.name, got, tt.want)
		}
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
