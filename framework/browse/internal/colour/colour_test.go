package colour

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"regexp"
	"strings"
	"testing"

	formatter "github.com/alecthomas/chroma/v2/formatters/html"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/alecthomas/chroma/v2/styles"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/resttest/stopwatch"
)

func TestColour(t *testing.T) {
	tests := []struct{ name, json, want string }{
		{"kinds", `{"a": -1.5e3, "b": [true, null, "x"]}`, `{<span class="nt">"a":</span> <span class="m">-1.5e3</span>, <span class="nt">"b":</span> [<span class="kc">true</span>, <span class="kc">null</span>, <bdi class="s2">"x"</bdi>]}`},
		{"own address", `"http://h/a?b=c&d"`, `<bdi class="s2">"<a href="http://h/a?b=c&amp;d">http://h/a?b=c&amp;d</a>"</bdi>`},
		{"foreign address in a text", `"see https://go.dev/x. Or http"`, `<bdi class="s2">"see <a href="https://go.dev/x" rel="nofollow noreferrer">https://go.dev/x</a>. Or http"</bdi>`},
		{"address up to an escape", `"http://x/\"onclick=\"y"`, `<bdi class="s2">"<a href="http://x/" rel="nofollow noreferrer">http://x/</a>\"onclick=\"y"</bdi>`},
		{"markup", `{"<i>": "</pre><script>"}`, `{<span class="nt">"&lt;i&gt;":</span> <bdi class="s2">"&lt;/pre&gt;&lt;script&gt;"</bdi>}`},
		{"escaped quotation mark and backslash", `{"a\"": "\\"}`, `{<span class="nt">"a\"":</span> <bdi class="s2">"\\"</bdi>}`},
		{
			"what nobody sees", "\"a\u202E http://x/\u200Bb\"",
			`<bdi class="s2">"a<bdi class="mark" data-mark="U+202E" title="RIGHT-TO-LEFT OVERRIDE">` + "\u202E" + `</bdi> ` +
				`<a href="http://x/" rel="nofollow noreferrer">http://x/</a><bdi class="mark" data-mark="U+200B" title="ZERO WIDTH SPACE">` + "\u200B" + `</bdi>b"</bdi>`,
		},
		{"no json", `"a`, `<bdi class="s2">"a</bdi>`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := JSON([]byte(tt.json), "http://h"); got != tt.want {
				t.Errorf("colour(%s)\n got %s\nwant %s", tt.json, got, tt.want)
			}
		})
	}
}

func TestColourYAML(t *testing.T) {
	tests := []struct{ name, json, want string }{
		{"kinds", `{"a":-1.5e3,"b":[true,null,"x","12"],"c":[],"d":{}}`, "<span class=\"nt\">a:</span> <span class=\"m\">-1.5e3</span>\n<span class=\"nt\">b:</span>\n  - <span class=\"kc\">true</span>\n  - <span class=\"kc\">null</span>\n  - <bdi class=\"s2\">x</bdi>\n  - <bdi class=\"s2\">'12'</bdi>\n<span class=\"nt\">c:</span> []\n<span class=\"nt\">d:</span> {}\n"},
		{"addresses", `[{"url":"http://h/a?b=c&d"},"see https://go.dev/x. Or"]`, "- <span class=\"nt\">url:</span> <bdi class=\"s2\"><a href=\"http://h/a?b=c&amp;d\">http://h/a?b=c&amp;d</a></bdi>\n- <bdi class=\"s2\">see <a href=\"https://go.dev/x\" rel=\"nofollow noreferrer\">https://go.dev/x</a>. Or</bdi>\n"},
		{"block", `[{"t":"a: 1\n\n  <b> http://h/x\n- c","m":1}]`, "- <span class=\"nt\">t:</span> |-<bdi class=\"s2\">\n    a: 1\n\n      &lt;b&gt; <a href=\"http://h/x\">http://h/x</a>\n    - c</bdi>\n  <span class=\"nt\">m:</span> <span class=\"m\">1</span>\n"},
		{"names in quotes", `{"a: b":"c: d","- ":"|"}`, "<span class=\"nt\">\"a: b\":</span> <bdi class=\"s2\">\"c: d\"</bdi>\n<span class=\"nt\">\"- \":</span> <bdi class=\"s2\">\"|\"</bdi>\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, err := media.AppendYAML(nil, []byte(tt.json))
			if err != nil {
				t.Fatal(err)
			}
			if got := YAML(text, "http://h"); got != tt.want {
				t.Errorf("colourYAML(%s)\n got %s\nwant %s", text, got, tt.want)
			}
		})
	}
}

var (
	markup  = regexp.MustCompile(`<[^>]*>`)
	written = regexp.MustCompile(`^(</?span( class="(nt|m|kc)")?>|</?bdi( class="s2"| class="mark" data-mark="U\+[0-9A-F]{4,5}" title="[A-Z -]+")?>|<a href="https?://[^"<>\s]*"( rel="nofollow noreferrer")?>|</a>)$`)
)

// Whatever the text, colouring adds nothing but its own elements, and takes nothing away.
func FuzzColour(f *testing.F) {
	f.Add(`{"a":"http://x/<b>&\"'","b":[1,true,null]}`)
	f.Add(`"\`)
	f.Add("http://\x00")
	f.Add("- a: |-\n    b\n\n  ? c\n  : \"d\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		defer stopwatch.Input(t)()
		for _, got := range []string{JSON([]byte(text), "http://x"), YAML([]byte(text), "http://x")} {
			for _, tag := range markup.FindAllString(got, -1) {
				if !written.MatchString(tag) {
					t.Errorf("%q is written as %q", text, tag)
				}
			}
			if plain := html.UnescapeString(markup.ReplaceAllString(got, "")); plain != html.UnescapeString(strings.ReplaceAll(escaped(text), "\x00", "\uFFFD")) {
				t.Errorf("%q reads %q", text, plain)
			}
		}
	})
}

func escaped(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}

func body(b *testing.B) []byte {
	b.Helper()
	type note struct {
		URL, Title, Text string
		Pinned           bool
		ID               int
	}
	var notes []note
	for i := range 100 {
		notes = append(notes, note{fmt.Sprintf("http://h/notes/%d/", i), "Title", "def f(a):\n    return \"b\"\n", true, i})
	}
	text, err := json.MarshalIndent(notes, "", "    ")
	if err != nil {
		b.Fatal(err)
	}
	return text
}

func BenchmarkColour(b *testing.B) {
	text := body(b)
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			JSON(text, "http://h")
		}
	})
	b.Run("chroma", func(b *testing.B) {
		lexer, format := lexers.Get("json"), formatter.New(formatter.WithClasses(true))
		for b.Loop() {
			tokens, err := lexer.Tokenise(nil, string(text))
			if err != nil {
				b.Fatal(err)
			}
			if err := format.Format(io.Discard, styles.Fallback, tokens); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkColourYAML(b *testing.B) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, body(b)); err != nil {
		b.Fatal(err)
	}
	text, err := media.AppendYAML(nil, compact.Bytes())
	if err != nil {
		b.Fatal(err)
	}
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			YAML(text, "http://h")
		}
	})
	b.Run("chroma", func(b *testing.B) {
		lexer := lexers.Get("yaml")
		for b.Loop() {
			tokens, err := lexer.Tokenise(nil, string(text))
			if err != nil {
				b.Fatal(err)
			}
			tokens.Tokens()
		}
	})
}
