// Package typedtext writes typed texts into pages, with marks for invisible characters and apart from the
// page's own text.
package typedtext

import (
	"fmt"
	"html/template"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// People can type characters that nobody sees, and some that turn the text around them: the name
// "invoice\u202Efdp.exe" reads "invoiceexe.pdf". A page shows a mark for each, and isolates typed text from
// its own text, in either direction.

// Typed returns a typed text of one line, in an element.
func Typed(text string) template.HTML {
	return HTML(func(b *strings.Builder) { WriteTyped(b, text, false) })
}

// HTML returns what a function writes, which has to escape texts.
func HTML(write func(*strings.Builder)) template.HTML {
	var b strings.Builder
	write(&b)
	return template.HTML(b.String()) //nolint:gosec // escaped by write
}

// Marked returns a text with marks and without an element around it.
func Marked(text string) template.HTML {
	return HTML(func(b *strings.Builder) { WriteMarked(b, text, true, WriteMark) })
}

// Copied returns a text for copying: the style sheet draws its marks, and the characters stay in it.
func Copied(text string) template.HTML {
	return HTML(func(b *strings.Builder) { WriteMarked(b, text, true, WriteKeptMark) })
}

// Plain returns a text of one line with marks, for places without elements: a title, an option, an
// attribute.
func Plain(text string) string {
	var b strings.Builder
	Replace(&b, text, false, asIs, func(b *strings.Builder, r rune) { fmt.Fprintf(b, "⟨U+%04X⟩", r) })
	return b.String()
}

// Sentence returns one of the page's sentences, with typed text in its quotation marks.
func Sentence(text string) template.HTML {
	before, quoted, after := cutQuoted(text)
	typed := template.HTML("")
	if quoted != "" {
		typed = Typed(quoted)
	}
	return Marked(before) + typed + Marked(after)
}

// cutQuoted cuts out the text between the outermost quotation marks, which may contain others: the page's
// own come first.
func cutQuoted(text string) (before, quoted, after string) {
	first, last := len(text), len(text)
	for _, marks := range [...][2]string{{"“", "”"}, {`"`, `"`}} {
		start, end := strings.Index(text, marks[0]), strings.LastIndex(text, marks[1])
		if start += len(marks[0]); start >= len(marks[0]) && start < min(first, end) {
			first, last = start, end
		}
	}
	return text[:first], text[first:last], text[last:]
}

// WriteTyped writes a typed text; lines reports whether it may have several lines.
func WriteTyped(b *strings.Builder, text string, lines bool) {
	b.WriteString(`<bdi dir="auto">`)
	WriteMarked(b, text, lines, WriteMark)
	b.WriteString("</bdi>")
}

// WriteMarked writes a text for the content of an element.
func WriteMarked(b *strings.Builder, text string, lines bool, mark func(*strings.Builder, rune)) {
	Replace(b, text, lines, template.HTMLEscapeString, mark)
}

// Replace writes a text with marks in the place of its invisible characters. plain escapes the parts between them.
func Replace(b *strings.Builder, text string, lines bool, plain func(string) string, mark func(*strings.Builder, rune)) {
	last := 0
	for i := 0; i < len(text); {
		r, size := Hidden(text, i, lines)
		if size > 0 {
			b.WriteString(plain(text[last:i]))
			mark(b, r)
			last = i + size
		}
		i += max(size, 1)
	}
	b.WriteString(plain(text[last:]))
}

func asIs(text string) string { return text }

// WriteMark writes a mark as text, so that it is read, found and copied.
func WriteMark(b *strings.Builder, r rune) {
	fmt.Fprintf(b, `<span class="mark" title="%s">U+%04X</span>`, hiddenName(r), r)
}

// WriteKeptMark writes an element that draws a mark before the character.
func WriteKeptMark(b *strings.Builder, r rune) {
	fmt.Fprintf(b, `<bdi class="mark" data-mark="U+%04X" title="%s">`, r, hiddenName(r))
	if r == 0 { // no page can hold it
		r = utf8.RuneError
	}
	b.WriteRune(r)
	b.WriteString("</bdi>")
}

// MarkContent returns a team's HTML with marks in the text of its elements, except for elements that hold
// only text. It returns HTML without invisible characters unchanged.
func MarkContent(content string) string {
	if !HasHidden(content) {
		return content
	}
	var b strings.Builder
	last := 0
	for _, at := range append(noText.FindAllStringIndex(content, -1), []int{len(content), len(content)}) {
		Replace(&b, content[last:at[0]], true, asIs, WriteKeptMark)
		b.WriteString(content[at[0]:at[1]])
		last = at[1]
	}
	return b.String()
}

// noText matches a tag, a comment or an element that holds only text.
var noText = regexp.MustCompile(`(?is)<(?:!--.*?-->|script\b.*?</script|style\b.*?</style|textarea\b.*?</textarea|` +
	`title\b.*?</title|option\b.*?</option|[a-z/!?](?:[^>"']|"[^"]*"|'[^']*')*>)`)

// HasHidden reports whether Hidden finds a character in a text; it ignores line ends and tabs.
func HasHidden(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return isHidden(r) || r == zwj || r == zwnj
	})
}

