package snippets

import (
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// boundLexers replaces each lexer of chroma's that may take all of the code before its first token
// by one that gives it no more than highlightWhole bytes, also where another language has its code
// within, such as Markdown. A kind of lexer that is not known to work token by token counts as one.
var boundLexers = sync.OnceFunc(func() {
	kinds := []reflect.Type{
		reflect.TypeFor[*chroma.RegexLexer](),
		reflect.TypeOf(chroma.RemappingLexer(nil, nil)),
		reflect.TypeOf(lexers.Markdown),
		reflect.TypeOf(lexers.HTTP),
	}
	for _, lexer := range slices.Clone(lexers.GlobalLexerRegistry.Lexers) {
		if !slices.Contains(kinds, reflect.TypeOf(lexer)) {
			lexers.Register(&wholeLexer{lexer})
		}
	}
})

// wholeLexer gives a lexer the beginning of a text; the rest is plain.
type wholeLexer struct{ chroma.Lexer }

// takes reports whether the lexer gets all of a text.
func (w *wholeLexer) takes(text string) bool { return len(text) <= highlightWhole }

// Tokenise implements chroma.Lexer. The text is cut behind a line, where there is one.
func (w *wholeLexer) Tokenise(options *chroma.TokeniseOptions, text string) (chroma.Iterator, error) {
	if w.takes(text) {
		return w.Lexer.Tokenise(options, text)
	}
	end := strings.LastIndexByte(text[:highlightWhole], '\n') + 1
	if end == 0 {
		end = len(strings.ToValidUTF8(text[:highlightWhole], "")) // no half of a character
	}
	first, err := w.Lexer.Tokenise(options, text[:end])
	if err != nil {
		return nil, err
	}
	return chroma.Concaterator(first, chroma.Literator(chroma.Token{Type: chroma.Text, Value: text[end:]})), nil
}
