package field

import (
	"math/bits"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// AppendText appends s as a JSON string: UTF-8 as it is, without HTML escapes; U+2028 and U+2029
// escaped, as Django REST framework does for readers that take JSON for JavaScript.
func AppendText(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := unescaped(s, 0); i < len(s); {
		c := s[i]
		switch {
		case c >= utf8.RuneSelf:
		case c >= ' ' && c != '"' && c != '\\':
			if i++; i%8 == 0 { // often enough for code, and seldom enough for other languages
				i = unescaped(s, i)
			}
			continue
		default:
			b = append(b, s[start:i]...)
			b = appendEscape(b, c)
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b = append(append(b, s[start:i]...), `\ufffd`...)
			start = i + size
		case r == '\u2028' || r == '\u2029':
			b = append(append(b, s[start:i]...), `\u202`...)
			b = append(b, hexDigits[r&0xF])
			start = i + size
		}
		i += size
	}
	return append(append(b, s[start:]...), '"')
}

// unescaped skips bytes of s from i on that are ASCII and stand for themselves, as far as it sees:
// it looks at eight bytes at once. In each of them the highest bit ends up set if the byte is
// beyond ASCII, or below a space, a quote or a backslash, which a subtraction makes negative; a
// borrow spoils only bytes after the first such one.
func unescaped(s string, i int) int {
	const each, high = 0x0101010101010101, 0x8080808080808080
	for ; i+8 <= len(s); i += 8 {
		t := s[i : i+8]
		x := uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
			uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
		quote, backslash := x^('"'*each), x^('\\'*each)
		if special := (x | (x - ' '*each) | (quote - each) | (backslash - each)) & high; special != 0 {
			return i + bits.TrailingZeros64(special)/8
		}
	}
	return i
}

func appendEscape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, '\\', 'b')
	case '\f':
		return append(b, '\\', 'f')
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	}
	return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xF])
}