// Hidden returns the invisible character at i and its length in bytes, or a length of 0 if the character
// needs no mark. In a text of several lines, line ends and tabs need none. Joiners, which scripts and emoji
// use, need none where they may join something.
func Hidden[T string | []byte](text T, i int, lines bool) (r rune, size int) {
	switch c := text[i]; c {
	case '\t', '\n', '\r':
		if lines {
			return 0, 0
		}
		return rune(c), 1
	case 0xC2, 0xD8, 0xE2, 0xEF, 0xF3: // the first bytes of all longer sequences
		r, size = utf8.DecodeRune([]byte(text[i:min(i+utf8.UTFMax, len(text))]))
	default:
		r, size = rune(c), 1
		if c >= utf8.RuneSelf {
			return 0, 0
		}
	}
	if isHidden(r) || (r == zwj || r == zwnj) && !joins(text, i, i+size) {
		return r, size
	}
	return 0, 0
}

// The zero-width non-joiner and joiner.
const (
	zwnj = '\u200C'
	zwj  = '\u200D'
)

// joins reports whether the character from start to end may join its neighbours: it is not at a word's
// edge, and not between two ASCII characters.
func joins[T string | []byte](text T, start, end int) bool {
	before, _ := utf8.DecodeLastRune([]byte(text[max(0, start-utf8.UTFMax):start]))
	after, _ := utf8.DecodeRune([]byte(text[end:min(end+utf8.UTFMax, len(text))]))
	word := func(r rune) bool {
		if r < utf8.RuneSelf {
			return unicode.IsLetter(r) || unicode.IsDigit(r)
		}
		return r != utf8.RuneError && unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.S)
	}
	return word(before) && word(after) && max(before, after) >= utf8.RuneSelf
}

// isHidden reports whether a character is a control, a mark of direction or invisible.
func isHidden(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7F
	case r <= 0x9F, r == 0x61C, r == 0x200B, r == 0x200E, r == 0x200F, r == 0xFEFF:
		return true
	}
	return r >= 0x2028 && r <= 0x202E || r >= 0x2060 && r <= 0x206F || r >= 0xE0000 && r <= 0xE007F
}

// hiddenName returns the name of a character in Unicode, or its kind.
func hiddenName(r rune) string {
	if name := hiddenNames[r]; name != "" {
		return name
	}
	switch {
	case r <= 0x9F:
		return "CONTROL CHARACTER"
	case r >= 0xE0000:
		return "TAG CHARACTER"
	}
	return "INVISIBLE CHARACTER"
}

var hiddenNames = map[rune]string{
	0x00: "NULL", '\t': "TABULATION", '\n': "LINE FEED", '\r': "CARRIAGE RETURN", 0x1B: "ESCAPE", 0x7F: "DELETE", 0x85: "NEXT LINE",
	0x061C: "ARABIC LETTER MARK", 0x200B: "ZERO WIDTH SPACE", zwnj: "ZERO WIDTH NON-JOINER", zwj: "ZERO WIDTH JOINER",
	0x200E: "LEFT-TO-RIGHT MARK", 0x200F: "RIGHT-TO-LEFT MARK", 0x2028: "LINE SEPARATOR", 0x2029: "PARAGRAPH SEPARATOR",
	0x202A: "LEFT-TO-RIGHT EMBEDDING", 0x202B: "RIGHT-TO-LEFT EMBEDDING", 0x202C: "POP DIRECTIONAL FORMATTING",
	0x202D: "LEFT-TO-RIGHT OVERRIDE", 0x202E: "RIGHT-TO-LEFT OVERRIDE", 0x2060: "WORD JOINER",
	0x2066: "LEFT-TO-RIGHT ISOLATE", 0x2067: "RIGHT-TO-LEFT ISOLATE", 0x2068: "FIRST STRONG ISOLATE", 0x2069: "POP DIRECTIONAL ISOLATE",
	0xFEFF: "ZERO WIDTH NO-BREAK SPACE",
}

// EscapeHidden escapes the invisible characters of a JSON text: it means the same, and people see them.
func EscapeHidden(json string) string {
	var b strings.Builder
	Replace(&b, json, true, asIs, func(b *strings.Builder, r rune) {
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(b, `\u%04x`, unit)
		}
	})
	return b.String()
}

// Shorten cuts a text to a number of characters.
func Shorten(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	n := 0
	for i := range text {
		if n == limit {
			return text[:i] + "…"
		}
		n++
	}
	return text
}

// Name returns the first line of a text as a name, with at most limit characters.
func Name(text string, limit int) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return Shorten(strings.TrimSpace(line), limit)
}

// ValidText returns a text with a mark for each invalid byte.
func ValidText(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return string([]rune(text))
}
