// The parser of JSON: escapes in strings, and numbers.

package media

import (
	"strings"
	"unicode/utf8"
)

// escaped parses the rest of the string that started at start, from its first backslash.
func (p *jsonParser) escaped(start, i int) (string, error) {
	buf := append(make([]byte, 0, i-start+32), p.text[start+1:i]...)
	for i < len(p.text) {
		switch c := p.text[i]; {
		case c == '"':
			if len(buf) > p.maxText && p.maxText > 0 {
				return "", p.tooLong(start)
			}
			p.pos = i + 1
			return string(buf), nil
		case c < ' ':
			return "", p.fail(i, "Invalid control character in a string")
		case c != '\\':
			buf = append(buf, c)
			i++
		case i+1 < len(p.text) && p.text[i+1] == 'u':
			r, size := unicodeEscape(p.text[i:])
			if size == 0 {
				return "", p.fail(i, "Invalid \\uXXXX escape")
			}
			buf = appendWTF8(buf, r)
			i += size
		default:
			plain := simpleEscape(p.text[i:])
			if plain == 0 {
				return "", p.fail(i, "Invalid \\escape")
			}
			buf = append(buf, plain)
			i += 2
		}
	}
	return "", p.fail(start, "Unterminated string")
}

// simpleEscape returns the character of the two-character escape at the start of s, 0 for none.
func simpleEscape(s string) byte {
	if len(s) < 2 {
		return 0
	}
	switch s[1] {
	case '"', '\\', '/':
		return s[1]
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	default:
		return 0
	}
}

// unicodeEscape parses "\uXXXX" at the start of s, or two of them for a surrogate pair. The size is 0 for
// none.
func unicodeEscape(s string) (r rune, size int) {
	r = hex4(s)
	if r < 0 {
		return 0, 0
	}
	if 0xD800 <= r && r < 0xDC00 {
		if low := hex4(s[6:]); 0xDC00 <= low && low < 0xE000 {
			return 0x10000 + (r-0xD800)<<10 + (low - 0xDC00), 12
		}
	}
	return r, 6
}

// hex4 parses "\uXXXX" at the start of s, and returns -1 for none.
func hex4(s string) rune {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return -1
	}
	var r rune
	for i := 2; i < 6; i++ {
		digit, ok := hexDigit(s[i])
		if !ok {
			return -1
		}
		r = r<<4 | rune(digit)
	}
	return r
}

// appendWTF8 appends r in UTF-8, and a surrogate in three bytes by the same scheme.
func appendWTF8(dst []byte, r rune) []byte {
	if 0xD800 <= r && r < 0xE000 {
		return append(dst, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
	}
	return utf8.AppendRune(dst, r)
}

// number parses the longest number at the position and returns its text.
func (p *jsonParser) number() (string, error) {
	start := p.pos
	end, ok := scanNumber(p.text, start)
	switch {
	case !ok && strings.HasPrefix(p.text[end:], "Infinity"):
		return "", p.fail(start, "-Infinity is not allowed")
	case !ok:
		return "", p.fail(end, "Expecting digit in a number")
	case end < len(p.text) && isDigit(p.text[end]):
		return "", p.fail(start, "Illegal leading zero of a number")
	}
	if end-start > p.maxText && p.maxText > 0 {
		return "", p.tooLong(start)
	}
	p.pos = end
	return p.text[start:end], nil
}

// scanNumber returns the end of the number of RFC 8259 at i, or the place of a missing digit.
func scanNumber(s string, i int) (end int, ok bool) {
	digits := func() bool {
		start := i
		for i < len(s) && isDigit(s[i]) {
			i++
		}
		return i > start
	}
	if i < len(s) && s[i] == '-' {
		i++
	}
	if i < len(s) && s[i] == '0' {
		i++
	} else if !digits() {
		return i, false
	}
	if i < len(s) && s[i] == '.' {
		i++
		if !digits() {
			return i, false
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if !digits() {
			return i, false
		}
	}
	return i, true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
