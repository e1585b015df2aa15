package media

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// yamlIndent is the number of spaces by which each level of YAML is indented.
const yamlIndent = 2

// maxSimpleKey is the length of a key above which YAML wants it marked with "?". The standard
// says 1024 characters; no character is shorter than a byte.
const maxSimpleKey = 1000

// maxYAMLDepth bounds the levels of a document that we write; readers of YAML stop at 10,000.
const maxYAMLDepth = 5000

// AppendYAML appends a JSON document to dst as YAML in block style, ended by a new line. Keys
// keep their order and text its characters; text that would read as something else is quoted,
// and text of several lines becomes a "|" block where YAML allows it. Reading the result as YAML
// gives the values of the document; a lone surrogate or invalid UTF-8, which YAML cannot hold,
// becomes U+FFFD. The error is about JSON that is not well-formed, and dst comes back as it was.
func AppendYAML(dst, compact []byte) ([]byte, error) {
	w := yamlWriter{json: jsonParser{text: string(compact), maxDepth: maxYAMLDepth}, out: dst}
	w.json.space()
	err := w.value(0, atTop)
	if err == nil {
		err = w.json.end()
	}
	if err != nil {
		return dst, fmt.Errorf("render YAML: %w", err)
	}
	return w.out, nil
}

// appendYAMLItem appends a JSON document as an item of a list whose dashes stand at column.
func appendYAMLItem(dst, compact []byte, column int) ([]byte, error) {
	w := yamlWriter{json: jsonParser{text: string(compact), maxDepth: maxYAMLDepth}, out: append(appendSpaces(dst, column), '-')}
	w.json.space()
	err := w.value(column, afterDash)
	if err == nil {
		err = w.json.end()
	}
	if err != nil {
		return dst, fmt.Errorf("render YAML: %w", err)
	}
	return w.out, nil
}

// yamlWriter writes YAML while it reads JSON, so that nothing but the two texts is in memory.
type yamlWriter struct {
	json jsonParser
	out  []byte
}

// place says what has been written before a value, without a space after it.
type place uint8

const (
	atTop     place = iota // nothing
	afterKey               // "key:"
	afterDash              // "-"
)

// value writes the next value with its new line. column is that of the key or dash before it.
func (w *yamlWriter) value(column int, at place) error {
	switch w.json.peek() {
	case '{':
		return w.object(column, at)
	case '[':
		return w.array(column, at)
	case '"':
		text, err := w.json.str()
		if err != nil {
			return err
		}
		w.gap(at)
		w.out = appendYAMLText(w.out, withoutSurrogates(text), column+yamlIndent)
	default:
		start := w.json.pos
		if _, err := w.json.scalar(); err != nil {
			return err
		}
		w.gap(at)
		w.out = append(w.out, w.json.text[start:w.json.pos]...)
	}
	w.out = append(w.out, '\n')
	return nil
}

func (w *yamlWriter) object(column int, at place) error {
	if err := w.json.open(); err != nil {
		return err
	}
	more := w.json.first('}')
	if !more {
		w.empty(at, "{}")
	}
	inner := inside(column, at)
	for first := true; more; first = false {
		w.item(first, inner, at)
		key, err := w.json.key()
		if err != nil {
			return err
		}
		w.key(withoutSurrogates(key), inner)
		if err := w.value(inner, afterKey); err != nil {
			return err
		}
		if more, err = w.json.next('}', "object"); err != nil {
			return err
		}
	}
	return nil
}

func (w *yamlWriter) array(column int, at place) error {
	if err := w.json.open(); err != nil {
		return err
	}
	more := w.json.first(']')
	if !more {
		w.empty(at, "[]")
	}
	inner := inside(column, at)
	for first := true; more; first = false {
		w.item(first, inner, at)
		w.out = append(w.out, '-')
		if err := w.value(inner, afterDash); err != nil {
			return err
		}
		var err error
		if more, err = w.json.next(']', "array"); err != nil {
			return err
		}
	}
	return nil
}

// inside is the column of the items of a list or object.
func inside(column int, at place) int {
	if at == atTop {
		return 0
	}
	return column + yamlIndent
}

// gap writes the space before a value on the line of its key or dash.
func (w *yamlWriter) gap(at place) {
	if at != atTop {
		w.out = append(w.out, ' ')
	}
}

func (w *yamlWriter) empty(at place, brackets string) {
	w.gap(at)
	w.out = append(append(w.out, brackets...), '\n')
}

