// Texts in YAML: plain, quoted, or as a block.

package media

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// appendYAMLText appends a text, as a block with lines at column if it has several.
func appendYAMLText(dst []byte, s string, column int) []byte {
	if !fitsBlock(s) {
		return appendYAMLLine(dst, s)
	}
	dst = append(dst, '|')
	if s[0] == ' ' || s[0] == '\t' || s[0] == '\n' {
		dst = append(dst, '0'+yamlIndent) // otherwise a reader would guess the indentation from the text
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

// fitsBlock reports whether a text has several lines and fits into a block, which has no escapes, and takes
// lines of spaces at its end for indentation.
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
	if end, number := scanNumber(s, 0); number && end == len(s) { // as in PyYAML
		return append(append(append(dst, '\''), s...), '\'')
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

// mustEscape reports whether YAML forbids a character, or treats it as a line end. None of these needs more
// than four hexadecimal digits.
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

// isSurrogate reports whether s starts with a surrogate in the form of jsonParser.
func isSurrogate(s string) bool {
	return len(s) >= 3 && s[0] == 0xED && s[1]&0xE0 == 0xA0 && s[2]&0xC0 == 0x80
}

// isPlain reports whether a text without quotes reads as itself, in YAML 1.1 too. It is careful: only text
// that starts with a letter, "/", "_" or "(" can be plain, but nothing that starts like a number, a date or
// an indicator of YAML.
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

// isYAMLWord reports whether some version of YAML reads a text as a boolean or null.
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
