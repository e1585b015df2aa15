// Package highlight makes the HTML page of a snippet with chroma, like the service, for all peers in Go.
package highlight

import (
	"html"
	"strings"

	"github.com/alecthomas/chroma/v2"
	formatter "github.com/alecthomas/chroma/v2/formatters/html"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/alecthomas/chroma/v2/styles"
)

// A formatter keeps what it made of a style for the next page.
var (
	common   = []formatter.Option{formatter.WithClasses(true), formatter.TabWidth(8)}
	plain    = formatter.New(common...)
	numbered = formatter.New(append(common, formatter.WithLineNumbers(true), formatter.LineNumbersInTable(true))...)
)

// Languages returns the aliases of all lexers.
func Languages() (aliases []string) {
	for _, lexer := range lexers.GlobalLexerRegistry.Lexers {
		aliases = append(aliases, lexer.Config().Aliases...)
	}
	return aliases
}

// Styles returns the names of all styles.
func Styles() []string { return styles.Names() }

// Page returns the whole page: the title, the rules of the style and the coloured code.
func Page(title, code, language, style string, linenos bool) (string, error) {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n")
	title = html.EscapeString(title)
	if title != "" {
		b.WriteString("<title>" + title + "</title>\n")
	}
	format := plain
	if linenos {
		format = numbered
	}
	b.WriteString("<style>\n")
	if err := format.WriteCSS(&b, styles.Get(style)); err != nil {
		return "", err
	}
	b.WriteString("</style>\n</head>\n<body>\n")
	if title != "" {
		b.WriteString("<h2>" + title + "</h2>\n")
	}
	if !strings.HasSuffix(code, "\n") { // many lexers end a line only at a newline
		code += "\n"
	}
	tokens, err := lexers.Get(language).Tokenise(&chroma.TokeniseOptions{State: "root", EnsureLF: true}, code)
	if err != nil {
		return "", err
	}
	if err := format.Format(&b, styles.Get(style), tokens); err != nil {
		return "", err
	}
	b.WriteString("</body>\n</html>\n")
	return b.String(), nil
}
