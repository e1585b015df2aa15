package snippets

import (
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/chroma/v2/lexers"

	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/stopwatch"
)

// drillLimit is what highlighting may take of a processor, whatever the text and the language.
const drillLimit = time.Second

// drills are texts that are repeated as often as they may be coloured. What a language opens and
// never closes is what its lexer looks for to the end of the text, again and again.
var drills = []string{
	"{", "(", "<", "[", "{{", "{%", "{#", "#{", "${", "$(", "[[", "(((", "<%", "<a ", "<a>", "<script>", "<!--", "<?php ", "/*", "(*",
	"\"", "'", "`", "'''", "```", "<<A\n", "\\", "'\\", "\\\n", "//", "#", "--", "%", "~~~",
	"a", "a ", "a=", "a\n", "1", " ", "\t", "\n", " \n", ":", "::", "|", "!", "=", "}", ")", "if ", "é",
}

// slowest are the languages and texts that took longest for one token when all were drilled, from
// 0.1 to 0.4 s, and what took longest of all while lexers that delegate had all of the code.
var slowest = map[string][]string{
	"Devicetree":   {"a", "1"},
	"FortranFixed": {"!"},
	"Genshi":       {"<script>"},
	"HCL":          {"\t"},
	"Markless":     {"'", "::", "```"},
	"ObjectPascal": {"1"},
	"Smalltalk":    {"a"},
	"ERB":          {"<%"},
	"Svelte":       {"{"},
	"YAML+Jinja":   {"#{"},
}

// Highlighting is bounded in every language, also where a lexer looks at the clock seldom or never.
// The drill of all texts in all languages takes minutes: it is the part lexers of the nightly run.
func TestDrill(t *testing.T) {
	if stopwatch.Race {
		t.Skip("the race detector makes regular expressions thirty times as slow")
	}
	all := require.Has("lexers")
	// What is coloured token by token ends in time, and here at once: the rest is what one token takes.
	const step = 5 * time.Millisecond
	h := newHighlighter(nil)
	h.time = step
	var worst time.Duration
	for _, lexer := range lexers.GlobalLexerRegistry.Lexers {
		name := lexer.Config().Name
		texts := slowest[name]
		if all {
			texts = drills
		}
		if len(texts) == 0 {
			continue
		}
		size := highlightSize
		if _, whole := lexer.(*wholeLexer); whole {
			size = highlightWhole
		}
		pageBy(t, patient(), &Snippet{Code: "a\n", Language: name, Style: "bw"}) // loads the lexer
		for _, text := range texts {
			n := size / len(text)
			if lines := strings.Count(text, "\n"); lines > 0 {
				n = min(n, highlightLines/lines)
			}
			began := time.Now()
			stop := stopwatch.Within(t, drillLimit-highlightTime+step)
			pageBy(t, h, &Snippet{Code: strings.Repeat(text, n), Language: name, Style: "bw"})
			stop()
			took := time.Since(began)
			if worst = max(worst, took); took > drillLimit/4 {
				t.Logf("%s: %d times %q took %v", name, n, text, took)
			}
		}
	}
	t.Logf("the worst took %v, without the %v that tokens may take", worst, highlightTime)
}
