package snippets

import (
	"context"
	"fmt"
	"html"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/chroma/v2"
	formatter "github.com/alecthomas/chroma/v2/formatters/html"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/alecthomas/chroma/v2/styles"

	"example.com/resourceful/framework/rest"
)

// What colouring one snippet may take. What is not coloured by then is shown plain.
const (
	// highlightTime is how long colouring may take. Some lexers are quadratic on some inputs, or never
	// end. The clock is looked at between two tokens, and each of a lexer's patterns may look for one
	// for 250 ms (chroma).
	highlightTime = 200 * time.Millisecond
	// highlightSize and highlightLines bound the code, in bytes and lines: the time between two
	// tokens grows with it, and its page to a hundred times the code. Longer code has neither colours
	// nor line numbers.
	highlightSize  = 64 << 10
	highlightLines = 5000
	// highlightWhole is how many bytes are coloured by a lexer that gives no token before it has all
	// of them.
	highlightWhole = 4 << 10
)

// What a page says above code that is not coloured to its end.
const (
	tooLong    = "<p>Code of more than 64 KiB or 5000 lines is shown without colours and line numbers.</p>\n"
	notAllOfIt = "<p>Not all of this code is coloured: that would take too long.</p>\n"
)

// Lexers are the languages that the highlighter recognises. Each is offered under its first
// alias; every alias is valid.
func Lexers() rest.Check {
	choices, aliases := languages()
	return rest.Check{
		Choices: func() []rest.Choice { return choices },
		Also:    func(name string) bool { return aliases[name] },
	}
}

// Styles are the styles of the highlighter.
func Styles() rest.Check {
	return rest.Check{Choices: func() []rest.Choice {
		var choices []rest.Choice
		for _, name := range styles.Names() {
			choices = append(choices, rest.Choice{Value: name, Label: name})
		}
		return choices
	}}
}

// languages reads the configuration of each lexer, which does not load its rules.
func languages() (choices []rest.Choice, aliases map[string]bool) {
	boundLexers()
	aliases = map[string]bool{}
	for _, lexer := range lexers.GlobalLexerRegistry.Lexers {
		config := lexer.Config()
		for _, alias := range config.Aliases {
			aliases[alias] = true
		}
		if len(config.Aliases) > 0 {
			choices = append(choices, rest.Choice{Value: config.Aliases[0], Label: config.Name})
		}
	}
	slices.SortFunc(choices, func(a, b rest.Choice) int {
		return strings.Compare(strings.ToLower(a.Label), strings.ToLower(b.Label))
	})
	return choices, aliases
}

// highlighter colours code.
type highlighter struct {
	short *rest.Counter // what was not coloured to its end; nil counts nothing
	time  time.Duration // for each snippet: highlightTime but in tests
	// places is how many snippets are coloured at once, as many as there are processors. Others wait
	// as long as colouring may take, and are shown plain then.
	places chan struct{}
	// The formatters keep what they have made of a style for the next snippet.
	plain, numbered *formatter.Formatter
}

func newHighlighter(short *rest.Counter) *highlighter {
	boundLexers()
	common := []formatter.Option{formatter.WithClasses(true), formatter.TabWidth(8)}
	return &highlighter{
		short:    short,
		time:     highlightTime,
		places:   make(chan struct{}, runtime.GOMAXPROCS(0)),
		plain:    formatter.New(common...),
		numbered: formatter.New(append(common, formatter.WithLineNumbers(true), formatter.LineNumbersInTable(true))...),
	}
}

// newlines makes lines end as browsers show them.
var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// page is the whole HTML page of a snippet: its title, the style's rules, and the coloured code,
// in a table with line numbers when the snippet asks for them. Where the code is not coloured to
// its end, the page says so. It fails when ctx ends.
func (h *highlighter) page(ctx context.Context, s *Snippet) (string, error) {
	style := styles.Get(s.Style)
	format := h.plain
	if s.Linenos {
		format = h.numbered
	}
	var b strings.Builder
	b.WriteString("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n")
	title := html.EscapeString(s.Title)
	if title != "" {
		b.WriteString("<title>" + title + "</title>\n")
	}
	b.WriteString("<style>\n")
	if err := format.WriteCSS(&b, style); err != nil {
		return "", fmt.Errorf("write style %s: %w", s.Style, err)
	}
	b.WriteString("</style>\n</head>\n<body>\n")
	if title != "" {
		b.WriteString("<h2>" + title + "</h2>\n")
	}
	code := newlines.Replace(s.Code)
	switch coloured, err := h.write(ctx, &b, format, style, s.Language, code); {
	case err != nil:
		return "", fmt.Errorf("highlight %s: %w", s.Language, err)
	case !coloured:
		h.short.Add()
	}
	b.WriteString("</body>\n</html>\n")
	return b.String(), nil
}

