package snippets

import (
	"context"
	"fmt"
	"html"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/chroma/v2"
	formatter "github.com/alecthomas/chroma/v2/formatters/html"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/alecthomas/chroma/v2/styles"

	"example.com/resourceful/framework/rest"
)

// highlightTime bounds the colouring of one snippet. Some lexers are quadratic on some inputs, or
// never end; what is not coloured by then is shown plain.
const highlightTime = 200 * time.Millisecond

// highlightSize is how many bytes of code are coloured. The time between two tokens, when the clock
// is looked at, can grow with the code.
const highlightSize = 256 << 10

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
	// The formatters keep what they have made of a style for the next snippet.
	plain, numbered *formatter.Formatter
}

func newHighlighter(short *rest.Counter) *highlighter {
	common := []formatter.Option{formatter.WithClasses(true), formatter.TabWidth(8)}
	return &highlighter{
		short:    short,
		plain:    formatter.New(common...),
		numbered: formatter.New(append(common, formatter.WithLineNumbers(true), formatter.LineNumbersInTable(true))...),
	}
}

// page is the whole HTML page of a snippet: its title, the style's rules, and the coloured code,
// in a table with line numbers when the snippet asks for them.
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
	if err := format.Format(&b, style, chroma.Literator(h.tokens(ctx, s.Language, s.Code)...)); err != nil {
		return "", fmt.Errorf("highlight %s: %w", s.Language, err)
	}
	b.WriteString("</body>\n</html>\n")
	return b.String(), nil
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

// tokens takes code apart until the time is up or the lexer breaks; the rest is one plain token.
// The raw iterator is used, because a coalescing one would not come back to look at the clock.
func (h *highlighter) tokens(ctx context.Context, language, code string) (list []chroma.Token) {
	code = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(code) // as browsers show them
	// Many lexers end a line, and a comment, only at a newline.
	if !strings.HasSuffix(code, "\n") {
		code += "\n"
	}
	deadline := time.Now().Add(highlightTime)
	done := 0
	defer func() {
		if recover() != nil || done < len(code) {
			h.short.Add()
			list = append(list, chroma.Token{Type: chroma.Text, Value: code[done:]})
		}
	}()
	lexer := lexers.Get(language)
	if lexer == nil || len(code) > highlightSize {
		return nil
	}
	next, err := lexer.Tokenise(&chroma.TokeniseOptions{State: "root"}, code)
	if err != nil {
		return nil
	}
	for token := next(); token != chroma.EOF; token = next() {
		// A token that is not the text at hand would change the code: the rest stays plain.
		if !strings.HasPrefix(code[done:], token.Value) {
			return list
		}
		list = append(list, token)
		done += len(token.Value)
		if time.Now().After(deadline) || ctx.Err() != nil {
			return list
		}
	}
	return list
}