// item moves to the column of an item: the first one of a list or object that is itself an item
// of a list stays on the line of the dash.
func (w *yamlWriter) item(first bool, column int, at place) {
	switch {
	case !first:
		w.out = appendSpaces(w.out, column)
	case at == afterKey:
		w.out = appendLine(w.out, column)
	default:
		w.gap(at)
	}
}

// key writes a key with its colon, or with its question mark and colon when it is long.
func (w *yamlWriter) key(key string, column int) {
	start := len(w.out)
	w.out = appendYAMLLine(w.out, key)
	if len(w.out)-start > maxSimpleKey {
		w.out = appendYAMLLine(append(w.out[:start], "? "...), key)
		w.out = appendLine(w.out, column)
	}
	w.out = append(w.out, ':')
}

// appendYAMLText appends a text, as a block whose lines start at column when it has several.
func appendYAMLText(dst []byte, s string, column int) []byte {
	if !fitsBlock(s) {
		return appendYAMLLine(dst, s)
	}
	dst = append(dst, '|')
	if s[0] == ' ' || s[0] == '\t' || s[0] == '\n' {
		dst = append(dst, '0'+yamlIndent) // or a reader would guess the indentation from the text
	}
	body, ended := strings.CutSuffix(s, "\n")
	if !ended {
		dst = append(dst, '-') // without the last new line
	} else if strings.HasSuffix(body, "\n") {
		dst = append(dst, '+') // with all new lines at the end
	}
	for line := range strings.SplitSeq(body, "\n") {
		dst = append(dst, '\n')
		if line != "" {
			dst = append(appendSpaces(dst, column), line...)
		}
	}
	return dst
}

// fitsBlock says whether a text has several lines and nothing that a block cannot hold: a block
// has no escapes, and takes lines of spaces at its end for indentation.
func fitsBlock(s string) bool {
	if !strings.Contains(s, "\n") {
		return false
	}
	lastLine := strings.TrimRight(s, "\n")
	lastLine = lastLine[strings.LastIndexByte(lastLine, '\n')+1:]
	if strings.Trim(lastLine, " \t") == "" {
		return false
	}
	for _, r := range s {
		if r != '\n' && r != '\t' && mustEscape(r) {
			return false
		}
	}
	return true
}

// appendYAMLLine appends a text on one line, in double quotes unless it is plain.
func appendYAMLLine(dst []byte, s string) []byte {
	if isPlain(s) {
		return append(dst, s...)
	}
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case mustEscape(r):
			dst = fmt.Appendf(dst, `\u%04X`, r)
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}

// mustEscape says whether YAML does not allow a character as it stands, or takes it for the end
// of a line. None of these needs more than four hexadecimal digits.
func mustEscape(r rune) bool {
	switch {
	case r < ' ', 0x7F <= r && r <= 0xA0:
		return true
	case r == 0x2028, r == 0x2029, r == 0xFEFF, r == 0xFFFE, r == 0xFFFF:
		return true
	default:
		return false
	}
}

// withoutSurrogates returns s with U+FFFD for each lone surrogate and for other invalid UTF-8.
func withoutSurrogates(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	buf := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if size == 1 && isSurrogate(s[i:]) {
			size = 3
		}
		buf = utf8.AppendRune(buf, r)
		i += size
	}
	return string(buf)
}

// isSurrogate says whether s starts with a surrogate in the form of jsonParser.
func isSurrogate(s string) bool {
	return len(s) >= 3 && s[0] == 0xED && s[1]&0xE0 == 0xA0 && s[2]&0xC0 == 0x80
}

// isPlain says whether a text without quotes reads as itself, in YAML 1.1 too. It is careful:
// only text that starts with a letter, "/", "_" or "(" can be plain, so that nothing that starts
// like a number, a date or a sign of YAML is.
func isPlain(s string) bool {
	if s == "" || isYAMLWord(s) {
		return false
	}
	switch c := s[0]; {
	case 'a' <= c|0x20 && c|0x20 <= 'z', c == '/', c == '_', c == '(', c >= utf8.RuneSelf:
	default:
		return false
	}
	last := s[len(s)-1]
	if last == ' ' || last == ':' || strings.Contains(s, ": ") || strings.Contains(s, " #") {
		return false
	}
	for _, r := range s {
		if mustEscape(r) {
			return false
		}
	}
	return true
}

// isYAMLWord says whether a text is one that some version of YAML reads as a boolean or null.
func isYAMLWord(s string) bool {
	if len(s) > len("false") {
		return false
	}
	switch strings.ToLower(s) {
	case "null", "true", "false", "yes", "no", "on", "off", "y", "n":
		return true
	default:
		return false
	}
}