// write adds the code to a page, and reports whether it is coloured to its end.
func (h *highlighter) write(ctx context.Context, b *strings.Builder, format *formatter.Formatter, style *chroma.Style, language, code string) (coloured bool, err error) {
	if len(code) > highlightSize || strings.Count(code, "\n") > highlightLines {
		b.WriteString(tooLong)
		writePlain(b, code)
		return false, nil
	}
	entered, err := h.enter(ctx)
	if err != nil {
		return false, err
	}
	if !entered {
		b.WriteString(notAllOfIt)
		writePlain(b, code)
		return false, nil
	}
	defer h.leave()
	tokens, coloured := h.tokens(ctx, language, code)
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if !coloured {
		b.WriteString(notAllOfIt)
	}
	return coloured, format.Format(b, style, chroma.Literator(tokens...))
}

// escaper escapes what stands between tags, and no more: plain code can be large.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// writePlain adds the code as it is.
func writePlain(b *strings.Builder, code string) {
	const before, after = `<pre class="chroma"><code>`, "</code></pre>\n"
	escapes := 4*strings.Count(code, "&") + 3*strings.Count(code, "<") + 3*strings.Count(code, ">")
	b.Grow(len(before) + len(code) + escapes + len(after) + len("</body>\n</html>\n"))
	b.WriteString(before)
	_, _ = escaper.WriteString(b, code)
	b.WriteString(after)
}

// body is the coloured code within a page.
func body(page string) string {
	_, after, _ := strings.Cut(page, "</h2>\n")
	if after == "" {
		_, after, _ = strings.Cut(page, "<body>\n")
	}
	inside, _, _ := strings.Cut(after, "</body>")
	return inside
}

// enter takes a place among those who colour. It reports false when none was free in time.
func (h *highlighter) enter(ctx context.Context) (bool, error) {
	select {
	case h.places <- struct{}{}:
		return true, nil
	default:
	}
	timer := time.NewTimer(h.time)
	defer timer.Stop()
	select {
	case h.places <- struct{}{}:
		return true, nil
	case <-timer.C:
		return false, nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// leave gives back what enter took.
func (h *highlighter) leave() { <-h.places }

// tokens takes code apart until the time is up, ctx ends or the lexer breaks; the rest is one plain
// token, and whole is false. The raw iterator is used, because a coalescing one would not come back
// to look at the clock.
func (h *highlighter) tokens(ctx context.Context, language, code string) (list []chroma.Token, whole bool) {
	// Many lexers end a line, and a comment, only at a newline.
	if !strings.HasSuffix(code, "\n") {
		code += "\n"
	}
	deadline := time.Now().Add(h.time)
	done := 0
	defer func() {
		if recover() != nil || done < len(code) {
			whole = false
			list = append(list, chroma.Token{Type: chroma.Text, Value: code[done:]})
		}
	}()
	lexer := lexers.Get(language)
	if lexer == nil {
		return nil, false
	}
	next, err := lexer.Tokenise(&chroma.TokeniseOptions{State: "root"}, code)
	if err != nil {
		return nil, false
	}
	for token := next(); token != chroma.EOF; token = next() {
		// A token that is not the text at hand would change the code: the rest stays plain.
		if !strings.HasPrefix(code[done:], token.Value) {
			return list, false
		}
		list = append(list, token)
		done += len(token.Value)
		if time.Now().After(deadline) || ctx.Err() != nil {
			return list, false
		}
	}
	first, ok := lexer.(*wholeLexer)
	return list, !ok || first.takes(code)
}
